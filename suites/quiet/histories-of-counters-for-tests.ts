import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered } from '../../engine/judge/handwritten-for-tests.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { COUNTERS } from './counters.ts'
import {
  BODY_TO_BE_REFUSED,
  type Counter,
  type Event,
  type Happening,
  happeningInWords,
  READING,
  readingInWords,
} from './marks.ts'
import { QUIET } from './phase.ts'

const EVENTS_BY_WORDS = new Map(
  (['nothing', 'a job', 'refused bodies', 'a 429'] as Event[])
    .flatMap((event) => (['A', 'A2', 'B'] as const).map((key): Happening => ({ event, key })))
    .toReversed()
    .map((happening) => [happeningInWords(happening), happening]),
)

/** One reading of a meter, after what came to pass since the one before. */
function read(reading: number, after: string, meter: Counter) {
  const happening = EVENTS_BY_WORDS.get(after)
  const fields = { meter, reading, ...(happening && { happening }) }
  return { part: 'twin' as const, case: readingInWords(fields), mark: READING.of(fields) }
}

/** The same, answered; in one phase, unless told otherwise. */
function reading(nth: number, body: unknown, after = '', meter: Counter = COUNTERS[0]!, told = {}): Exchange {
  return answered(200, { by: QUIET.name, ...read(nth, after, meter), key: meter.key, body, ...told })
}

export const NOTHING = 'nothing'
export const jobOf = (key: KeyName) => `a job of key ${key}`
export const BODIES = 'refused bodies of key A'
export const NO_ROOM = 'a 429 of key A'
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

export const isBalance = ({ name }: Counter) => name === 'GET /billing/balance'
export const isUsageOf = (key: KeyName, meter: Counter) => !isBalance(meter) && meter.key === key
export const isOwn = (event: string, meter: Counter) =>
  (['A', 'A2', 'B'] as const).some(
    (key) => event === jobOf(key) && (isBalance(meter) ? sameAccount(meter.key, key) : meter.key === key),
  )

/** What a meter shows after each of the events, from those that have come to pass by then. */
export type Shows = (past: readonly string[], meter: Counter) => unknown

/** All meters, read at first and after each event. */
export function watched(shows: Shows, events: readonly string[] = EVENTS): Exchange[] {
  return ['', ...events].flatMap((event, nth) => {
    const bodies = event === BODIES ? refusedBodies(400, 422, 429) : []
    const readings = COUNTERS.map((meter) =>
      // As long as usage may lag, lies between.
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

/** Each meter is one number, which counts the events that it is moved by. */
export const counting =
  (counts: Counts): Shows =>
  (past, meter) => ({ used: past.filter((event, index) => counts(event, meter, index)).length })

export const lawful = counting(isOwn)
/** As it should be, and this beside it. */
export const besides = (counts: Counts) => counting((...now) => isOwn(now[0], now[1]) || counts(...now))
