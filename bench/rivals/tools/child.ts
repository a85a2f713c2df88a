import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { LIMIT_MS, NoResult } from '../rival.ts'

type Options = { cwd?: string; env?: Record<string, string>; limitMs?: number }

export type Finished = { code: number | null; out: string; err: string }

const QUIET_ENVIRONMENT = {
  // The servers are local, and nothing may leave this machine.
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

export function start(command: string, args: readonly string[], { cwd, env }: Options = {}): ChildProcess {
  return spawn(command, args, {
    ...(cwd && { cwd }),
    env: { ...process.env, ...QUIET_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a program until it exits or reaches the time limit. */
export async function finish(command: string, args: readonly string[], options: Options = {}): Promise<Finished> {
  const child = start(command, args, options)
  const limitMs = options.limitMs ?? LIMIT_MS
  let late = false
  const limit = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, limitMs)
  const out = collected(child.stdout)
  const err = collected(child.stderr)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (late) throw new NoResult(`not done within ${limitMs / 1000} s`)
    return { code, out: out(), err: err() }
  } finally {
    clearTimeout(limit)
  }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

function collected(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = []
  stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}
