import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import { changedPlaces, valueAtPlace } from '../../engine/judge/values.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { BODY_TO_BE_REFUSED, type Counter, type Event, type Happening, READING, readingInWords } from './marks.ts'

/** Usage and balance of each key. */
export const COUNTERS: readonly Counter[] = [
  { name: 'GET /usage', key: 'A' },
  { name: 'GET /usage', key: 'A2' },
  { name: 'GET /usage', key: 'B' },
  { name: 'GET /billing/balance', key: 'A' },
  { name: 'GET /billing/balance', key: 'B' },
]

export const isBalance = ({ name }: Counter) => name === 'GET /billing/balance'

/** Usage belongs to a key, a balance to an account. */
export function isOwnerOf(counter: Counter, key: KeyName | undefined): boolean {
  if (key === undefined) return false
  return isBalance(counter) ? sameAccount(counter.key, key) : counter.key === key
}

/** What changed in a counter while one thing happened. */
export type Step = Happening & {
  before: Exchange
  after: Exchange
  changed: string[]
  /** Changed or new places that hold an amount; times and words do not count. */
  amounts: string[]
  /** Requests of the owner meanwhile, readings aside. */
  ownRequests: number
  /** Nothing but readings was requested. */
  isQuiet: boolean
  /** A submission was accepted meanwhile. */
  madeAJob: boolean
  /** Milliseconds after the last of what happened. */
  waited: number
  /** Milliseconds since the owner requested anything but readings, and anything but readings and refused submissions. */
  calm: number
  calmButForRefusals: number
}

/** Which steps show what changes by itself: those without a job, or only those without any other request. */
export type Idle = 'without a job' | 'without requests'

/** One counter over the whole phase. What changes by itself is removed from its steps. */
export type Course = Counter & {
  byItself: string[]
  /** What changes by itself holds amounts, which may count anything. */
  countsByItself: boolean
  steps: Step[]
  unread: string[]
}

export function courseOf(exchanges: readonly Exchange[], counter: Counter, idle: Idle = 'without a job'): Course {
  const own = exchanges.flatMap((exchange) => {
    const read = READING.in(exchange)
    return read?.meter.name === counter.name && read.meter.key === counter.key ? [{ ...read, exchange }] : []
  })
  // A repeated reading has the same number: the last one counts.
  const readings = [...new Map(own.map((each) => [each.reading, each])).values()]
  const isRead = ({ exchange }: (typeof readings)[number]) => succeeded(exchange) && jsonOf(exchange) !== undefined
  const requests = exchanges.filter((each) => !READING.in(each))
  const owned = requests.filter(({ request }) => isOwnerOf(counter, keyOf(request)))
  const others = owned.filter((each) => !BODY_TO_BE_REFUSED.in(each) && statusOf(each) !== 429)
  const calmBefore = ({ n, at }: Exchange, what: readonly Exchange[]) =>
    at - (what.findLast((each) => each.n < n) ?? exchanges[0]!).at
  const all = readings.slice(1).flatMap((each, index): Step[] => {
    const earlier = readings[index]!
    const { happening, exchange: after } = each
    const before = earlier.exchange
    if (!happening || !isRead(each) || !isRead(earlier)) return []
    const isBetween = ({ n }: Exchange) => n > before.n && n < after.n
    const between = requests.filter(isBetween)
    const [then, now] = [jsonOf(before)?.value, jsonOf(after)?.value]
    const changed = changedPlaces(then, now)
    const step = {
      ...{ ...happening, before, after, changed },
      amounts: changed.filter((place) => [then, now].some((value) => countsSomething(valueAtPlace(value, place)))),
      ownRequests: owned.filter(isBetween).length,
      isQuiet: between.length === 0,
      madeAJob: between.some((other) => other.request.method === 'POST' && succeeded(other)),
      waited: after.at - (between.at(-1) ?? before).at,
      calm: calmBefore(before, owned),
      calmButForRefusals: calmBefore(before, others),
    }
    return [step]
  })
  const idling = all.filter(
    ({ event, madeAJob, isQuiet }) => event === 'nothing' && !madeAJob && (idle === 'without a job' || isQuiet),
  )
  const byItself = idling.flatMap(({ changed }) => changed)
  const without = (places: string[]) => places.filter((each) => !hasPlace(byItself, each))
  return {
    ...counter,
    byItself,
    countsByItself: idling.some(({ amounts }) => amounts.length > 0),
    steps: all
      .filter(({ event }) => event !== 'nothing')
      .map((step) => ({ ...step, changed: without(step.changed), amounts: without(step.amounts) })),
    unread: readings.filter((each) => !isRead(each)).map(readingInWords),
  }
}

export function stepsOf({ steps }: Course, event: Event, keys?: readonly KeyName[]): Step[] {
  return steps.filter((step) => step.event === event && (!keys || keys.includes(step.key)))
}

/** A number with a sign, a currency or a unit: "$12.50", "USD 3", "5 credits". "node-4" is none. */
const AMOUNT = /^(?:\p{L}{1,4}\s)?[^\p{L}\d:]*\d+(?:[.,]\d+)*[^\d:]*$/u

/** A changed or new amount; no time, no word. */
function countsSomething(value: unknown): boolean {
  if (typeof value === 'string') return AMOUNT.test(value)
  return typeof value === 'number' || value === undefined || (typeof value === 'object' && value !== null)
}

/** Places whose amounts changed in the same direction in each of the steps; none without steps. */
export function changedInAll([first, ...others]: readonly Step[]): string[] {
  if (!first) return []
  const isAlike = (place: string) =>
    others.every((step) => directionAt(step, place) === directionAt(first, place)) ||
    areLedAlike([first, ...others], place)
  return first.amounts.filter((place) => others.every(({ amounts }) => hasPlace(amounts, place)) && isAlike(place))
}

const directionAt = (step: Step, place: string) => Math.sign(movedBy(step, place) ?? 0)

/** An amount in two units ("999 pounds, 12 shillings"): the larger unit, which comes first, tells the direction. */
function areLedAlike(steps: readonly Step[], place: string): boolean {
  const parent = (each: string) => each.split('.').slice(0, -1).join('.')
  const isBeside = (each: string) => parent(each) === parent(place)
  const directions = steps.map((step) => directionAt(step, step.amounts.find(isBeside) ?? place))
  return directions.every((each) => each !== 0 && each === directions[0])
}

/** By how much the amount at a place went up. */
export function movedBy({ amounts, before, after }: Step, place: string): number | undefined {
  // A growing list changes at a different item each time.
  const own = amounts.includes(place) ? place : amounts.find((each) => anyItem(each) === anyItem(place))
  const [then, now] = [before, after].map((each) => amountOf(valueAtPlace(jsonOf(each)?.value, own ?? place)))
  return then === undefined || now === undefined ? undefined : now - then
}

function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' && AMOUNT.test(value) ? /-?\d+(?:[.,]\d+)*/.exec(value)?.[0] : undefined
  return text === undefined ? undefined : Number.parseFloat(text.replaceAll(',', ''))
}

export const hasPlace = (places: readonly string[], place: string): boolean =>
  places.some((each) => anyItem(each) === anyItem(place))

const anyItem = (place: string) => place.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, '#')
