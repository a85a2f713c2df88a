import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { around } from '../../service/interface/behaviour.ts'
import type { Layer } from '../../service/layers.ts'
import { type RunningService, startService } from '../../service/start.ts'
import type { DriftReport } from '../../tools/drift/report.ts'
import { command, type Finished, onlyKeyOf, temporaryFolder } from './command.ts'

/** Changes the type of a balance field. */
const creditsInText: Layer = {
  name: 'credits in text',
  patch: (behaviour) =>
    around(behaviour, 'balance', (next, caller) => {
      const balance = next(caller) as { credits: number }
      return { ...balance, credits: balance.credits.toFixed(2) }
    }),
}

const currencyToo: Layer = {
  name: 'a currency',
  patch: (behaviour) =>
    around(behaviour, 'balance', (next, caller) => ({ ...(next(caller) as object), currency: 'EUR' })),
}

let service: RunningService
const folder = temporaryFolder()
const within = (name: string) => join(folder.path, name)
const drift = (args: string[], env: Record<string, string> = {}): Promise<Finished> =>
  command(['drift', ...args], { cwd: folder.path, env: { ...onlyKeyOf(service), ...env } })
const check = (...args: string[]) => drift(['check', '--poll-interval', '20ms', '--quiet', ...args])
const found = () => JSON.parse(readFileSync(within('.gatecheck/drift.json'), 'utf8')) as DriftReport
const baseline = () => readFileSync(within('gatecheck-baseline.json'), 'utf8')

async function whileThereIs<T>(layer: Layer, act: () => Promise<T>): Promise<T> {
  service.layers.put(layer)
  try {
    return await act()
  } finally {
    service.layers.takeOff(layer.name)
  }
}

beforeAll(async () => {
  service = await startService()
  const recorded = await drift(['record', '--poll-interval', '20ms'])
  expect(recorded, recorded.stderr).toMatchObject({ code: 0 })
})

afterAll(async () => {
  await service.close()
  folder.remove()
})

