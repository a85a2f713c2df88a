import { describe, expect, it } from 'vitest'
import { configure, type Wishes } from '../../engine/config/configuration.ts'
import type { ExpectedFailure, ExpectedFailures } from '../../engine/config/expected.ts'
import { ANY_GENERATED, failedKinds } from '../../engine/expected/kinds.ts'
import { listAfter } from '../../engine/expected/list.ts'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, BEGAN } from '../../engine/history/handwritten-for-tests.ts'
import { recordingOf } from '../../engine/history/recording.ts'
import { experiment, rule, type Suite } from '../../engine/judge/check.ts'
import { isUnauthorized } from '../../engine/judge/expectations.ts'
import { judge } from '../../engine/judge/judging.ts'
import { judgeProbes } from '../../engine/judge/probes.ts'
import { fail, pass } from '../../engine/judge/verdict.ts'
import { listToChange, waivedAndWorse } from './known-failures.ts'
import { reportOf } from './reporting.ts'

const CLAUSE = 'auth.header-required'
const keyless = (id: string) =>
  experiment({
    ...{ id, clause: CLAUSE, suite: 'auth', title: '', max: () => ({ requests: 1 }), drive: async () => {} },
    judge: (evidence) => judgeProbes(evidence, isUnauthorized),
  })
/** Fails for each response whose status word is new. */
const statuses = rule<{ violations: Parameters<typeof fail>[0][number][] }>({
  ...{ id: 'jobs.status-is-a-listed-word', clause: 'jobs.status-is-a-listed-word', suite: 'jobs', title: '' },
  begin: () => ({ violations: [] }),
  see({ violations }, { n, purpose, answer }) {
    if (purpose.by === 'jobs') violations.push({ expected: 'a word', received: answer!.body, evidence: [n] })
  },
  conclude: ({ violations }) => (violations.length > 0 ? fail(violations, violations.length) : pass(1, [1])),
})
const SUITE: Suite = { name: 'auth', about: '', checks: [keyless(CLAUSE), keyless(`${CLAUSE}/newer`), statuses] }
const PLANNED = SUITE.checks.map(({ id }) => ({ id }))

const entry = (fields: Partial<ExpectedFailure> = {}): ExpectedFailure => ({
  ...{ clause: CLAUSE, endpoint: 'GET /models', case: 'no header', received: '200', reason: 'models are public' },
  ...{ lines: [11, 15], ...fields },
})
const listOf = (...failures: ExpectedFailure[]): ExpectedFailures => ({
  ...{ file: 'f.yaml', version: '0', target: '', since: '2025-12-01', first: 3, profile: 'smoke', generate: 0 },
  ...{ checks: [CLAUSE, statuses.id], failures },
})

const control = () => answered(200, { by: CLAUSE })
const probe = (path: string, status: number, more: Partial<Parameters<typeof answered>[1]> = {}) =>
  answered(status, { by: CLAUSE, path: `/v1${path}`, part: 'probe', key: '', case: `no header, GET ${path}`, ...more })
/** A run of these exchanges, the first of which is the control request of all probes. */
function historyOf(exchanges: readonly Exchange[], wishes: Wishes): HistoryEntry[] {
  const [first] = exchanges
  const linked = exchanges.map((each) =>
    each.purpose.part === 'probe' ? { ...each, purpose: { ...each.purpose, twin: first!.n } } : each,
  )
  const end = { ...answered(200, { by: CLAUSE, part: 'control' }) }
  const driven = PLANNED.map(({ id }) => ({ kind: 'driven' as const, by: id }))
  const configuration = configure({ seed: 1, profile: 'smoke', ...wishes }, true)
  const began = { ...BEGAN, configuration, planned: PLANNED }
  return [began, ...linked, end, ...driven, { kind: 'ended', at: 1, how: 'whole' }]
}
const judged = (exchanges: readonly Exchange[], wishes: Wishes = {}) => {
  const history = historyOf(exchanges, wishes)
  const judgement = judge(history, [SUITE])
  return { judgement, recording: recordingOf(history), report: reportOf(judgement, history, '') }
}
const outcome = (exchanges: readonly Exchange[], wishes: Wishes) => {
  const { report } = judged(exchanges, wishes)
  return { exit: report.exit, states: report.failures?.map(({ state }) => state), change: listToChange(report) }
}

