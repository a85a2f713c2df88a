import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Provision } from '../engine/run/provision.ts'

/** What a script of this folder says in its one message, for as long as it is needed; then its process ends. */
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
 * The reference service in another process, so that what is measured here is gatecheck alone. `secondsLate`: what each
 * answer takes besides.
 */
export function besideTheService<T>(
  use: (provision: Provision) => Promise<T>,
  { secondsLate }: { secondsLate?: number } = {},
): Promise<T> {
  return beside('./processes/service-process.ts', use, secondsLate === undefined ? {} : { args: [String(secondsLate)] })
}

/** A folder for what a run leaves behind, gone afterwards. */
export async function inAFolder<T>(use: (path: string) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'gatecheck-bench-'))
  try {
    return await use(path)
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}
