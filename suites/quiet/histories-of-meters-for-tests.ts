import type { Exchange } from '../../runner/history/exchange.ts'
import { answered } from '../../runner/judging/handwritten-for-tests.ts'
import { sameAccount } from '../../runner/keys/keyring.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { METERS, type Meter } from './meters.ts'
import { QUIET_PHASE } from './phase.ts'

export const NOTHING = 'nothing'
export const jobOf = (key: KeyName) => `a job of key ${key}`
export const BODIES = 'refused bodies of key A'
export const NO_ROOM = 'a lack of room of key A'
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

export const isBalance = ({ name }: Meter) => name === 'GET /billing/balance'
export const isUsageOf = (key: KeyName, meter: Meter) => !isBalance(meter) && meter.key === key
export const isOwn = (event: string, meter: Meter) =>
  (['A', 'A2', 'B'] as const).some(
    (key) => event === jobOf(key) && (isBalance(meter) ? sameAccount(meter.key, key) : meter.key === key),
  )

/** What a meter shows after each of the events, from those that have come to pass by then. */
export type Shows = (past: readonly string[], meter: Meter) => unknown

/** All meters, read at first and after each event. */
export function watched(shows: Shows, events: readonly string[] = EVENTS): Exchange[] {
  return ['', ...events].flatMap((event, reading) => {
    const bodies = event === BODIES ? refusedBodies(400, 422, 429) : []
    const after = event && `, after ${event}`
    const readings = METERS.map((meter) =>
      answered(200, {
        by: QUIET_PHASE,
        part: 'probe',
        case: `${meter.name} of ${meter.key}, reading ${reading + 1}${after}`,
        key: meter.key,
        body: shows(events.slice(0, reading), meter),
      }),
    )
    return [...bodies, ...readings]
  })
}

export const refusedBodies = (...statuses: number[]) =>
  statuses.map((status) =>
    answered(status, { by: QUIET_PHASE, part: 'observation', case: 'a body to be refused, no model', posted: '{}' }),
  )

type Counts = (event: string, meter: Meter, index: number) => boolean | undefined

/** Each meter is one number, which counts the events that it is moved by. */
export const counting =
  (counts: Counts): Shows =>
  (past, meter) => ({ used: past.filter((event, index) => counts(event, meter, index)).length })

export const lawful = counting(isOwn)
/** As it should be, and this beside it. */
export const besides = (counts: Counts) => counting((...now) => isOwn(now[0], now[1]) || counts(...now))