describe('a list of known failures', () => {
  it('accepts a failure that it lists', () => {
    const wishes = { expected: listOf(entry()) }
    expect(outcome([control(), probe('/models', 200)], wishes)).toEqual({ exit: 0, states: ['known'], change: [] })
    const { clauses } = judged([control(), probe('/models', 200)], wishes).report
    expect(clauses.find(({ id }) => id === CLAUSE)).toMatchObject({
      known: true,
      waived: expect.stringMatching('public'),
    })
  })

  it.each<[string, ReturnType<typeof probe>]>([
    ['another endpoint', probe('/usage', 200)],
    ['another response', probe('/models', 500)],
    ['another case', probe('/models', 200, { case: 'no key, GET /models' })],
  ])('fails for %s in the same clause, and shows it first', (_, worse) => {
    const exchanges = [control(), probe('/models', 200), worse]
    const { report } = judged(exchanges, { expected: listOf(entry()) })
    expect(report).toMatchObject({
      exit: 1,
      failures: expect.arrayContaining([expect.objectContaining({ state: 'broken' })]),
    })
    const clause = report.clauses.find(({ id }) => id === CLAUSE)!
    expect(clause.violations![0]!.evidence.at(-1)).toBe(worse.n)
  })

  it('finds a new failure behind more known ones than a report lists', () => {
    const known = Array.from({ length: 30 }, (_, index) => probe('/models', 200, { case: `key ${index}, GET /models` }))
    const worse = probe('/usage', 200)
    const { report } = judged([control(), ...known, worse], { expected: listOf(entry({ case: 'any probe' })) })
    expect(report.exit).toBe(1)
    expect(report.clauses.find(({ id }) => id === CLAUSE)!.violations![0]!.evidence).toEqual([worse.n])
  })

  it('is stale if a listed case no longer fails, and names the lines', () => {
    expect(outcome([control(), probe('/models', 401)], { expected: listOf(entry()) })).toMatchObject({
      exit: 1,
      change: [{ fails: true, message: expect.stringContaining('delete lines 11-15 of f.yaml') }],
    })
  })

  it.each<[string, Exchange[], Wishes, Partial<ExpectedFailures>]>([
    ['of which the run sent no such case', [probe('/usage', 200)], {}, {}],
    ['of a filtered run', [probe('/models', 401)], { only: ['auth'] }, {}],
    ['of a smaller profile', [probe('/models', 401)], {}, { profile: 'full' }],
    ['whose probe met a network error', [probe('/usage', 200), probe('/models', 503)], {}, {}],
  ])('is not stale for an entry %s', (_, exchanges, wishes, list) => {
    const usage = entry({ endpoint: 'GET /usage' })
    const { change } = outcome([control(), ...exchanges], {
      ...wishes,
      expected: { ...listOf(entry(), usage), ...list },
    })
    expect(change.filter(({ message }) => message.includes('/models'))).toEqual([])
  })

  it('does not count an entry whose last day is past', () => {
    const exchanges = [control(), probe('/models', 200)]
    expect(outcome(exchanges, { expected: listOf(entry({ until: '2026-01-01' })) }).exit).toBe(0)
    expect(outcome(exchanges, { expected: listOf(entry({ until: '2025-12-31' })) })).toEqual({
      exit: 1,
      states: ['broken'],
      change: [expect.objectContaining({ fails: false, message: expect.stringContaining('2025-12-31') })],
    })
  })

  it('marks failures of checks newer than the list and passes', () => {
    const exchanges = [control(), probe('/models', 200, { by: `${CLAUSE}/newer` }), probe('/usage', 401)]
    expect(outcome(exchanges, { expected: listOf() })).toEqual({ exit: 0, states: ['new check'], change: [] })
  })
})

