import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UsageError } from '../engine/config/target.ts'
import { hostRun } from '../engine/run/hosted.ts'
import { type RunningService, type ServiceOptions, startService } from '../service/start.ts'
import { SUITES } from '../suites/index.ts'
import { judge } from './judge.ts'
import { plan, run } from './run.ts'
import { settled } from './server.ts'

let service: RunningService | undefined
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-library-'))
})
afterEach(async () => {
  await service?.close()
  service = undefined
  rmSync(folder, { recursive: true, force: true })
})

async function served(options: ServiceOptions = {}) {
  service = await startService(options)
  const { own, sameAccount, otherAccount, revoked } = service.keys
  return { baseUrl: service.baseUrl, keys: { key: own, sameAccount, otherAccount, revoked } }
}

const SMOKE = { profile: 'smoke', pollInterval: '5ms' } as const

describe('run', () => {
  it('judges a server, and writes files only with `out`', async () => {
    const server = await served()
    const before = process.cwd()
    process.chdir(folder)
    try {
      const { report, files } = await run({ ...server, ...SMOKE })
      expect(report).toMatchObject({ verdict: 'pass', exit: 0, profile: 'smoke' })
      expect(files).toEqual([])
      expect(existsSync('.gatecheck')).toBe(false)
    } finally {
      process.chdir(before)
    }
    const out = join(folder, 'out')
    const { report, files } = await run({ ...server, ...SMOKE, out, report: ['junit'] })
    expect(files).toEqual([join(out, 'report.json'), join(out, 'junit.xml')])
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(report)))
  })

  it('ends when `signal` aborts, with a report', async () => {
    const stop = new AbortController()
    const { report } = await run({
      ...(await served({ polls: 30 })),
      profile: 'standard',
      pollInterval: '5ms',
      signal: stop.signal,
      onProgress: (event) => {
        if (event.kind === 'progress' && event.requests > 20) stop.abort()
      },
    })
    expect(report).toMatchObject({ verdict: 'inconclusive', exit: 130 })
    expect(report.reason).toContain('interrupted')
  })

  it('reads the environment only from `env`', async () => {
    const { baseUrl, keys } = await served()
    const env = { GATECHECK_BASE_URL: baseUrl, GATECHECK_KEY: keys.key }
    expect((await run({ env, ...SMOKE, only: 'paths' })).report.verdict).toBe('pass')
    process.env.GATECHECK_BASE_URL = baseUrl
    try {
      await expect(run({ ...SMOKE })).rejects.toThrow(/no server: set baseUrl/)
    } finally {
      delete process.env.GATECHECK_BASE_URL
    }
  })
})

describe('wrong usage', () => {
  const key = 'cl_0123456789abcdefghij'
  const baseUrl = 'http://127.0.0.1:9/v1'
  it.each<[string, object, RegExp]>([
    ['no server', {}, /no server: set baseUrl \(and keys\), env .*, or embedded: true/],
    ['no key', { baseUrl }, /No API key: set keys/],
    ['equal keys', { baseUrl, keys: { key, otherAccount: key } }, /^keys\.key and keys\.otherAccount are the same key/],
    ['two servers', { embedded: true, baseUrl }, /embedded cannot be combined with baseUrl/],
    ['a time without a unit', { embedded: true, deadline: 10 }, /^options: .*3s or 10m/],
    ['an unknown option', { embedded: true, deadlin: '3s' }, /^options: .*deadlin/],
  ])('is a typed error: %s', async (_, options, message) => {
    const error = await run(options).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(UsageError)
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message).not.toContain(key)
  })
})

describe('plan', () => {
  it('returns the cost of a run without a key', async () => {
    const planned = await plan({ baseUrl: 'http://127.0.0.1:9/v1', profile: 'smoke' })
    expect(planned).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1', jobs: 1, videoSeconds: 1 })
    expect(planned.downloadBytes).toBe(32 * 1024 * 1024)
  })

  it('refuses plain http to a remote host without allowHttp, like run and hostRun', async () => {
    const server = { baseUrl: 'http://api.test/v1', keys: { key: 'cl_0123456789abcdef' } }
    await expect(run(server)).rejects.toThrow('--allow-http (allowHttp: true)')
    await expect(plan(server)).rejects.toThrow('--allow-http')
    expect(await plan({ ...server, allowHttp: true, profile: 'smoke' })).toMatchObject({ baseUrl: server.baseUrl })
    const asked = await settled(server)
    expect(() =>
      hostRun({ ...asked, suites: SUITES, chosen: SUITES.flatMap(({ checks }) => checks.map(({ id }) => id)) }),
    ).toThrow('--allow-http')
  })
})

describe('judge', () => {
  it('repeats the verdicts of a recorded run and of its HAR', async () => {
    const out = join(folder, 'out')
    const first = await run({ ...(await served()), ...SMOKE, only: ['auth', 'paths'], out })
    const again = await judge(out)
    expect(again.differences).toEqual([])
    expect(again.report.clauses).toEqual(first.report.clauses)
    const { report } = await judge({ har: JSON.parse(first.render('har')) })
    expect(report).toMatchObject({ target: { baseUrl: service!.baseUrl }, exit: 0 })
  })
})

it('prints nothing, sets no exit code and handles no signal', () => {
  const script = `
    import { clauses, plan, run } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)}
    const before = process.listenerCount('SIGINT') + process.listenerCount('SIGTERM')
    const heard = []
    const note = () => heard.push(process.listenerCount('SIGINT') + process.listenerCount('SIGTERM'))
    await plan({ embedded: true })
    const { report } = await run({ embedded: true, profile: 'smoke', only: 'auth', onProgress: note })
    clauses()
    process.exitCode = report.exit === 0 && process.exitCode === undefined && heard.every((n) => n === before) ? 42 : 1`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1' },
  })
  expect({ status, stdout, stderr }).toEqual({ status: 42, stdout: '', stderr: '' })
})
