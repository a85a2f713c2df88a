import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunningService } from '../../service/start.ts'
import { main } from '../main.ts'

const BIN = fileURLToPath(new URL('../bin.js', import.meta.url))

/** Compiling all sources takes half of a short command's time, so the result is cached. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/gatecheck-compiled', import.meta.url))

export type Finished = { code: number | null; stdout: string; stderr: string }
export type Started = { process: ChildProcess; finished: Promise<Finished & { signal: NodeJS.Signals | null }> }
type Place = { cwd: string; env?: Record<string, string> }

/** A temporary folder for each test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A command in this process: `io.emit('SIGINT')` interrupts it. It gets only the given environment. */
export function begin(args: string[], env: Record<string, string> = {}) {
  const said = { stdout: '', stderr: '' }
  const output = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const outputs = { stdout: output('stdout'), stderr: output('stderr') }
  const io = Object.assign(new EventEmitter(), { ...outputs, env: { PATH: '', ...env } })
  const finished = main(args, io).then((code): Finished => ({ code, ...said }))
  return { io, said, finished }
}

let earlier: Promise<unknown> = Promise.resolve()

/** Runs a command in this process. One at a time, since a process has one working directory. */
export function command(args: string[], { cwd, env }: Place): Promise<Finished> {
  const finished = earlier.then(async () => {
    const before = process.cwd()
    process.chdir(cwd)
    try {
      return await begin(args, env).finished
    } finally {
      process.chdir(before)
    }
  })
  earlier = finished.catch(() => undefined)
  return finished
}

/** A command in its own process, to test signals, exit codes and streams. */
export function startCommand(args: string[], { cwd, env = {} }: Place): Started {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: { PATH: '', NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const finished = new Promise<Finished & { signal: NodeJS.Signals | null }>((resolve, reject) => {
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (data) => {
        said[name] += data
      })
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...said }))
  })
  return { process: child, finished }
}

export function environmentOf(service: RunningService): Record<string, string> {
  return {
    ...onlyKeyOf(service),
    GATECHECK_SAME_ACCOUNT_KEY: service.keys.sameAccount,
    GATECHECK_OTHER_ACCOUNT_KEY: service.keys.otherAccount,
    GATECHECK_REVOKED_KEY: service.keys.revoked,
  }
}

export function onlyKeyOf(service: RunningService): Record<string, string> {
  return { GATECHECK_BASE_URL: service.baseUrl, GATECHECK_KEY: service.keys.own }
}

/** Fast polls for a local server. */
export const FAST = ['--poll-interval', '5ms', '--deadline', '600s', '--generate', '100']
