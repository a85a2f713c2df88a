import type { Drive } from '../../runner/driving/drive.ts'
import type { Exchange } from '../../runner/history/exchange.ts'
import { jsonOf, succeeded } from '../../runner/history/reading.ts'
import { changedPlaces, valueAtPlace } from '../../runner/judging/values.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { requestTo } from '../../runner/wire/requests.ts'
import type { EndpointName } from '../../spec/endpoints.ts'

export type Meter = { name: EndpointName; key: KeyName }

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

/** What lies between one reading of all meters and the next. */
export type Event = 'nothing' | 'a job' | 'refused bodies' | 'a lack of room'
/** Jobs of one kind are compared with each other: what they leave may differ from what others leave. */
export type Happening = { event: Event; key: KeyName; kind?: string }

const inWords = ({ event, key, kind }: Happening) =>
  event === 'nothing' ? event : `${event} of key ${key}${kind ? ` ${kind}` : ''}`

const caseOf = ({ name, key }: Meter, reading: number, happening?: Happening) =>
  `${name} of ${key}, reading ${reading}${happening ? `, after ${inWords(happening)}` : ''}`

const READ =
  /^(GET \S+) of (\S+), reading (\d+)(?:, after (nothing|a job|refused bodies|a lack of room)(?: of key (\S+)(?: (.+))?)?)?$/

/** Reads all meters; the happening is what came to pass since they were last read. */
export async function readMeters(drive: Drive, reading: number, happening?: Happening): Promise<void> {
  for (const meter of METERS) {
    const request = requestTo(drive.target, meter.name, { key: meter.key })
    if (drive.has(meter.key)) await drive.read(caseOf(meter, reading, happening), request)
  }
}

export const isMeterReading = ({ purpose }: Exchange) => READ.test(purpose.case ?? '')

/** What changed in a meter while one thing happened. */
export type Step = Happening & {
  before: Exchange
  after: Exchange
  changed: string[]
  /** Those of the changed places that hold an amount, or that are new: a time or a word counts nothing. */
  amounts: string[]
}

/** One meter over the whole phase; what moves by itself is left out of its steps. */
export type Course = Meter & {
  byItself: string[]
  /** What moves by itself holds amounts, which may count anything. */
  countsByItself: boolean
  steps: Step[]
  unread: string[]
}

export function courseOf(exchanges: readonly Exchange[], meter: Meter): Course {
  const own = exchanges.flatMap((exchange) => {
    const [, name, key, reading, event, by, kind] = READ.exec(exchange.purpose.case ?? '') ?? []
    if (name !== meter.name || key !== meter.key) return []
    const happened = { event: event as Event | undefined, by: (by ?? 'A') as KeyName, ...(kind && { kind }) }
    return [{ exchange, reading: Number(reading), ...happened }]
  })
  // An answer that was waited for stands under the same words more than once: the last one counts.
  const last = [...new Map(own.map((each) => [each.reading, each])).values()]
  const isRead = ({ exchange }: (typeof last)[number]) => succeeded(exchange) && jsonOf(exchange) !== undefined
  const unread = last.filter((each) => !isRead(each)).map(({ exchange }) => exchange.purpose.case ?? '')
  const steps = last.slice(1).flatMap((each, index): Step[] => {
    const before = last[index]!
    if (!each.event || !isRead(each) || !isRead(before)) return []
    const [then, now] = [jsonOf(before.exchange)?.value, jsonOf(each.exchange)?.value]
    const changed = changedPlaces(then, now)
    const amounts = changed.filter((place) => [then, now].some((value) => countsSomething(valueAtPlace(value, place))))
    const happening = { event: each.event, key: each.by, ...(each.kind && { kind: each.kind }) }
    return [{ ...happening, before: before.exchange, after: each.exchange, changed, amounts }]
  })
  const idle = steps.filter(({ event }) => event === 'nothing')
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
export function ofOneKind(steps: readonly Step[]): Step[][] {
  return [...Map.groupBy(steps, ({ kind }) => kind).values()]
}

/** The places whose amounts changed the same way in each of the steps; none where there is no step. */
export function changedInAll(steps: readonly Step[]): string[] {
  const [first, ...others] = steps
  const isAlike = (place: string) => others.every((step) => directionAt(step, place) === directionAt(first!, place))
  return first
    ? first.amounts.filter((place) => others.every(({ amounts }) => hasPlace(amounts, place))).filter(isAlike)
    : []
}

/** What goes up and down counts nothing that jobs leave behind. */
function directionAt({ amounts, before, after }: Step, place: string): number {
  const own = amounts.find((each) => anyItem(each) === anyItem(place)) ?? place
  const [then, now] = [before, after].map((exchange) => amountOf(valueAtPlace(jsonOf(exchange)?.value, own)))
  return then === undefined || now === undefined ? 0 : Math.sign(now - then)
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
