import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { planOf } from '../../clients/plan.ts'
import { CLIENT_SCENARIOS } from '../../clients/scenarios/index.ts'
import { momentOf } from '../../clients/trials-for-tests.ts'
import { HOSTILE } from '../../runner/report/sample-report-for-tests.ts'
import { OBEYED } from '../hostile-run-for-tests.ts'
import { faultInXml, jenkinsOn, xmllintIsHere } from '../junit/xml-for-tests.ts'
import { certificationTerminal, clientPlanText } from './certification.ts'
import { clientJson } from './json.ts'
import { clientJUnit } from './junit.ts'
import { clientPage } from './page/page.ts'
import { hostileClient, TRIED } from './sample-tried-for-tests.ts'
import { scenarioLine } from './scenarios.ts'
import { pausesIn, waitsIn } from './waits.ts'

const reports = { ...TRIED, hostile: hostileClient([HOSTILE, 'x'.repeat(9000)]) }
const screen = { color: false, width: 100 }
const paint = (_: string, text: string) => text

const ajv = new Ajv2020({ allErrors: true, strictTypes: true, allowUnionTypes: true })
formats.default(ajv)
const schema = JSON.parse(readFileSync(new URL('../schemas/client.schema.json', import.meta.url), 'utf8'))
const validate = ajv.compile(schema)

describe.each(Object.entries(reports))('a client that was tried: %s', (_, report) => {
  it('is what its published schema says', () => {
    expect(validate(JSON.parse(clientJson(report))) ? [] : validate.errors).toEqual([])
  })

  it('is told to a terminal, a browser and a build server in nothing that they obey', () => {
    const line = report.scenarios.map((each) => scenarioLine(each, () => true, { ...screen, paint })).join('\n')
    for (const text of [
      certificationTerminal(report, screen),
      clientPage(report),
      clientJUnit(report),
      clientJson(report),
      line,
    ])
      expect(text).not.toMatch(OBEYED)
  })

  it('is JUnit XML as Jenkins reads it', () => {
    const xml = clientJUnit(report)
    expect(faultInXml(xml)).toBeUndefined()
    if (xmllintIsHere) expect(jenkinsOn(xml).stderr.toString()).toBe('- validates\n')
  })
})

const outcomesIn = (xml: string) => ({
  failures: [...xml.matchAll(/<testcase name="([^"]*)"[^>]*><failure/g)].map(([, name]) => name),
  errors: [...xml.matchAll(/<testcase name="([^"]*)"[^>]*><error/g)].map(([, name]) => name),
})

it('lets a build fail by a must clause and its scenario, and by nothing else', () => {
  expect(outcomesIn(clientJUnit(TRIED.good))).toEqual({ failures: [], errors: [] })
  const { failures, errors } = outcomesIn(clientJUnit(TRIED.bad))
  expect(failures).toEqual(['client.keeps-its-key-in-the-header', expect.stringMatching(/^wait-7: /)])
  expect(errors).toEqual([])
  expect(outcomesIn(clientJUnit({ ...TRIED.bad, strict: true })).failures).toContain('client.polls-within-5-s')
})

it('shows no green build where a client could not be tried', () => {
  expect(outcomesIn(clientJUnit(TRIED.stopped)).errors).toEqual(['the client comes to a verdict'])
})

it('tells the one reason first, with what to do and what was printed, and the verdict last', () => {
  const text = certificationTerminal(TRIED.stopped, { ...screen, reports: ['out/client.html'] })
  expect(text).toMatch(
    /^FIRST {2}It ended at once without a single request\.\n +Let it send one\.\n +\| no such module\n/,
  )
  expect(text).toContain('Reports: out/client.html')
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^NO VERDICT {2}It ended at once/)
})

it('shows a fault of gatecheck as its own, with the place where it happened', () => {
  const text = certificationTerminal(TRIED.crashed, screen)
  expect(text).toMatch(/^Faults of gatecheck itself.*\n {2}gzip: RangeError: no such name\n {4}at play /m)
  expect(text.trimEnd().split('\n').at(-1)).toBe('FAULT  gatecheck itself failed: please report it')
  expect(clientPage(TRIED.crashed)).toContain('Faults of gatecheck itself')
})

it('tells what was seen and is judged by nobody', () => {
  const text = certificationTerminal(TRIED.bad, screen)
  expect(text).toMatch(/^wait-7: Its download was cut off: it did nothing more, and has no video\.$/m)
  expect(text).toContain('left running: sleep (41)')
  expect(text).toMatch(/FAIL {2}1 must clause and 1 should clause/)
})

it('has a line for each scenario while they go on', () => {
  const [plain, busy, gzip] = TRIED.bad.scenarios.map((each) =>
    scenarioLine(each, (id) => id === 'client.keeps-its-key-in-the-header', { ...screen, width: 200, paint }),
  )
  expect(plain).toMatch(/^✔ plain +exit 0 +4\.5 s {2}A job is taken on/)
  expect(busy).toMatch(
    /^✘ wait-7 .*breaks client\.keeps-its-key-in-the-header, client\.polls-within-5-s \(tried again alone\)$/,
  )
  expect(gzip).toMatch(/^\? gzip /)
})

it('plans in words', () => {
  const text = clientPlanText(planOf(CLIENT_SCENARIOS, 4, 120_000), 7)
  expect(text).toMatch(new RegExp(`^${CLIENT_SCENARIOS.length} scenarios, 4 at once`))
  expect(text).toMatch(/\n {2}wait-20 +42 s {2}The submission is answered 429 twice, with Retry-After: 20\.\n/)
  expect(text).toMatch(
    /\nAbout \d+ (s|min) for a client .*; \d+ min at most, at 120 s each\.\nSeed 7: --seed 7 draws .*\n$/,
  )
})

it('knows what a 429 asked for, and how long was waited', () => {
  const moments = [
    momentOf('submission', { at: 100, ms: 10, status: 429, wait: 2 }),
    momentOf('reading', { at: 500, status: 429, wait: 9 }),
    momentOf('submission', { at: 2310, status: 202 }),
    momentOf('poll', { at: 3000, ms: 100 }),
    momentOf('poll', { at: 6100, ms: 10, status: 429, wait: 7 }),
  ]
  expect(waitsIn(moments)).toEqual([
    { from: 110, askedMs: 2000, keptMs: 2200, of: 'submission' },
    { from: 6110, askedMs: 7000, of: 'poll' },
  ])
  expect(pausesIn(moments)).toEqual([3000])
})
