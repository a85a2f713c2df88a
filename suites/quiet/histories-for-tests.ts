import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, later, polled } from '../../engine/judge/handwritten-for-tests.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { COUNTERS, isBalance } from './counters.ts'
import { quiet } from './index.ts'
import {
  BODY_TO_BE_REFUSED,
  type Cause,
  type Counter,
  type Event,
  type Happening,
  happeningInWords,
  READING,
  REFUSED_POLL,
  ROLE,
  type Role,
  readingInWords,
  roleInWords,
} from './marks.ts'
import { QUIET } from './phase.ts'

export const RESTS = 'jobs.unpolled-stays'
export const NOT_FINAL = 'jobs.unpolled-is-not-final'
export const REFUSED_POLLS = 'jobs.refused-poll-moves-nothing'
export const OWN_USAGE = 'accounts.usage-moves-with-its-key'
export const OTHER_KEY = 'accounts.usage-moves-with-its-key/other-key'
export const OTHER_ACCOUNT = 'accounts.balance-is-their-own'
export const REFUSALS = 'submission.refused-costs-nothing'

export const check = (id: string) => quiet.checks.find((each) => each.id === id)!

/** Statuses, and stages for the jobs that are running. */
const recordOf = (state: string) =>
  ['generating', 'enhancing'].includes(state) ? { status: 'running', stage: state } : { status: state }

/** A job of the phase, poll by poll. */
function lived(role: Role, states: readonly string[]): Exchange[] {
  const interval = role.pace === 'slow' ? 300 : 100
  const submission = answered(202, {
    by: QUIET.name,
    part: 'submission',
    case: roleInWords(role),
    mark: ROLE.of(role),
    posted: '{"model":"swift"}',
    at: later(0),
  })
  const polls = states.map((state, index) => {
    const at = later(role.pace === 'rested' && role.after === index ? 2000 : interval)
    const job = { by: QUIET.name, job: submission.n, polled: `job-${submission.n}` }
    return polled({ id: job.polled, ...recordOf(state) }, { ...job, at })
  })
  return [submission, ...polls]
}

type Ways = { fast: readonly string[]; slow: readonly string[] }
export const WAY = ['queued', 'queued', 'generating', 'generating', 'succeeded']
const ALIKE: Ways = { fast: WAY, slow: WAY }
/** The first poll shows what the others showed at their third. */
export const MOVED = ['generating', 'generating', 'succeeded']
export const BY_THE_CLOCK: Ways = {
  fast: ['queued', 'queued', 'queued', 'generating', 'generating', 'succeeded'],
  slow: ['queued', 'generating', 'succeeded'],
}

export const pair = (trio: number, { fast, slow }: Ways = ALIKE) => [
  ...lived({ trio, pace: 'fast' }, fast),
  ...lived({ trio, pace: 'slow' }, slow),
]
export const rested = (trio: number, cause: Cause, states: readonly string[], after = 0) =>
  lived({ trio, pace: 'rested', cause, after }, states)

export type Rests = { ways?: Ways; again?: Ways; first: readonly string[]; second?: readonly string[]; after?: number }

/** The jobs of the phase if one cause advances a job, both times. */
export function withCause(
  cause: Cause,
  { ways = ALIKE, again = ways, first, second = first, after = 0 }: Rests,
): Exchange[] {
  return [
    ...pair(1, ways),
    ...rested(1, 'everything at once', first, after),
    ...rested(1, cause, first, after),
    ...pair(2, again),
    ...rested(2, cause, second, after),
  ]
}

export const calm = (ways: Ways = ALIKE, states = ways.fast) => [
  ...pair(1, ways),
  ...rested(1, 'everything at once', states),
]

const IN_VAIN = ['without a key', 'with an unknown key', 'with a revoked key', 'by another account']
export const pollsInVain = (...statuses: number[]) =>
  statuses.map((status, index) =>
    answered(status, {
      by: QUIET.name,
      part: 'observation',
      case: `a poll ${IN_VAIN[index]}`,
      mark: REFUSED_POLL.of({}),
      path: '/v1/videos/x',
    }),
  )
export const REFUSED = [401, 401, 401, 404]

const EVENTS_BY_WORDS = new Map(
  (['nothing', 'a job', 'refused bodies', 'a 429'] as Event[])
    .flatMap((event) => (['A', 'A2', 'B'] as const).map((key): Happening => ({ event, key })))
    .toReversed()
    .map((happening) => [happeningInWords(happening), happening]),
)

/** One reading of a counter. */
function read(reading: number, after: string, meter: Counter) {
  const happening = EVENTS_BY_WORDS.get(after)
  const fields = { meter, reading, ...(happening && { happening }) }
  return { part: 'twin' as const, case: readingInWords(fields), mark: READING.of(fields) }
}

function reading(nth: number, body: unknown, after = '', meter: Counter = COUNTERS[0]!, told = {}): Exchange {
  return answered(200, { by: QUIET.name, ...read(nth, after, meter), key: meter.key, body, ...told })
}

export const NOTHING = 'nothing'
export const jobOf = (key: KeyName) => `a job of key ${key}`
export const BODIES = 'refused bodies of key A'
export const NO_CAPACITY = 'a 429 of key A'
export const EVENTS = [
  NOTHING,
  jobOf('A'),
  jobOf('A'),
  jobOf('A2'),
  jobOf('A2'),
  BODIES,
  BODIES,
  jobOf('B'),
  jobOf('B'),
]

export const isUsageOf = (key: KeyName, meter: Counter) => !isBalance(meter) && meter.key === key
export const isOwn = (event: string, meter: Counter) =>
  (['A', 'A2', 'B'] as const).some(
    (key) => event === jobOf(key) && (isBalance(meter) ? sameAccount(meter.key, key) : meter.key === key),
  )

/** What a counter shows after these events. */
export type Shows = (past: readonly string[], meter: Counter) => unknown

/** All counters, read at first and after each event. */
export function watched(shows: Shows, events: readonly string[] = EVENTS): Exchange[] {
  return ['', ...events].flatMap((event, nth) => {
    const bodies = event === BODIES ? refusedBodies(400, 422, 429) : []
    const readings = COUNTERS.map((meter) =>
      reading(nth + 1, shows(events.slice(0, nth), meter), event, meter, { at: (nth + 1) * 20_000 }),
    )
    return [...bodies, ...readings]
  })
}

export const refusedBodies = (...statuses: number[]) =>
  statuses.map((status) =>
    answered(status, {
      by: QUIET.name,
      part: 'observation',
      case: 'an invalid body',
      mark: BODY_TO_BE_REFUSED.of({}),
      posted: '{}',
    }),
  )

type Counts = (event: string, meter: Counter, index: number) => boolean | undefined

/** Each counter is one number, which counts some events. */
export const counting =
  (counts: Counts): Shows =>
  (past, meter) => ({ used: past.filter((event, index) => counts(event, meter, index)).length })

export const conforming = counting(isOwn)
/** Conforming, but these events count, too. */
export const besides = (counts: Counts) => counting((...now) => isOwn(now[0], now[1]) || counts(...now))
