import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/who-asks.ts'
import { requestTo } from '../../engine/http/requests.ts'
import { changedPlaces, valueAtPlace } from '../../engine/judge/values.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'
import type { EndpointName } from '../../spec/endpoints.ts'
import {
  BODY_TO_BE_REFUSED,
  type Event,
  type Happening,
  type Meter,
  READING,
  type Reading,
  readingInWords,
} from './marks.ts'

/** What a run can read about who used how much. */
export const METERS: readonly Meter[] = [
  { name: 'GET /usage', key: 'A' },
  { name: 'GET /usage', key: 'A2' },
  { name: 'GET /usage', key: 'B' },
  { name: 'GET /billing/balance', key: 'A' },
  { name: 'GET /billing/balance', key: 'B' },
]

export const metersOf = (name: EndpointName, keys: readonly KeyName[]) =>
  METERS.filter((meter) => meter.name === name && keys.includes(meter.key))

/** Reads all meters; the happening is what came to pass since they were last read. */
export async function readMeters(drive: Drive, reading: number, happening?: Happening): Promise<void> {
  for (const meter of METERS) {
    if (!drive.has(meter.key)) continue
    await readMeter(drive, { meter, reading, ...(happening && { happening }) })
  }
}

/** Once more under the same number: then what it shows last counts. */
export async function readMeter(drive: Drive, read: Reading): Promise<void> {
  const { name, key } = read.meter
  await drive.good(readingInWords(read), requestTo(drive.target, name, { key }), { mark: READING.of(read) })
}

/** What changed in a meter while one thing happened. */
export type Step = Happening & {
  before: Exchange
  after: Exchange
  changed: string[]
  /** Those of the changed places that hold an amount, or that are new: a time or a word counts nothing. */
  amounts: string[]
  /** Whoever the meter belongs to asked for more meanwhile than the meters, and may have moved it by that. */
  isOwnDoing: boolean
  /** A submission was accepted meanwhile, whatever was meant to come of it. */
  madeAJob: boolean
  /** How many requests its owner sent meanwhile, readings of meters aside. */
  ownRequests: number
  /** Nobody asked for anything but meters. */
  isQuiet: boolean
  /** How long the meter had to move after the last of what happened, in milliseconds. */
  waited: number
  /** How long its owner had asked for nothing but meters before, and how long for nothing but those and what is refused. */
  calm: number
  calmButForRefusals: number
}

/**
 * Which windows tell what moves by itself: those in which nothing but usual requests came, which may be what moves it; or
 * those alone in which nobody asked for anything but meters.
 */
export type Idle = 'but for usual requests' | 'altogether'

/** One meter over the whole phase; what moves by itself is left out of its steps. */
export type Course = Meter & {
  byItself: string[]
  /** What moves by itself holds amounts, which may count anything. */
  countsByItself: boolean
  steps: Step[]
  unread: string[]
}

export function courseOf(exchanges: readonly Exchange[], meter: Meter, idly: Idle = 'but for usual requests'): Course {
  const own = exchanges.flatMap((exchange) => {
    const read = READING.in(exchange)
    return read?.meter.name === meter.name && read.meter.key === meter.key ? [{ ...read, exchange }] : []
  })
  // An answer that was waited for stands under the same words more than once: the last one counts.
  const last = [...new Map(own.map((each) => [each.reading, each])).values()]
  const isRead = ({ exchange }: (typeof last)[number]) => succeeded(exchange) && jsonOf(exchange) !== undefined
  const unread = last.filter((each) => !isRead(each)).map(readingInWords)
  const doings = exchanges.filter((each) => !READING.in(each) && isOwnerOf(meter, keyOf(each.request)))
  const calmBefore = ({ n, at }: Exchange, what: readonly Exchange[]) =>
    // What was asked for before the phase began is not told here.
    at - (what.findLast((each) => each.n < n) ?? exchanges[0]!).at
  const steps = last.slice(1).flatMap((each, index): Step[] => {
    const before = last[index]!
    const { happening } = each
    if (!happening || !isRead(each) || !isRead(before)) return []
    const [then, now] = [jsonOf(before.exchange)?.value, jsonOf(each.exchange)?.value]
    const changed = changedPlaces(then, now)
    const amounts = changed.filter((place) => [then, now].some((value) => countsSomething(valueAtPlace(value, place))))
    const between = exchanges.filter(
      (other) => other.n > before.exchange.n && other.n < each.exchange.n && !READING.in(other),
    )
    return [
      {
        ...happening,
        before: before.exchange,
        after: each.exchange,
        changed,
        amounts,
        isOwnDoing: between.some((other) => isOwnerOf(meter, keyOf(other.request))),
        ownRequests: between.filter((other) => isOwnerOf(meter, keyOf(other.request))).length,
        isQuiet: between.length === 0,
        madeAJob: between.some((other) => other.request.method === 'POST' && succeeded(other)),
        waited: each.exchange.at - (between.at(-1) ?? before.exchange).at,
        calm: calmBefore(before.exchange, doings),
        calmButForRefusals: calmBefore(before.exchange, doings.filter(mayLeaveSomething)),
      },
    ]
  })
  const idle = steps.filter(
    ({ event, madeAJob, isQuiet }) => event === 'nothing' && !madeAJob && (idly !== 'altogether' || isQuiet),
  )
  const byItself = idle.flatMap(({ changed }) => changed)
  const others = (places: string[]) => places.filter((each) => !hasPlace(byItself, each))
  const without = (step: Step): Step => ({ ...step, changed: others(step.changed), amounts: others(step.amounts) })
  return {
    ...meter,
    byItself,
    countsByItself: idle.some(({ amounts }) => amounts.length > 0),
    steps: steps.filter(({ event }) => event !== 'nothing').map(without),
    unread,
  }
}

