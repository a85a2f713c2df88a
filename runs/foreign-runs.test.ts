import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { observedIn } from '../drift/baseline/baseline.ts'
import { baselineText, NoBaseline, readBaseline } from '../drift/baseline/file.ts'
import { startEmbedded } from '../fixtures/embedded.ts'
import { againLine } from '../reporters/broken/again.ts'
import { REPORTERS } from '../reporters/index.ts'
import { differences } from '../runner/report/differences.ts'
import { UsageError } from '../runner/settings/target.ts'
import { changed, changes } from './mutations-for-tests.ts'
import { perform } from './perform.ts'
import { recordedReport, recordedRun } from './recorded-run.ts'

let folder: string
let lines: string[]
let report: string
const place = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatecheck-foreign-'))
  const { provision, close } = await startEmbedded()
  try {
    const wishes = { profile: 'smoke', pollIntervalMs: 5, seed: 1 } as const
    await perform({ provision, local: true, out: folder, report: [], wishes })
  } finally {
    await close()
  }
  lines = readFileSync(place('history.jsonl'), 'utf8').trimEnd().split('\n')
  report = JSON.stringify(JSON.parse(readFileSync(place('report.json'), 'utf8')))
})
afterAll(() => rmSync(folder, { recursive: true }))

const written = (text: string, name = 'history.jsonl') => writeFileSync(place(name), text)

/** All that is made of a recorded run, or the words that refuse it. */
function madeOf(text: string): string[] | string {
  written(text)
  try {
    const run = recordedRun(folder)
    const record = { report: run.report, history: run.entries, historyPath: place('history.jsonl') }
    expect(run.report.exit, run.report.faults.join('\n')).not.toBe(70)
    const baseline = baselineText({ ...observedIn(run), accepted: [] })
    return [againLine(record), baseline, ...Object.values(REPORTERS).map(({ render }) => render(record))]
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
}

const sampled = (numRuns: number) => fc.sample(changes, { numRuns, seed: 11 })

describe('a history that somebody else wrote', () => {
  it('is judged and reported, or refused by name, whatever stands in it', () => {
    const made = sampled(150).map((each) => madeOf(`${changed(lines, each).join('\n')}\n`))
    const refused = made.filter((each) => typeof each === 'string')
    expect(refused.length).toBeGreaterThan(50)
    expect(made.length - refused.length).toBeGreaterThan(10)
    for (const why of refused) expect(why).toMatch(/history\.jsonl(, line \d+\b| does not begin| has the format)/)
  })

  it('is reported although something in it came before its beginning', () => {
    const before = lines.map((line) => line.replace(/"at":[\d.]+/, '"at":-500'))
    expect(madeOf(`${before.join('\n')}\n`)).toBeInstanceOf(Array)
  })

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'a profile',
      (text) => text.replace('"profile":"smoke"', '"profile":"x; id"'),
      /line 1 .*configuration\/profile: /,
    ],
    ['a seed', (text) => text.replace('"seed":1', '"seed":"1; id"'), /line 1 .*configuration\/seed: .*integer/],
    ['an address', (text) => text.replace('/v1"', '/v1\'; id"'), /line 1 .*target\/baseUrl: /],
    ['a pattern', (text) => text.replace('"only":[]', '"only":[7]'), /line 1 .*configuration\/only\/0: .*string/],
    [
      'a check',
      (text) => text.replace('"planned":[{"id":"', '"planned":[{"id":"no.'),
      /this version has no check no\./,
    ],
    ['a status', (text) => text.replace('"status":404', '"status":"404"'), /line \d+ .*answer\/status: .*integer/],
    [
      'a mark',
      (text) => text.replace('"purpose":{', '"purpose":{"mark":{"kind":"call of a page"},'),
      /purpose\/mark\/preflight/,
    ],
  ])('is refused for %s that is none, and the place is named', (_, alter, why) => {
    const text = `${lines.join('\n')}\n`
    expect(alter(text)).not.toBe(text)
    expect(madeOf(alter(text))).toMatch(why)
  })

  it('may hold any text where a text belongs, and nobody types it into a shell', () => {
    const only = `a\n';$(id) \`id\` \u001b[2J`
    const made = madeOf(`${lines.join('\n')}\n`.replace('"only":[]', JSON.stringify({ only: [only] }).slice(1, -1)))
    expect(made[0]).toContain(String.raw`--only $'a\n\x27;$(id) ${'`'}id${'`'} \x1b[2J'`)
  })
})

describe('a report that somebody else wrote', () => {
  it('is compared, or refused by name, whatever stands in it', () => {
    written(`${lines.join('\n')}\n`)
    const { report: judged } = recordedRun(folder)
    const outcomes = sampled(1000).map((each) => {
      written(changed([report], each).join('\n'), 'report.json')
      try {
        return differences(recordedReport(folder)!, judged).length
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError)
        expect((error as Error).message).toMatch(/report\.json is not (JSON$|the report of a run: .)/)
        return 'refused'
      }
    })
    expect(outcomes.filter((each) => each === 'refused').length).toBeGreaterThan(200)
    expect(outcomes.filter((each) => each !== 'refused').length).toBeGreaterThan(100)
  })
})

describe('a baseline that somebody else wrote', () => {
  it('is read and written, or refused, whatever stands in it', () => {
    written(`${lines.join('\n')}\n`)
    const where = { endpoint: 'GET /usage', status: 200 } as const
    const accepted = [{ id: '0123456789ab', reason: 'known', what: 'it is gone', where }]
    const text = JSON.stringify(JSON.parse(baselineText({ ...observedIn(recordedRun(folder)), accepted })))
    expect(() => readBaseline(text)).not.toThrow()
    const outcomes = sampled(1000).map((each) => {
      try {
        return baselineText(readBaseline(changed([text], each).join('\n'))).length
      } catch (error) {
        expect(error).toBeInstanceOf(NoBaseline)
        return 'refused'
      }
    })
    expect(outcomes.filter((each) => each === 'refused').length).toBeGreaterThan(200)
  })
})
