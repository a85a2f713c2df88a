import { inUnits, type Money, moneyOf } from '../../engine/config/prices/money.ts'
import { pricingOf } from '../../engine/config/prices/prices.ts'
import { targetOf } from '../../engine/config/target.ts'
import type { Began } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { mayHaveMadeAJob } from '../../engine/history/reading/facts.ts'
import { jsonOf, succeeded, walk } from '../../engine/history/reading/reading.ts'
import { keyOf } from '../../engine/history/reading/request-key.ts'
import type { Recording } from '../../engine/history/recording.ts'
import { priceOfAny, priceOfBody } from '../../engine/http/limits/price-of-body.ts'
import { endpointOf } from '../../engine/http/requests.ts'
import { sameAccount } from '../../engine/keys/keyring.ts'

/** Numbers of a balance that are compared, and those that are reported. */
const MOST_NUMBERS = 200
const MOST_MOVED = 5

/** A number of the balance that changed during the run, as text. */
type Moved = { pointer: string; first: string; last: string; difference: string }

/** In the unit of the price list; amounts are decimal numbers as text, so that nothing is rounded. */
export type CostReport = {
  unit: string
  /** By the price list; includes submissions that may have created a job. */
  atMost: string
  maxCost?: string
  /** Changes of the account's balance between its first and its last reading. */
  balance?: { moved: Moved[]; evidence: [first: number, last: number] }
}

/** What a run has cost by its price list, and by the balance of its account. */
export function costOf(recording: Recording, { configuration, target }: Began): CostReport | undefined {
  const { prices, maxCost } = configuration
  const pricing = pricingOf(prices)
  if (!pricing) return undefined
  const server = targetOf(target.baseUrl)
  const readings: Exchange[] = []
  let spent: Money = 0n
  /** Seconds of video of submissions without a recorded exchange. */
  const unanswered = new Map<number, number>()
  for (const entry of recording) {
    if (entry.kind === 'about to submit') unanswered.set(entry.n, entry.videoSeconds)
    if (entry.kind !== 'exchange') continue
    unanswered.delete(entry.n)
    if (mayHaveMadeAJob(entry)) spent += priceOfBody(entry.request.body ?? '', pricing)
    const key = keyOf(entry.request)
    if (key === undefined || !sameAccount(key, 'A') || !succeeded(entry)) continue
    if (endpointOf(entry.request, server) === 'GET /billing/balance') readings[readings.length === 0 ? 0 : 1] = entry
  }
  for (const videoSeconds of unanswered.values()) spent += priceOfAny(videoSeconds, pricing)
  const balance = movedBetween(readings)
  return {
    unit: pricing.unit,
    atMost: inUnits(spent),
    ...(maxCost !== undefined && { maxCost: inUnits(moneyOf(maxCost)) }),
    ...(balance && { balance }),
  }
}

function movedBetween([first, last]: readonly Exchange[]): CostReport['balance'] {
  if (!first || !last) return undefined
  const after = numbersIn(last)
  const moved = [...numbersIn(first)].flatMap(([pointer, before]): Moved[] => {
    const now = after.get(pointer)
    if (now === undefined || now === before) return []
    return [{ pointer, first: before, last: now, difference: inUnits(signedMoney(now) - signedMoney(before)) }]
  })
  if (moved.length === 0) return undefined
  return { moved: moved.slice(0, MOST_MOVED), evidence: [first.n, last.n] }
}

const SIGNED = /^-?\d{1,12}(\.\d{1,12})?$/

const signedMoney = (text: string) => (text.startsWith('-') ? -moneyOf(text.slice(1)) : moneyOf(text))

/** The numbers of a response by JSON pointer; a number may be a string. */
function numbersIn(exchange: Exchange): Map<string, string> {
  const numbers = new Map<string, string>()
  for (const { way, value } of walk(jsonOf(exchange)?.value)) {
    const text = typeof value === 'number' ? String(value) : value
    const pointer = way.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    if (typeof text === 'string' && SIGNED.test(text)) numbers.set(pointer, text)
    if (numbers.size >= MOST_NUMBERS) break
  }
  return numbers
}
