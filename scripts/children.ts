import { type ChildProcess, spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

export type Ended = { code: number | null; output: string }
type Where = {
  cwd: string
  env?: Record<string, string>
  /** Folder of the Node to use. */
  node?: string
  seconds?: number
  /** The process is stopped once it has printed this. */
  until?: RegExp
  /** Passes on the settings that this machine needs to reach a registry. */
  network?: true
}

const MOST_SECONDS = 240
const running = new Set<ChildProcess>()
/** Without the variables that npm sets for scripts of this package. */
const WITHOUT_NPM = Object.fromEntries(
  Object.keys(process.env).flatMap((name) => (/^npm_|^GATECHECK_|^INIT_CWD$/.test(name) ? [[name, undefined]] : [])),
)

/** A minimal environment, like another user's. */
function environment({ env = {}, node, network }: Where): Record<string, string | undefined> {
  const { PATH = '', HOME = '' } = process.env
  const machine = network ? { ...process.env, ...WITHOUT_NPM } : { HOME }
  // Without this checkout's own tools, which npm puts first.
  const path = PATH.split(':').filter((each) => !each.includes('node_modules'))
  return { ...machine, PATH: [...(node === undefined ? [] : [node]), ...path].join(':'), NO_COLOR: '1', ...env }
}

/** Starts a process in its own group, so that no child process outlives it. */
export function start(command: string, args: readonly string[], where: Where): ChildProcess {
  const options = { cwd: where.cwd, env: environment(where), detached: true } as const
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.on('error', () => running.delete(child))
  child.once('close', () => running.delete(child))
  return child
}

export function finish(command: string, args: readonly string[], where: Where): Promise<Ended> {
  const child = start(command, args, where)
  let output = ''
  let isTold = false
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      output += data
      if (!isTold && where.until?.test(output)) isTold = child.kill('SIGTERM')
    })
  const tooLong = setTimeout(() => end(child), (where.seconds ?? MOST_SECONDS) * 1000)
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, output: String(error) }))
    child.once('close', (code) => {
      clearTimeout(tooLong)
      resolve({ code, output: stripVTControlCharacters(output) })
    })
  })
}

function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

export function endAll(): void {
  for (const child of running) end(child)
}
