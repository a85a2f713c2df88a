import { causeOf, fingerprint } from '../comparing/change.ts'
import type { Where } from '../habits/habit.ts'
import type { LogEntry } from '../log.ts'
import { DRIFT_SCHEMA, type DriftChange, type DriftReport, type Seldom } from '../report.ts'
import { sentenceOf, TODO } from '../telling/sentences.ts'

type Rest = Partial<Omit<DriftChange, 'where' | 'event'>>

/** A change as a check reports it. */
export function sampleChange(event: DriftChange['event'], where: Where, rest: Rest = {}): DriftChange {
  const isNew = event === 'new'
  const [before, after] = isNew ? ['never', 'always'] : ['always', 'never']
  const kind = rest.kind ?? (COMPATIBLE.has(event) ? 'compatible' : 'breaking')
  const change = {
    ...{ kind, where, aspect: ASPECTS[event] ?? ('presence' as const), event, before: before!, after: after! },
    ...{ counts: { before: [0, 80] as [number, number], now: [12, 12] as [number, number] }, chance: 0.000012 },
    ...{ todo: TODO[event], evidence: [] as number[] },
    ...rest,
  }
  const { counts, chance } = change
  const values = { before: [change.before], after: [change.after] }
  const difference = {
    ...change,
    ...values,
    shares: {
      before: { shown: counts.before[0], of: counts.before[1] },
      now: { shown: counts.now[0], of: counts.now[1] },
    },
    chance,
  }
  return { id: fingerprint(difference), cause: causeOf(difference), what: sentenceOf(difference), values, ...change }
}

const COMPATIBLE: ReadonlySet<string> = new Set(['new', 'mended', 'accepted now', 'another order', 'slower', 'faster'])
const ASPECTS: Partial<Record<DriftChange['event'], DriftChange['aspect']>> = {
  broken: 'verdict',
  mended: 'verdict',
  'another type': 'type',
  'another form': 'form',
  'another word': 'word',
  'refused now': 'answer',
  'accepted now': 'answer',
  'another status': 'answer',
  'another choice': 'choice',
  'another state': 'state',
  'another order': 'step',
  slower: 'speed',
  faster: 'speed',
}

export function sampleDrift(rest: Partial<DriftReport> = {}): DriftReport {
  return {
    schema: DRIFT_SCHEMA,
    verdict: 'same',
    exit: 0,
    suite: { name: 'gatecheck', version: '0.1.0' },
    target: { baseUrl: 'https://api.example.com/v1' },
    baseline: { target: { baseUrl: 'https://api.example.com/v1' }, profile: 'smoke', rounds: 2, seed: 7 },
    startedAt: '2026-11-21T02:07:08.123Z',
    seconds: 12.345,
    profile: 'smoke',
    spent: { requests: 41, jobs: 1, videoSeconds: 1 },
    changes: [],
    seldom: [],
    notLookedAt: [],
    notCompared: [],
    stale: [],
    proof: {
      found: ['broken', 'mended', 'gone', 'missing at times', 'new', 'another type', 'another form', 'another word'],
      notPlanted: ['more polls', 'fewer polls'],
      missed: [],
    },
    failOn: 'breaking',
    onlyReliedOn: false,
    ...rest,
  }
}

const ERRORS: readonly Where[] = [
  { endpoint: 'elsewhere', status: 404 },
  { endpoint: 'GET /videos/{id}', status: 404 },
  { endpoint: 'GET /videos/{id}', status: 401 },
  { endpoint: 'POST /videos', status: 400 },
  { endpoint: 'GET /usage', status: 401 },
  { endpoint: 'GET /models', status: 401 },
]
const READINGS: readonly Where[] = [
  { endpoint: 'GET /models', status: 200 },
  { endpoint: 'GET /usage', status: 200 },
  { endpoint: 'GET /capacity', status: 200 },
]
const at = (places: readonly Where[], more: Where) => places.map((where) => ({ ...where, ...more }))

