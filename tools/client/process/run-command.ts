import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isThere, type LeftBehind, membersOf, signalTo } from './group.ts'
import { KeptOutput } from './kept-output.ts'
import { type Mark, markOf, signalToStrays, stillThere, straysOf } from './strays.ts'

export type Command = readonly [program: string, ...rest: string[]]

export type Started = {
  env: Record<string, string>
  /** Name of an environment variable unique to this command; identifies its processes in any group. */
  mark?: string
  /** Working directory; default: the current one. */
  cwd?: string
  timeoutMs: number
  /** Ends the command and its child processes. */
  signal?: AbortSignal
}

/** How a command ended, and what it left running. */
export type Ended = {
  end: { exit: number } | { signal: string } | { timedOut: true } | { notStarted: string }
  seconds: number
  /** The end of its output, keys included. */
  output: string
  /** Processes that were still running when it ended; they were killed. */
  leftBehind: LeftBehind[]
}

/** Grace period for processes that are ending anyway, such as members of a pipeline. */
const TO_END_BY_ITSELF_MS = 400
/** Time between SIGTERM and SIGKILL. */
const TO_END_MS = 1500
const LOOK_EACH_MS = 20

/** Killed when gatecheck exits, however that happens. */
const running = new Map<number, Mark | undefined>()
process.on('exit', () => {
  for (const [group, mark] of running) {
    signalTo(group, 'SIGKILL')
    if (mark) signalToStrays(group, mark, 'SIGKILL')
  }
})

/** Runs in its own process group, which is killed afterwards, with processes that left the group; by id only. */
export async function runCommand(
  [program, ...rest]: Command,
  { env, mark: marked, cwd, timeoutMs, signal }: Started,
): Promise<Ended> {
  const began = performance.now()
  const output = new KeptOutput()
  const child = spawn(program, rest, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Makes it the leader of a new group.
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
  // The last output may still be on its way.
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

/** Processes that remain after the grace period. */
async function leftOf(group: number, mark: Mark | undefined): Promise<LeftBehind[]> {
  const until = performance.now() + TO_END_BY_ITSELF_MS
  while (isThere(group) && performance.now() < until) await sleep(LOOK_EACH_MS)
  // In this order: a process that leaves the group in between is seen in one of the two.
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
  // The rest may be zombies that wait for their parent.
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
  // They may have started others in the meantime.
  signalToStrays(group, mark, 'SIGKILL')
}

const isAlive = (group: number) => isThere(group) && (!hasProc() || membersOf(group).length > 0)
