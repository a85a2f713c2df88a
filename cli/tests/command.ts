import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunningService } from '../../service/start.ts'

const BIN = fileURLToPath(new URL('../bin.js', import.meta.url))

/** To strip the types of all sources and compile them takes half of what a short command takes: once is enough. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/gatecheck-compiled', import.meta.url))

export type Finished = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }
export type Started = { process: ChildProcess; finished: Promise<Finished> }

/** A folder of its own for each test, gone when the test is over. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'gatecheck-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Only what a test says stands in the environment, so that the machine's own settings and programs decide nothing. */
export function startCommand(
  args: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Started {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: { PATH: '', NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const finished = new Promise<Finished>((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    child.stdout?.on('data', (data) => {
      stdout += data
    })
    child.stderr?.on('data', (data) => {
      stderr += data
    })
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { process: child, finished }
}

export function command(args: string[], options: { cwd: string; env?: Record<string, string> }): Promise<Finished> {
  return startCommand(args, options).finished
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

/** Fast enough for a server on this machine. */
export const FAST = ['--poll-interval', '5ms', '--deadline', '600s', '--generate', '100']
