import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isThere, type LeftBehind, membersOf, signalTo } from './group.ts'
import { KeptOutput } from './kept-output.ts'
import { type Mark, markOf, signalToStrays, stillThere, straysOf } from './strays.ts'

export type Command = readonly [program: string, ...rest: string[]]

export type Started = {
  env: Record<string, string>
  /** The name in it of what nobody else is given: whoever has that was begun by it, in whatever group. */
  mark?: string
  /** Where it is started; the folder of whoever asks, unless said. */
  cwd?: string
  timeoutMs: number
  /** Ends it, and all that it began. */
  signal?: AbortSignal
}

/** How a command came to its end, and what it has left. */
export type Ended = {
  end: { exit: number } | { signal: string } | { timedOut: true } | { notStarted: string }
  seconds: number
  /** The end of what it printed, keys and all. */
  output: string
  /** What was still running when it had ended; ended since. */
  leftBehind: LeftBehind[]
}

/** For what is ending anyway, like the members of a pipeline. */
const TO_END_BY_ITSELF_MS = 400
/** Between being asked to end, and being ended. */
const TO_END_MS = 1500
const LOOK_EACH_MS = 20

/** No process of ours may leave anybody behind, however it ends itself. */
const running = new Map<number, Mark | undefined>()
process.on('exit', () => {
  for (const [group, mark] of running) {
    signalTo(group, 'SIGKILL')
    if (mark) signalToStrays(group, mark, 'SIGKILL')
  }
})

/** In a group of processes of its own, which is ended with it, and so is whoever left that: by their ids, and nobody else's. */
export async function runCommand(
  [program, ...rest]: Command,
  { env, mark: marked, cwd, timeoutMs, signal }: Started,
): Promise<Ended> {
  const began = performance.now()
  const output = new KeptOutput()
  const child = spawn(program, rest, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its group has its own number.
    detached: true,
    ...(cwd !== undefined && { cwd }),
  })
  child.stdout.on('data', output.taker())
  child.stderr.on('data', output.taker())
  const { pid } = child
  const mark = pid === undefined || marked === undefined ? undefined : markOf(pid, `${marked}=${env[marked]}`)
  if (pid !== undefined) running.set(pid, mark)
  const end = await endOf(child, timeoutMs, signal)
  const seconds = (performance.now() - began) / 1000
  // What it printed last may still be on its way.
  await Promise.race([new Promise((resolve) => child.once('close', resolve)), sleep(TO_END_BY_ITSELF_MS)])
  const leftBehind = pid === undefined || 'timedOut' in end ? [] : await leftOf(pid, mark)
  if (pid !== undefined) await endAll(pid, mark)
  child.stdout.destroy()
  child.stderr.destroy()
  return { end, seconds, output: output.text, leftBehind }
}

function endOf(child: ChildProcess, timeoutMs: number, signal: AbortSignal | undefined): Promise<Ended['end']> {
  return new Promise((resolve) => {
    const settle = (end: Ended['end']) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve(end)
    }
    const stop = () => settle({ timedOut: true })
    const timer = setTimeout(stop, timeoutMs)
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    child.once('error', (error: NodeJS.ErrnoException) => settle({ notStarted: error.code ?? error.message }))
    child.once('exit', (code, by) => settle(code === null ? { signal: by ?? 'a signal' } : { exit: code }))
  })
}

/** Who is still there after a moment. */
async function leftOf(group: number, mark: Mark | undefined): Promise<LeftBehind[]> {
  const until = performance.now() + TO_END_BY_ITSELF_MS
  while (isThere(group) && performance.now() < until) await sleep(LOOK_EACH_MS)
  // In this order: whoever leaves the group meanwhile is seen in one of the two places.
  const members = leftOfGroup(group)
  let strays = mark ? straysOf(group, mark).filter(({ pid }) => !members.some((member) => member.pid === pid)) : []
  while (strays.length > 0 && performance.now() < until) {
    await sleep(LOOK_EACH_MS)
    strays = stillThere(strays, mark!)
  }
  return [...members, ...strays]
}

function leftOfGroup(group: number): LeftBehind[] {
  if (!isThere(group)) return []
  const members = membersOf(group)
  // All that is left of it may be waiting to be buried by whoever adopted it.
  return members.length === 0 && hasProc() ? [] : members.length > 0 ? members : [{ pid: group, name: 'its group' }]
}

const hasProc = () => membersOf(process.pid).length > 0 || process.platform === 'linux'

async function endAll(group: number, mark: Mark | undefined): Promise<void> {
  await Promise.all([endGroup(group), mark && endStrays(group, mark)])
  running.delete(group)
}

async function endGroup(group: number): Promise<void> {
  if (!isThere(group)) return
  signalTo(group, 'SIGTERM')
  const until = performance.now() + TO_END_MS
  while (isAlive(group) && performance.now() < until) await sleep(LOOK_EACH_MS)
  if (isAlive(group)) signalTo(group, 'SIGKILL')
}

async function endStrays(group: number, mark: Mark): Promise<void> {
  const strays = signalToStrays(group, mark, 'SIGTERM')
  if (strays.length === 0) return
  const until = performance.now() + TO_END_MS
  while (stillThere(strays, mark).length > 0 && performance.now() < until) await sleep(LOOK_EACH_MS)
  // Others may have been begun by them meanwhile.
  signalToStrays(group, mark, 'SIGKILL')
}

const isAlive = (group: number) => isThere(group) && (!hasProc() || membersOf(group).length > 0)
