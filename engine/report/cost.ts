import type { Configuration } from '../config/configuration.ts'
import { inUnits, largest, type Money, moneyOf, smallest } from '../config/prices/money.ts'
import { type Pricing, pricingOf } from '../config/prices/prices.ts'
import { targetOf } from '../config/target.ts'
import type { AboutToSubmit, Began } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { mayHaveMadeAJob } from '../history/reading/facts.ts'
import { jsonOf, succeeded, walk } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/who-asks.ts'
import type { Recording } from '../history/recording.ts'
import { lostNumbersIn, secondsOfALostOne } from '../history/resuming/lost-numbers.ts'
import { priceOfAny, priceOfBody } from '../http/limits/price-of-body.ts'
import { endpointOf } from '../http/requests.ts'
import { sameAccount } from '../keys/keyring.ts'

const MOST_NUMBERS = 200
const MOST_CHANGES = 5

/** A number of a balance that was another one at the end, as text. */
type Moved = { pointer: string; first: string; last: string; difference: string }

/** In the unit of the price list; amounts are decimal numbers as text, so that nothing is rounded. */
export type CostReport = {
  unit: string
  /** By the price list, what was not refused and what nobody knows of included. */
  atMost: string
  maxCost?: string
  /** What of the account's balance moved between the first reading of it and the last, and these two. */
  balance?: { moved: Moved[]; evidence: [first: number, last: number] }
}

/** What a run has spent by the price list that it was given, and what its account says. */
export function costOf(recording: Recording, { configuration, target }: Began): CostReport | undefined {
  const { prices, maxCost } = configuration
  const pricing = pricingOf(prices)
  if (!pricing) return undefined
  const server = targetOf(target.baseUrl)
  const readings: Exchange[] = []
  let spent: Money = 0n
  let wasDamaged = false
  const unanswered = new Map<number, AboutToSubmit>()
  for (const entry of recording) {
    if (entry.kind === 'resumed' && entry.damaged) wasDamaged = true
    if (entry.kind === 'about to submit') unanswered.set(entry.n, entry)
    if (entry.kind !== 'exchange') continue
    unanswered.delete(entry.n)
    if (mayHaveMadeAJob(entry)) spent += priceOfBody(entry.request.body ?? '', pricing)
    if (!isBalanceOfTheAccount(entry) || endpointOf(entry.request, server) !== 'GET /billing/balance') continue
    readings[readings.length === 0 ? 0 : 1] = entry
  }
  for (const { videoSeconds } of unanswered.values()) spent += priceOfAny(videoSeconds, pricing)
  if (wasDamaged) spent = withLostJobs(spent, lostNumbersIn(recording).length, configuration, pricing)
  const balance = movedBetween(readings)
  return {
    unit: pricing.unit,
    atMost: inUnits(spent),
    ...(maxCost !== undefined && { maxCost: inUnits(moneyOf(maxCost)) }),
    ...(balance && { balance }),
  }
}

/** No limit is ever exceeded, so no more was lost than it had left. */
function withLostJobs(spent: Money, lost: number, configuration: Configuration, pricing: Pricing): Money {
  const all = spent + BigInt(lost) * priceOfAny(secondsOfALostOne(configuration), pricing)
  const { maxCost } = configuration
  return maxCost === undefined ? all : largest([spent, smallest(all, moneyOf(maxCost))])
}

const isBalanceOfTheAccount = (exchange: Exchange) => {
  const key = keyOf(exchange.request)
  return key !== undefined && sameAccount(key, 'A') && succeeded(exchange)
}

function movedBetween([first, last]: readonly Exchange[]): CostReport['balance'] {
  if (!first || !last) return undefined
  const [before, after] = [numbersIn(first), numbersIn(last)]
  const moved = [...before].flatMap(([pointer, number]): Moved[] => {
    const then = after.get(pointer)
    if (then === undefined || then === number) return []
    return [{ pointer, first: number, last: then, difference: inUnits(signedMoney(then) - signedMoney(number)) }]
  })
  if (moved.length === 0) return undefined
  return { moved: moved.slice(0, MOST_CHANGES), evidence: [first.n, last.n] }
}

const SIGNED = /^-?\d{1,12}(\.\d{1,12})?$/

const signedMoney = (text: string) => (text.startsWith('-') ? -moneyOf(text.slice(1)) : moneyOf(text))

/** Every number of an answer by where it stands; a balance may be written as text, so that nobody rounds it. */
function numbersIn(exchange: Exchange): Map<string, string> {
  const numbers = new Map<string, string>()
  for (const { way, value } of walk(jsonOf(exchange)?.value)) {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && SIGNED.test(text)) numbers.set(pointerTo(way), text)
    if (numbers.size >= MOST_NUMBERS) break
  }
  return numbers
}

const pointerTo = (way: readonly string[]) =>
  way.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