const envelopeGone = at(ERRORS, { pointer: '/error' }).map((where) => sampleChange('gone', where))
const envelopeMoved = ['/code', '/message'].flatMap((pointer) =>
  at(ERRORS, { pointer }).map((where, index) => sampleChange('new', where, { evidence: [7 + index, 8 + index] })),
)
const limitsGone = ['x-ratelimit-limit', 'x-ratelimit-remaining'].flatMap((header) =>
  at(READINGS, { header }).map((where) => sampleChange('gone', where)),
)
const clauseBroken = sampleChange(
  'broken',
  { clause: 'answers.errors-show-their-code' },
  { before: 'pass', after: 'fail', counts: { before: [0, 2], now: [1, 1] }, chance: 0.0012, evidence: [7, 35] },
)
const credits = sampleChange(
  'another type',
  { endpoint: 'GET /billing/balance', status: 200, pointer: '/credits' },
  {
    before: 'number',
    after: 'string',
    counts: { before: [0, 26], now: [3, 3] },
    chance: 0.0003,
    evidence: [11, 40, 44],
  },
)
const state = sampleChange(
  'another state',
  { endpoint: 'GET /videos/{id}' },
  { before: 'queued, running, succeeded', after: 'archived', evidence: [23] },
)
const slower = sampleChange(
  'slower',
  { endpoint: 'GET /usage' },
  { before: '10', after: '1000', counts: { before: [0, 2], now: [1, 1] }, chance: 0.002, evidence: [12] },
)
const alias = sampleChange('new', { alias: 'Nova-2' }, { counts: { before: [0, 20], now: [3, 3] }, evidence: [1, 9] })
const noise = sampleChange(
  'missing at times',
  { endpoint: 'GET /models', status: 200, pointer: '/data/*/tags' },
  { kind: 'noise', before: 'at times', after: 'at times', counts: { before: [3, 52], now: [3, 40] }, chance: 0.42 },
)
const seldom: Seldom = {
  ...sampleChange(
    'missing at times',
    { endpoint: 'GET /billing/balance', status: 200, pointer: '/plan' },
    { after: 'at times', counts: { before: [0, 26], now: [1, 3] }, chance: 0.1, evidence: [44] },
  ),
  sightingsNeeded: 7,
}
const notLookedAt: DriftReport['notLookedAt'] = [
  {
    what: 'GET /videos/{id} 200, a job that is failed',
    where: { endpoint: 'GET /videos/{id}', status: 200, state: 'failed' },
  },
  { what: 'GET /capacity 401', where: { endpoint: 'GET /capacity', status: 401 } },
  { what: 'accounts.other-account-sees-404', where: { clause: 'accounts.other-account-sees-404' } },
]
const stale = [
  {
    id: 'f00dfacef00d',
    reason: 'mended in release 7',
    what: 'The alias Nova-1 in GET /models is gone.',
    where: { alias: 'Nova-1' },
  },
]
const breaking = [...envelopeGone, clauseBroken, credits, ...limitsGone, state, ...envelopeMoved, slower, alias]

/** Checks as they come out. */
export const DRIFTS = {
  same: sampleDrift(),
  breaking: sampleDrift({
    verdict: 'breaking',
    exit: 1,
    changes: [...breaking, { ...clauseBroken, id: 'abcabcabcabc', accepted: 'reported as #71' }, noise],
    seldom: [seldom],
    notLookedAt,
    stale,
  }),
  'relied on': sampleDrift({
    verdict: 'breaking',
    exit: 1,
    onlyReliedOn: true,
    changes: [{ ...credits, reliedOn: true }, ...limitsGone.map((each) => ({ ...each, reliedOn: false }))],
  }),
  'in another profile': sampleDrift({
    profile: 'standard',
    compared: { both: 36, baseline: 44, now: 2449 },
    notCompared: [{ what: 'id.form', where: { open: 'id.form' }, why: 'other requests were sent' }],
  }),
  unknown: sampleDrift({
    verdict: 'unknown',
    exit: 2,
    reason: 'the key in GATECHECK_KEY was not accepted',
    notLookedAt,
  }),
  interrupted: sampleDrift({ verdict: 'unknown', exit: 130, reason: 'the run was interrupted', changes: [credits] }),
  fault: sampleDrift({
    exit: 70,
    proof: { found: ['broken'], notPlanted: [], missed: ['gone', 'another type'] },
  }),
  'compatible, which fails': sampleDrift({ verdict: 'compatible', exit: 1, failOn: 'compatible', changes: [alias] }),
} satisfies Record<string, DriftReport>

