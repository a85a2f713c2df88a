import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOptions } from '../cli/options/config-file.ts'
import { addRunOutputOptions } from '../cli/options/run-output.ts'
import { addTargetOptions } from '../cli/options/target-options.ts'
import { hostRun } from '../runner/run/hosted.ts'
import { UsageError } from '../runner/settings/target.ts'
import { around } from '../service/interface/behaviour.ts'
import type { Patch } from '../service/layers.ts'
import { type RunningService, type ServiceOptions, startService } from '../service/start.ts'
import { SUITES } from '../suites/index.ts'
import { defineConfig } from './config.ts'
import { judge } from './judge.ts'
import { clauses, openapi } from './law.ts'
import type { Config, ProgressEvent } from './options.ts'
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

const usageIsOpen: Patch = (behaviour, world) =>
  around(
    behaviour,
    'admit',
    (next, incoming) => next(incoming) ?? (incoming.path.endsWith('/usage') ? world.keys.own : undefined),
  )

describe('run', () => {
  it('judges a server, and leaves nothing on the disk unless it is given a folder', async () => {
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

  it('gives what shows a failure, and any report as text', async () => {
    const { report, exchange, render } = await run({
      ...(await served({ layers: [{ name: 'usage is open', patch: usageIsOpen }] })),
      ...SMOKE,
      only: 'auth',
    })
    expect(report).toMatchObject({ verdict: 'fail', exit: 1 })
    const broken = report.clauses.find(({ verdict }) => verdict === 'fail')!
    expect(exchange(broken.evidence.at(-1)!)).toMatchObject({ request: { method: 'GET' }, answer: { status: 200 } })
    expect(render('junit')).toContain(broken.id)
  })

  it('says what happens as typed events, from the plan to the last check', async () => {
    const events: ProgressEvent[] = []
    const { report } = await run({
      embedded: true,
      ...SMOKE,
      only: ['auth'],
      onProgress: (event) => events.push(event),
    })
    const [first] = events
    expect(first).toMatchObject({ kind: 'planned', plan: { jobs: 1 } })
    const driven = events.flatMap((event) => (event.kind === 'driven' ? [event.check] : []))
    expect(driven).toEqual(expect.arrayContaining(report.checks.map(({ id }) => id)))
    const last = events.findLast(({ kind }) => kind === 'progress')
    expect(last).toMatchObject({ requests: report.budget.requests })
  })

  it('ends early when it is told to, with a report that says so', async () => {
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

  it('sends nothing when it was told to end before it began', async () => {
    const { report } = await run({ ...(await served()), ...SMOKE, signal: AbortSignal.abort() })
    expect(report).toMatchObject({ exit: 130, budget: { requests: 0 } })
  })

  it('takes the environment where it is given one, and reads none by itself', async () => {
    const { baseUrl, keys } = await served()
    const env = { GATECHECK_BASE_URL: baseUrl, GATECHECK_KEY: keys.key }
    expect((await run({ env, ...SMOKE, only: 'paths' })).report.verdict).toBe('pass')
    process.env.GATECHECK_BASE_URL = baseUrl
    try {
      await expect(run({ ...SMOKE })).rejects.toThrow(/no server: give baseUrl/)
    } finally {
      delete process.env.GATECHECK_BASE_URL
    }
  })
})

describe('wrong usage', () => {
  const key = 'cl_0123456789abcdefghij'
  const baseUrl = 'http://127.0.0.1:9/v1'
  it.each<[string, object, RegExp]>([
    ['no server', {}, /no server: give baseUrl \(and keys\), env .*, or embedded: true/],
    ['no key', { baseUrl }, /No key: give keys/],
    ['a key that is none', { baseUrl, keys: { key: 'sk_0123456789' } }, /^keys\.key is no key/],
    [
      'equal keys',
      { baseUrl, keys: { key, otherAccount: key } },
      /^keys\.key and keys\.otherAccount hold the same key/,
    ],
    ['an environment without a key', { env: { GATECHECK_BASE_URL: baseUrl } }, /^No key: env holds no GATECHECK_KEY/],
    ['two servers', { embedded: true, baseUrl }, /leave out baseUrl, or embedded/],
    ['a time without a unit', { embedded: true, deadline: 10 }, /^options: .*3s or 10m/],
    ['an unknown option', { embedded: true, deadlin: '3s' }, /^options: .*deadlin/],
    ['an unknown suite', { embedded: true, only: 'no-such-thing' }, /matches no/],
    ['a base URL that is none', { baseUrl: 'nowhere', keys: { key } }, /is not a URL/],
  ])('is a typed error: %s', async (_, options, message) => {
    const error = await run(options).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(UsageError)
    expect((error as Error).message).toMatch(message)
    expect((error as Error).message).not.toContain(key)
  })
})

describe('what sends nothing', () => {
  it('plan says what a run would cost, and needs no key', async () => {
    const told = await plan({ baseUrl: 'http://127.0.0.1:9/v1', profile: 'smoke' })
    expect(told).toMatchObject({ baseUrl: 'http://127.0.0.1:9/v1', jobs: 1, videoSeconds: 1 })
    expect(told.downloadBytes).toBe(32 * 1024 * 1024)
  })

  it('clauses gives the whole law, explained, with what checks it', () => {
    const law = clauses()
    const unknownKey = law.clauses.find(({ id }) => id === 'auth.unknown-key')
    expect(unknownKey).toMatchObject({ level: 'must', section: '§5.2' })
    expect(unknownKey!.explained.remedy).not.toBe('')
    expect(unknownKey!.checks.map(({ suite }) => suite)).toContain('auth')
    expect(law.open.every(({ question }) => question.length > 0)).toBe(true)
  })

  it('openapi gives the document that is checked in, to keep', () => {
    const document = openapi()
    const asWritten = JSON.parse(readFileSync(new URL('../spec/openapi.json', import.meta.url), 'utf8'))
    expect(document).toEqual(asWritten)
    document.paths = {}
    expect(openapi()).toEqual(asWritten)
  })

  it('a configuration knows the options of the command line, all of them, by their names', () => {
    const all: Required<{ [Name in keyof Config]: Exclude<Config[Name], undefined> }> = {
      ...{
        baseUrl: 'http://127.0.0.1:9/v1',
        env: '.env',
        allowHttp: true,
        profile: 'smoke',
        only: ['auth'],
        strict: true,
      },
      ...{ waive: { 'auth.unknown-key': 'mended soon' }, complete: true, pollInterval: '1.5s', model: 'a' },
      ...{
        maxResolution: '720p',
        maxDuration: 5,
        maxJobs: 3,
        maxVideoSeconds: 30,
        maxRequests: 100,
        rate: 5,
        concurrency: 4,
      },
      ...{ prices: { unit: 'credits', rates: [{ perSecond: '0.5' }] }, maxCost: 20 },
      ...{ media: false, maxDownload: '8MiB' },
      ...{ ca: 'ca.pem', clientCert: 'me.pem', clientKey: 'me.key', http1: true, insecure: true },
      ...{
        deadline: '10m',
        burst: 2,
        generate: 0,
        seed: 1,
        redact: ['nightingale'],
        out: 'out',
        keep: 2,
        report: ['junit'],
      },
      ...{ quiet: true, verbose: true, junitWarnings: 'failure' },
    }
    const typed = addRunOutputOptions(addTargetOptions(new Command())).options.map((each) => each.attributeName())
    // What is said either way is one name.
    expect(Object.keys(all).sort()).toEqual([...new Set(typed)].filter((name) => name !== 'config').sort())
    expect(Object.keys(readOptions(all, 'options')).sort()).toEqual(Object.keys(all).sort())
  })

  it('keys go over plain http to another machine only where that is allowed, in tests as well', async () => {
    const server = { baseUrl: 'http://api.test/v1', keys: { key: 'cl_0123456789abcdef' } }
    await expect(run(server)).rejects.toThrow('--allow-http (allowHttp: true)')
    await expect(plan(server)).rejects.toThrow('--allow-http')
    expect(await plan({ ...server, allowHttp: true, profile: 'smoke' })).toMatchObject({ baseUrl: server.baseUrl })
    const asked = await settled(server)
    expect(() =>
      hostRun({ ...asked, suites: SUITES, chosen: SUITES.flatMap(({ checks }) => checks.map(({ id }) => id)) }),
    ).toThrow('--allow-http')
  })

  it('defineConfig gives back what it was given', () => {
    const config = { pollInterval: '5s', maxJobs: 3 } as const
    expect(defineConfig(config)).toBe(config)
  })
})

describe('judge', () => {
  it('reaches the verdicts of a recorded run again, and of its traffic as HAR', async () => {
    const out = join(folder, 'out')
    const first = await run({ ...(await served()), ...SMOKE, only: ['auth', 'paths'], out })
    const again = await judge(out)
    expect(again.differences).toEqual([])
    expect(again.report.clauses).toEqual(first.report.clauses)
    const { report } = await judge({ har: JSON.parse(first.render('har')) })
    expect(report).toMatchObject({ target: { baseUrl: service!.baseUrl }, exit: 0 })
  })

  it('says what is wrong with a folder or a file', async () => {
    await expect(judge(folder)).rejects.toThrow(/no recorded run/)
    await expect(judge({ har: 'nothing' })).rejects.toBeInstanceOf(UsageError)
  })
})

it.each(['./node-version.ts', '../cli/bin.js'])('%s names the Node that package.json does', (path) => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(JSON.parse(read('../package.json')).engines.node)!
  expect([...read(path).matchAll(/\d+/g)].map(([number]) => number)).toEqual(expect.arrayContaining([major, minor]))
})

it('prints nothing, ends no process and hears no signal', () => {
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
