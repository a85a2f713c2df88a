import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../../service/start.ts'
import { command, environmentOf, temporaryFolder } from '../command.ts'
import { countedIn, differencesOf, type Outcome, trial } from './trial-for-tests.ts'

/** It writes more than is kept for its last words, which no file may be larger than, either. */
const OPTIONS = [
  '--profile',
  'standard',
  '--generate',
  '100',
  '--poll-interval',
  '5ms',
  '--deadline',
  '5m',
  '--seed',
  '1',
]
const TIMEOUT = 5 * 60_000
const BIN = fileURLToPath(new URL('../../bin.js', import.meta.url))

/** Of the bytes that a whole run writes. */
const SHARE = 0.9

const folder = temporaryFolder()
const disk = join(folder.path, 'disk')
mkdirSync(disk)
const mount = (...options: string[]) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', disk]).status === 0
const unmount = () => spawnSync('umount', [disk]).status === 0
/** Only where this user may mount one: elsewhere a bound on the size of each file has to do. */
const hasSmallDisk = process.platform === 'linux' && mount('size=1m') && unmount()

let whole: Outcome
beforeAll(async () => {
  whole = await trial(OPTIONS, [])
}, TIMEOUT)
afterAll(() => folder.remove())

async function filledAndGoneOn(out: string, full: (args: string[], env: Record<string, string>) => Promise<unknown>) {
  const service = await startService()
  try {
    const env = environmentOf(service)
    expect(await full(['run', '--out', out, '--report', 'json', ...OPTIONS], env)).toBe(2)
    return async () => {
      const again = await command(['run', '--resume', out, '--report', 'json'], { cwd: folder.path, env })
      expect(again.code, again.stdout + again.stderr).toBe(0)
      const gone = countedIn(service, out)
      await service.close()
      return gone
    }
  } catch (error) {
    await service.close()
    throw error
  }
}

function expectNothingTwice(gone: ReturnType<typeof countedIn>): void {
  expect(gone.unknown).toBeLessThanOrEqual(gone.uncertain)
  expect(gone.jobs).toBeLessThanOrEqual(gone.announced)
  expect(gone.paidTwice).toEqual([])
  expect(differencesOf(whole, gone)).toEqual([])
}

describe.skipIf(process.platform === 'win32')('a run is resumed after the disk was full', () => {
  it.skipIf(hasSmallDisk)('simulated by a limit of the file size', { timeout: TIMEOUT }, async () => {
    const kilobytes = Math.floor((whole.bytes * SHARE) / 1024)
    const goOn = await filledAndGoneOn(join(folder.path, 'out'), (args, env) =>
      started('bash', ['-c', `ulimit -f ${kilobytes} && exec "$0" "$@"`, process.execPath, BIN, ...args], env),
    )
    expectNothingTwice(await goOn())
  })

  it.skipIf(!hasSmallDisk)('on a small disk', { timeout: TIMEOUT }, async () => {
    const kilobytes = Math.floor((whole.bytes * SHARE) / 1024)
    expect(mount(`size=${kilobytes}k`)).toBe(true)
    try {
      const goOn = await filledAndGoneOn(join(disk, 'out'), (args, env) =>
        started(process.execPath, [BIN, ...args], env),
      )
      expect(spawnSync('mount', ['-o', 'remount,size=64m', disk]).status).toBe(0)
      expectNothingTwice(await goOn())
    } finally {
      unmount()
    }
  })
})

function started(program: string, args: string[], env: Record<string, string>): Promise<number | null> {
  const child = spawn(program, args, {
    cwd: folder.path,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: 'ignore',
  })
  return new Promise((resolve) => child.once('close', resolve))
}