/** A check with the text in every place that the server or user controls. */
export function hostileDrift(text: string, rest: Partial<DriftReport> = {}): DriftReport {
  const odd: Rest = { what: text, before: text, after: text, todo: text, evidence: [1, 2] }
  const where = (more: Where): Where => ({ endpoint: 'GET /models', status: 200, ...more })
  const many = READINGS.map((place) =>
    sampleChange('another word', { ...place, pointer: `/${text}` }, { ...odd, id: text }),
  )
  return sampleDrift({
    verdict: 'unknown',
    exit: 130,
    reason: text,
    changes: [
      ...many,
      sampleChange('gone', where({ header: text }), { ...odd, reliedOn: false }),
      sampleChange('new', { alias: text }, odd),
      sampleChange('another state', where({ state: text }), { ...odd, accepted: text }),
      sampleChange('another word', where({ pointer: '/other' }), { ...odd, kind: 'noise' }),
    ],
    seldom: [{ ...sampleChange('gone', where({ pointer: `/${text}/b` }), odd), sightingsNeeded: 7 }],
    notLookedAt: [{ what: text, where: where({ state: text }) }],
    compared: { both: 3, baseline: 4, now: 5 },
    notCompared: [{ what: text, where: { open: 'http.connection-reuse' }, why: text }],
    stale: [{ id: text, reason: text, what: text, where: { alias: text } }],
    ...rest,
  })
}

const DAY_MS = 86_400_000

/** Daily checks with some gaps, and changes that come and go. */
export function sampleLog(days = 120, target = 'https://api.example.com/v1'): LogEntry[] {
  const last = Date.parse('2026-11-21T02:07:08.123Z')
  const told = ({ id, kind, what }: DriftChange) => ({ id, kind: kind as 'breaking' | 'compatible', what })
  return Array.from({ length: days }, (_, index) => days - 1 - index).flatMap((ago): LogEntry[] => {
    if (ago % 23 === 11) return []
    const at = new Date(last - ago * DAY_MS).toISOString()
    const isUnknown = ago % 31 === 5
    const changes = isUnknown
      ? []
      : [
          ...(ago < 9 ? [told(envelopeGone[0]!), told(clauseBroken)] : []),
          ...(ago >= 40 && ago < 55 ? [told(alias)] : []),
          ...(ago >= 70 && ago < 74 ? [told(credits)] : []),
          ...(ago >= 20 && ago < 22 ? [told(credits)] : []),
        ]
    const isBreaking = changes.some(({ kind }) => kind === 'breaking')
    const verdict = isUnknown ? 'unknown' : isBreaking ? 'breaking' : changes.length > 0 ? 'compatible' : 'same'
    return [{ at, target, verdict, exit: isUnknown ? 2 : isBreaking ? 1 : 0, changes }]
  })
}

export function hostileLog(text: string): LogEntry[] {
  const changes = [
    { id: text, kind: 'breaking' as const, what: text },
    { id: `${text}2`, kind: 'breaking' as const, what: text },
    { id: 'c', kind: 'compatible' as const, what: text, accepted: true as const },
  ]
  return sampleLog(3).map((entry) => ({ ...entry, verdict: 'breaking' as const, changes }))
}