describe('gatecheck drift', () => {
  it('records a baseline without keys, ids and times, and the same one again', async () => {
    const before = baseline()
    expect(before).not.toContain(service.keys.own)
    expect(before).not.toMatch(/[\da-f]{8}-[\da-f]{4}-|20\d\d-\d\d/)
    const anew = await drift(['record', '--update', '--poll-interval', '20ms'])
    expect(anew.code, anew.stderr).toBe(0)
    writeFileSync(within('before.json'), before)
    const compared = await drift(['diff', 'before.json', 'gatecheck-baseline.json', '--fail-on', 'compatible'])
    expect(compared, compared.stdout).toMatchObject({ code: 0, stdout: expect.stringMatching(/^SAME/m) })
  })

  it('prints its cost first and makes one job', async () => {
    const ended = await drift(['check', '--poll-interval', '20ms'])
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stderr).toMatch(
      /at most \d+ jobs with \d+ s of video \(1 job with 1 s of video if the server conforms\), \d+ requests/,
    )
    expect(ended.stdout).toMatch(/SAME .*$/m)
    const { verdict, spent, proof } = found()
    expect(verdict).toBe('same')
    expect(spent.jobs).toBe(1)
    expect(spent.requests).toBeLessThanOrEqual(60)
    expect(proof).toMatchObject({ missed: [] })
  })

  it('fails on a breaking change until it is accepted', async () => {
    await whileThereIs(creditsInText, async () => {
      const ended = await check()
      expect(ended.code, ended.stderr).toBe(1)
      expect(ended.stdout).toContain('/credits is now a string in GET /billing/balance 200; before: a number')
      const [change] = found().changes
      expect(change).toMatchObject({ kind: 'breaking', where: { pointer: '/credits' }, before: 'number' })
      const accepted = await drift(['accept', change!.id, '--reason', 'announced for March'])
      expect(accepted, accepted.stderr).toMatchObject({ code: 0 })
      expect(baseline()).toContain('announced for March')
      expect((await check()).code).toBe(0)
      expect(found().changes[0]).toMatchObject({ id: change!.id, accepted: 'announced for March' })
    })
    const gone = await check()
    expect(gone.code).toBe(0)
    expect(found().stale).toMatchObject([{ reason: 'announced for March' }])
    expect(gone.stdout).toContain('stale')
  })

  it('ignores fields that the client does not read with --only-relied-on', async () => {
    const interaction = {
      request: { method: 'GET', path: '/v1/models' },
      response: { status: 200, body: { models: [{ alias: 'x' }] } },
    }
    const pact = {
      consumer: { name: 'a' },
      provider: { name: 'b' },
      interactions: [{ description: 'x', ...interaction }],
    }
    writeFileSync(
      within('client.json'),
      JSON.stringify({ ...pact, metadata: { pactSpecification: { version: '2.0.0' } } }),
    )
    await whileThereIs(creditsInText, async () => {
      expect((await check('--relies-on', 'client.json', '--baseline', 'gatecheck-baseline.json')).code).toBe(0)
      await drift(['record', '--baseline', 'fresh.json', '--poll-interval', '20ms'])
    })
    expect((await check('--baseline', 'fresh.json', '--relies-on', 'client.json')).code).toBe(1)
    expect((await check('--baseline', 'fresh.json', '--relies-on', 'client.json', '--only-relied-on')).code).toBe(0)
    expect(found().changes[0]).toMatchObject({ kind: 'breaking', reliedOn: false })
  })

  it('writes no baseline in CI, and needs one', async () => {
    const before = baseline()
    expect(await drift(['record', '--update'], { CI: 'true' })).toMatchObject({ code: 64 })
    expect(await drift(['accept', '--all', '--reason', 'x'], { CI: 'true' })).toMatchObject({ code: 64 })
    expect(baseline()).toBe(before)
    const missing = await drift(['check', '--baseline', 'nowhere.json'], { CI: 'true' })
    expect(missing).toMatchObject({ code: 64 })
    expect(missing.stderr).toContain('drift record')
  })

  it('has no verdict on an unreachable server', async () => {
    const ended = await drift(['check', '--base-url', 'http://127.0.0.1:9/v1'])
    expect(ended.code).toBe(2)
    expect(found().verdict).toBe('unknown')
    const elsewhere = await drift(['record', '--base-url', 'http://127.0.0.1:9/v1', '--baseline', 'none.json'])
    expect(elsewhere.code).toBe(2)
    expect(existsSync(within('none.json'))).toBe(false)
  })

  it('appends a line per check to its log', async () => {
    await check('--log', 'drift.log')
    await check('--log', 'drift.log')
    const lines = readFileSync(within('drift.log'), 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ verdict: 'same' }, { verdict: 'same' }])
  })

  it('compares baselines and recorded runs, offline', async () => {
    await whileThereIs(currencyToo, () => check())
    const offline = { GATECHECK_BASE_URL: 'http://127.0.0.1:9/v1' }
    const ended = await drift(['diff', 'gatecheck-baseline.json', '.gatecheck', '--fail-on', 'compatible'], offline)
    expect(ended.code, ended.stderr).toBe(1)
    expect(ended.stdout).toContain('/currency')
    // The exchanges are in the folder of the later run, wherever the reports go.
    const between = ['diff', 'gatecheck-baseline.json', '.gatecheck', '--out', 'compared']
    const [, n] = /gatecheck show (\d+)[;`]/.exec((await drift(between, offline)).stdout) ?? []
    expect(await command(['show', n!], { cwd: folder.path })).toMatchObject({ code: 0 })
    expect(await drift(['diff', 'gatecheck-baseline.json', 'gatecheck-baseline.json'], offline)).toMatchObject({
      code: 0,
    })
  })

  it('refuses a HAR in place of a baseline', async () => {
    writeFileSync(within('run.har'), '{ "log": { "entries": [] } }')
    const { code, stderr } = await drift(['diff', 'run.har', 'gatecheck-baseline.json'])
    expect(stderr).toContain('run.har is a HAR file: drift diff compares baselines and folders of recorded runs')
    expect(code).toBe(64)
  })

  it('adds rounds to a baseline with --merge, and replaces it only with --update', async () => {
    const refused = await drift(['record', '--poll-interval', '20ms'])
    expect(refused).toMatchObject({ code: 64 })
    expect(refused.stderr).toContain('--update')
    const merged = await drift([
      'record',
      '--merge',
      '--poll-interval',
      '20ms',
      '--baseline',
      'gatecheck-baseline.json',
    ])
    expect(merged.code, merged.stderr).toBe(0)
    expect(JSON.parse(baseline())).toMatchObject({ rounds: 4 })
  })

  it('compares a published OpenAPI document with the specification and the baseline', async () => {
    const { stdout: own } = await command(['openapi'], { cwd: folder.path })
    writeFileSync(within('openapi.json'), own)
    const agrees = await drift(['openapi', 'openapi.json'])
    expect(agrees, agrees.stdout).toMatchObject({ code: 0, stdout: expect.stringMatching(/AGREES .*\n$/) })
    writeFileSync(within('openapi.json'), own.replace('"202"', '"201"'))
    const misleads = await drift(['openapi', 'openapi.json', '--json', 'findings.json'])
    expect(misleads).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('POST /videos succeeds with 201; the specification says 202'),
    })
    expect(JSON.parse(readFileSync(within('findings.json'), 'utf8'))).toMatchObject({ seen: 'gatecheck-baseline.json' })
    expect(await drift(['openapi', 'nowhere.json'])).toMatchObject({ code: 64 })
  })
})