const mayLeaveSomething = (exchange: Exchange) => !BODY_TO_BE_REFUSED.in(exchange) && statusOf(exchange) !== 429

const isBalance = ({ name }: Meter) => name === 'GET /billing/balance'

/** Usage belongs to a key, a balance to an account. */
export function isOwnerOf(meter: Meter, key: KeyName | undefined): boolean {
  if (key === undefined) return false
  return isBalance(meter) ? sameAccount(meter.key, key) : meter.key === key
}

/** A number with a sign, a currency or a unit: "$12.50", "USD 3", "5 credits". A name such as "node-4" is none. */
const AMOUNT = /^(?:\p{L}{1,4}\s)?[^\p{L}\d:]*\d+(?:[.,]\d+)*[^\d:]*$/u

/** An amount, or something that was not there; no time, no word. */
function countsSomething(value: unknown): boolean {
  if (typeof value === 'string') return AMOUNT.test(value)
  return typeof value === 'number' || value === undefined || (typeof value === 'object' && value !== null)
}

export function stepsOf({ steps }: Course, event: Event, keys?: readonly KeyName[]): Step[] {
  return steps.filter((step) => step.event === event && (!keys || keys.includes(step.key)))
}

/** What happened alike, together. */
export function ofOneSort(steps: readonly Step[]): Step[][] {
  return [...Map.groupBy(steps, ({ sort }) => sort).values()]
}

/** The places whose amounts changed the same way in each of the steps; none where there is no step. */
export function changedInAll(steps: readonly Step[]): string[] {
  const [first, ...others] = steps
  const isAlike = (place: string) =>
    others.every((step) => directionAt(step, place) === directionAt(first!, place)) || areLedAlike(steps, place)
  return first
    ? first.amounts.filter((place) => others.every(({ amounts }) => hasPlace(amounts, place))).filter(isAlike)
    : []
}

/**
 * An amount in two units ("999 pounds, 12 shillings") goes down where its smaller part goes up: the larger one, which stands
 * before it, then tells.
 */
function areLedAlike(steps: readonly Step[], place: string): boolean {
  const beside = (each: string) => each.split('.').slice(0, -1).join('.') === place.split('.').slice(0, -1).join('.')
  const directions = steps.map((step) => directionAt(step, step.amounts.find(beside) ?? place))
  return directions.every((each) => each !== 0 && each === directions[0])
}

/** Where it stands by now: in a list that grows at another of its items; rows of a list are told apart where they stay. */
const ownPlace = (amounts: readonly string[], place: string) =>
  amounts.includes(place) ? place : (amounts.find((each) => anyItem(each) === anyItem(place)) ?? place)

/** What goes up and down counts nothing that jobs leave behind. */
function directionAt({ amounts, before, after }: Step, place: string): number {
  const own = ownPlace(amounts, place)
  const [then, now] = [before, after].map((exchange) => amountOf(valueAtPlace(jsonOf(exchange)?.value, own)))
  return then === undefined || now === undefined ? 0 : Math.sign(now - then)
}

/** By how much the amount at a place went up. */
export function movedBy({ amounts, before, after }: Step, place: string): number | undefined {
  const own = ownPlace(amounts, place)
  const [then, now] = [before, after].map((exchange) => amountOf(valueAtPlace(jsonOf(exchange)?.value, own)))
  return then === undefined || now === undefined ? undefined : now - then
}

function amountOf(value: unknown): number | undefined {
  const text = typeof value === 'string' && AMOUNT.test(value) ? /-?\d+(?:[.,]\d+)*/.exec(value)?.[0] : undefined
  return typeof value === 'number'
    ? value
    : text === undefined
      ? undefined
      : Number.parseFloat(text.replaceAll(',', ''))
}

/** A list that grows changes at another of its items each time. */
export function hasPlace(places: readonly string[], place: string): boolean {
  return places.some((each) => anyItem(each) === anyItem(place))
}

const anyItem = (place: string) => place.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, '#')
