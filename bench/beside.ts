import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Provision } from '../engine/run/provision.ts'

/** Runs a script of this folder in its own process; `use` gets its message. */
export async function beside<Said, T>(
  script: string,
  use: (said: Said) => T | Promise<T>,
  { args = [], flags = [] }: { args?: string[]; flags?: string[] } = {},
): Promise<T> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, { execArgv: flags })
  const gone = once(child, 'exit')
  const tooSoon = gone.then(() => Promise.reject(new Error(`${script} ended without a word`)))
  tooSoon.catch(() => undefined)
  try {
    const [said] = await Promise.race([once(child, 'message'), tooSoon])
    return await use(said as Said)
  } finally {
    child.kill()
    await gone
  }
}

/**
 * The reference service in another process, so that only gatecheck is measured. `secondsLate`: delay of each response.
 */
export function besideTheService<T>(
  use: (provision: Provision) => Promise<T>,
  { secondsLate }: { secondsLate?: number } = {},
): Promise<T> {
  return beside('./processes/service-process.ts', use, secondsLate === undefined ? {} : { args: [String(secondsLate)] })
}

/** A temporary folder for a run. */
export async function inAFolder<T>(use: (path: string) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'gatecheck-bench-'))
  try {
    return await use(path)
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}