describe('kinds of failures', () => {
  const kindsOf = (...exchanges: Exchange[]) => {
    const { judgement } = judged([control(), ...exchanges])
    return failedKinds(judgement.judged, judgement.facts).map(({ endpoint, case: what, received }) => [
      endpoint,
      what,
      received,
    ])
  }

  it('have no ids, tokens and numbers that differ in each run', () => {
    const poll = (body: string, id: string) =>
      answered(200, { by: 'jobs', part: 'poll', job: 1, polled: id, path: `/v1/videos/${id}`, body })
    const [first, second] = ['0b0e3e34-b05e-4741-9924-135ef65cc12b', 'job_8f3k2m9x7q1z']
    expect(kindsOf(poll(`id ${first} after 12 s`, first), poll(`id ${second} after 7.5 s`, second))).toEqual([
      ['GET /videos/{id}', 'valid request', 'id … after # s'],
    ])
  })

  it('are one for all generated probes of an endpoint', () => {
    const drawn = (what: string) => probe('/models', 200, { case: what, breaks: CLAUSE })
    expect(kindsOf(drawn('key 1'), drawn('key 2'))).toEqual([['GET /models', 'generated probe', '200']])
  })
})

describe('writing a list', () => {
  const written = (exchanges: Exchange[], list?: ExpectedFailures) => {
    const { judgement, recording } = judged(exchanges, list ? { expected: list } : {})
    const failed = failedKinds(judgement.judged, judgement.facts)
    return listAfter(list, { judgement, recording, failed, checks: [CLAUSE], target: 'https://server.test/v1' })
  }

  it('lists many cases of an endpoint as one entry', () => {
    const many = Array.from({ length: 30 }, (_, index) => probe('/models', 200, { case: `key ${index}, GET /models` }))
    expect(written([control(), ...many, probe('/usage', 200)])).toMatchObject({
      first: 2,
      failures: [
        { endpoint: 'GET /models', case: 'any probe' },
        { endpoint: 'GET /usage', case: 'no header' },
      ],
    })
  })

  it('lists generated probes once a clause, and only if no other entry covers them', () => {
    const drawn = (path: string) => probe(path, 200, { breaks: CLAUSE })
    const covered = written([control(), probe('/models', 200), drawn('/models')])
    expect(covered.failures).toMatchObject([{ endpoint: 'GET /models', case: 'no header' }])
    const alone = written([control(), drawn('/models'), drawn('/usage')])
    expect(alone.failures).toEqual([{ clause: CLAUSE, ...ANY_GENERATED }])
    const list = listOf({ ...entry(), ...ANY_GENERATED })
    expect(outcome([control(), drawn('/capacity')], { expected: list }).exit).toBe(0)
    expect(outcome([control(), probe('/capacity', 401)], { expected: list }).exit).toBe(0)
    expect(outcome([control(), probe('/capacity', 200)], { expected: list }).exit).toBe(1)
  })

  it('keeps reasons, dates and the first count, drops stale entries and keeps those not judged', () => {
    const list = listOf(
      entry({ until: '2027-01-01' }),
      entry({ endpoint: 'GET /usage' }),
      entry({ endpoint: 'GET /capacity', reason: 'not judged' }),
    )
    const after = written([control(), probe('/models', 200), probe('/usage', 401)], list)
    expect(after).toMatchObject({ first: 3, since: '2025-12-01' })
    expect(after.failures).toMatchObject([
      { endpoint: 'GET /capacity', reason: 'not judged' },
      { endpoint: 'GET /models', reason: 'models are public', until: '2027-01-01' },
    ])
  })
})

describe('a waived clause', () => {
  it('warns if it fails in more ways than in the earlier run', () => {
    const waive = [{ clause: CLAUSE, reason: 'models are public' }] as const
    const before = judged([control(), probe('/models', 200)], { waive: [...waive] }).report
    const after = judged([control(), probe('/models', 200), probe('/usage', 200)], { waive: [...waive] }).report
    expect(waivedAndWorse({ report: after, earlier: before })).toEqual([
      expect.stringContaining('GET /usage: no header'),
    ])
    expect(waivedAndWorse({ report: before, earlier: before })).toEqual([])
  })
})
