import { describe, expect, it } from 'vitest'
import type { Profile } from '../../engine/config/configuration.ts'
import { startedOn } from '../../fixtures/changes/changed-servers.ts'
import { tells } from '../../fixtures/changes/told-readings.ts'
import { asEmbedded, type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { STRANGERS } from '../../fixtures/strangers/index.ts'
import { DIALECTS } from '../../service/dialects/index.ts'
import { SUITES } from '../../suites/index.ts'
import { readBaseline } from '../drift/baseline/file.ts'
import { compare } from '../drift/comparing/compare.ts'
import type { DriftReport } from '../drift/report.ts'
import { checkedOn, recordedOn } from './two-days.ts'

const ASKED = { suites: SUITES, profile: 'smoke' } as const
const MOST_BYTES = 60_000

async function recorded(start: () => Promise<Embedded>, seed?: number): Promise<{ text: string; secrets: string[] }> {
  const { provision, close } = await start()
  try {
    const { text } = await recordedOn(provision, { ...ASKED, ...(seed !== undefined && { seed }) })
    return { text, secrets: Object.values(provision.keys).flatMap((key) => key ?? []) }
  } finally {
    await close()
  }
}

describe('the baseline of', () => {
  it.concurrent.each(Object.keys(DIALECTS))('%s is small, and has no keys, ids, urls or times', async (dialect) => {
    const { text, secrets } = await recorded(() => startEmbedded({ dialect }))
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES)
    // The target is named only once.
    const facts = text.replace(/^ {2}"target": .*$/m, '').replace(/"sha256":"[0-9a-f]{64}"/, '')
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(facts).not.toMatch(/https?:\/\//)
    expect(facts).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(facts).not.toMatch(/\d{4}-\d\d-\d\d|\b1[5-9]\d{8,11}\b/)
    expect(facts).not.toMatch(/[A-Za-z0-9_-]*\d[A-Za-z0-9_-]{20,}/)
  })

  it.concurrent.each(STRANGERS.map(({ id, start }) => [id, () => start().then(asEmbedded)] as const))(
    '%s, made twice with two seeds, differs in nothing but what its scatter says',
    async (_, start) => {
      const [one, other] = await Promise.all([recorded(start, 1), recorded(start, 20_261_122)])
      for (const { text } of [one, other]) expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES)
      const told = ({ changes }: ReturnType<typeof compare>) =>
        changes.map(({ event, where, before, after }) => JSON.stringify({ event, where, before, after }))
      expect(told(compare(readBaseline(one.text), readBaseline(other.text)))).toEqual([])
      expect(told(compare(readBaseline(other.text), readBaseline(one.text)))).toEqual([])
    },
    180_000,
  )
})

/** The full profile takes minutes. */
const PAIRS = [
  ['smoke', 'standard'],
  ['standard', 'smoke'],
] as const

async function checkedInEachPair({ provision, close }: Embedded): Promise<DriftReport[]> {
  const texts = new Map<Profile, string>()
  const checks: DriftReport[] = []
  for (const [before, now] of PAIRS) {
    const asked = { suites: SUITES.filter(({ startsAProcess }) => !startsAProcess) }
    const text = texts.get(before) ?? (await recordedOn(provision, { ...asked, profile: before })).text
    texts.set(before, text)
    checks.push(await checkedOn(provision, text, { ...asked, profile: now }))
  }
  await close()
  return checks
}

const told = ({ changes }: DriftReport) => changes.filter(({ kind }) => kind !== 'noise').map(({ what }) => what)

describe('an unchanged server', () => {
  it.concurrent.each(['plain', 'problem-details'])(
    'shows no change in another profile than the baseline: %s',
    async (dialect) => {
      const checks = await checkedInEachPair(await startEmbedded({ dialect }))
      expect(checks.flatMap(told)).toEqual([])
      for (const { compared } of checks) expect(compared!.both).toBeGreaterThan(30)
    },
  )

  it('shows no change when a larger profile finds a fault that it had before', async () => {
    const fault = FAULTS.find(({ id }) => id === 'string-body-is-the-prompt')!
    const checks = await checkedInEachPair(await startedOn(fault.id, { patch: fault.patch }))
    expect(checks.flatMap(told)).toEqual([])
    expect(checks[0]!.notCompared).toContainEqual({
      what: fault.breaks,
      where: { clause: fault.breaks },
      why: 'fails now, but on requests that the baseline did not send',
    })
  })
})

it('finds a change in a larger profile than the baseline, too', async () => {
  const asked = { suites: SUITES.filter(({ startsAProcess }) => !startsAProcess) }
  const { text } = await recorded(() => startEmbedded())
  const patch = tells<{ plan?: unknown }>('balance', ({ plan: _, ...others }) => others)
  const { provision, close } = await startedOn('no-plan', { patch })
  const check = await checkedOn(provision, text, { ...asked, profile: 'standard' }).finally(close)
  expect(told(check)).toEqual(['/plan in GET /billing/balance 200 is gone.'])
})

it('reports a field missing in one of ten responses, or lists it with the sightings needed', async () => {
  const { text } = await recorded(() => startEmbedded())
  let nth = 0
  const { provision, close } = await startedOn('one-in-ten', {
    patch: tells<{ plan?: unknown }>('balance', ({ plan, ...others }) =>
      nth++ % 10 === 0 ? others : { plan, ...others },
    ),
  })
  const { changes, seldom } = await checkedOn(provision, text, ASKED).finally(close)
  const told = [...changes.filter(({ kind }) => kind !== 'noise'), ...seldom]
  const found = told.filter(({ where }) => where.pointer === '/plan')
  expect(found).toMatchObject([{ event: 'missing at times', kind: 'breaking', counts: { before: [0, 10] } }])
  for (const each of seldom) expect(each.sightingsNeeded, each.what).toBeGreaterThan(1)
})
