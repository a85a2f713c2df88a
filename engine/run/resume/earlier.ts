import { LIMITS } from '../../config/limits.ts'
import type { Money } from '../../config/prices/money.ts'
import { type Pricing, pricingOf } from '../../config/prices/prices.ts'
import type { AboutToSubmit, Began, Ended, HistoryEntry, Learned } from '../../history/entry/entries.ts'
import type { Exchange } from '../../history/entry/exchange.ts'
import { AnswerLimits } from '../../history/long-answers.ts'
import { isToBeRefused, mayHaveMadeAJob } from '../../history/reading/facts.ts'
import { showsTheEnd, succeeded } from '../../history/reading/reading.ts'
import type { Recording } from '../../history/recording.ts'
import { isLastWord } from '../../history/resuming/last-word.ts'
import { lostNumbersIn, secondsOfALostOne } from '../../history/resuming/lost-numbers.ts'
import { priceOfAny, priceOfBody } from '../../http/limits/price-of-body.ts'
import { videoSecondsOf } from '../../http/requests.ts'
import type { Leftover } from '../../jobs/leftovers.ts'

/** What a run that broke off has written down of itself, as far as whoever goes on has to know it. Holds no exchanges. */
export type Earlier = {
  began: Began
  learned: Learned | undefined
  /** How it ended, if it came to say so. */
  ended: Ended | undefined
  /** By the clock of the run, in milliseconds. */
  lastAt: number
  /** The highest number of an exchange, tick and connection. */
  last: { n: number; tick: number; connection: number }
  spent: { requests: number; polls: number; jobs: number; videoSeconds: number; downloaded: number; money: Money }
  /** How many submissions of each phase were meant to be accepted, and were, or may have been. */
  orders: ReadonlyMap<string, number>
  /** Phases after whose last word nothing more is done, and checks that were left out. */
  done: ReadonlySet<string>
  /** Accepted submissions, and by whom each was sent, in the order of their numbers. */
  accepted: readonly { n: number; by: string }[]
  /** What is asked again from the beginning: without an answer, or about a job that has to be watched without a break. */
  abandoned: ReadonlySet<number>
  leftOver: readonly Leftover[]
  answerLimits: AnswerLimits
}

/** Who sent what stood in lines that are lost. */
const NOBODY_KNOWS = ''

/** `undisturbed`: whoever has to watch each of its jobs without a break, and does so anew. `damaged`: lines that are lost. */
export function earlierIn(
  recording: Recording,
  undisturbed: ReadonlySet<string>,
  damaged: readonly number[] = [],
): Earlier {
  let began: Began | undefined
  let learned: Learned | undefined
  let ended: Ended | undefined
  let leftOver: Earlier['leftOver'] = []
  let lastAt = 0
  const orders = new Map<string, number>()
  const order = (by: string) => orders.set(by, (orders.get(by) ?? 0) + 1)
  let timesBrokenOff = 0
  let wasDamaged = damaged.length > 0
  const last = { n: 0, tick: 0, connection: 0 }
  const spent = { requests: 0, polls: 0, jobs: 0, videoSeconds: 0, downloaded: 0, money: 0n }
  const done = new Set<string>()
  const accepted: { n: number; by: string }[] = []
  const unanswered = new Map<number, AboutToSubmit>()
  const abandoned = new Set<number>()
  const failed: { n: number; by: string }[] = []
  const watching = new Map<string, Watching>()
  const answerLimits = new AnswerLimits()
  const charge = (videoSeconds: number, price: (pricing: Pricing) => Money) => {
    const pricing = pricingOf(began?.configuration.prices)
    spent.jobs++
    spent.videoSeconds += videoSeconds
    if (pricing) spent.money += price(pricing)
  }
  const see = (exchange: Exchange) => {
    const { n, at, ms, received, connection = 0, purpose, request } = exchange
    lastAt = Math.max(lastAt, at + ms)
    last.n = Math.max(last.n, n)
    last.tick = Math.max(last.tick, received)
    last.connection = Math.max(last.connection, connection)
    spent.requests++
    if (purpose.part === 'poll') spent.polls++
    if (exchange.failure) failed.push({ n, by: purpose.by })
    const isNoted = unanswered.delete(n)
    if (mayHaveMadeAJob(exchange)) {
      const { body = '' } = request
      charge(videoSecondsOf(body), (pricing) => priceOfBody(body, pricing))
      if (isNoted && !isToBeRefused(purpose)) order(purpose.by)
      if (succeeded(exchange)) accepted.push({ n, by: purpose.by })
    }
    if (undisturbed.has(purpose.by)) watchingIn(watching, purpose.by).see(exchange)
  }
  for (const entry of recording) {
    answerLimits.take(entry, entry)
    if (entry.kind === 'exchange') see(entry)
    else if (entry.kind === 'began') began ??= entry
    else if (entry.kind === 'learned') learned = entry
    else if (entry.kind === 'left over') leftOver = entry.jobs
    else if (entry.kind === 'ended') ended = entry
    else if (entry.kind === 'about to submit') {
      unanswered.set(entry.n, entry)
      last.n = Math.max(last.n, entry.n)
    } else if (entry.kind === 'look') {
      const fetches = entry.attempts.flatMap((each) => each.fetches)
      spent.requests += fetches.length
      spent.downloaded += fetches.reduce((sum, { bytes }) => sum + bytes, 0)
      lastAt = Math.max(lastAt, entry.at + entry.ms)
    } else if (entry.kind === 'resumed') {
      if (!ended) timesBrokenOff++
      if (entry.damaged) wasDamaged = true
      ended = undefined
      lastAt = Math.max(lastAt, entry.at)
      for (const n of entry.abandoned) abandoned.add(n)
      for (const each of watching.values()) each.forget(abandoned)
    }
    if (isLastWord(entry)) done.add((entry as Extract<HistoryEntry, { by: string }>).by)
  }
  if (!began) throw new Error('the history is not that of a run')
  const lost = wasDamaged ? lostNumbersIn(recording, damaged) : []
  last.n = Math.max(last.n, ...lost.slice(-1))
  const lostSeconds = secondsOfALostOne(began.configuration)
  const lostOnes = lost.map(() => ({ by: NOBODY_KNOWS, videoSeconds: lostSeconds }))
  for (const { by, videoSeconds } of [...unanswered.values(), ...lostOnes]) {
    charge(videoSeconds, (pricing) => priceOfAny(videoSeconds, pricing))
    order(by)
    spent.requests++
  }
  if (!ended) timesBrokenOff++
  // What was under way then was sent, and nobody wrote it down.
  spent.requests += timesBrokenOff * LIMITS.connections
  for (const [by, each] of watching) if (!done.has(by)) for (const n of each.sinceItsJob()) abandoned.add(n)
  // The end of the run, or what brought it about, may be all that was wrong with them.
  for (const { n, by } of failed) if (!done.has(by)) abandoned.add(n)
  accepted.sort((one, other) => one.n - other.n)
  return { began, learned, ended, leftOver, lastAt, last, spent, orders, done, accepted, abandoned, answerLimits }
}

function watchingIn(all: Map<string, Watching>, by: string): Watching {
  const watching = all.get(by) ?? new Watching()
  all.set(by, watching)
  return watching
}

/** What somebody has sent who watches jobs one by one, in order. */
class Watching {
  #sent: { n: number; sent: number }[] = []
  readonly #unfinished = new Map<number, number>()

  see(exchange: Exchange): void {
    const { n, sent, request, purpose } = exchange
    this.#sent.push({ n, sent })
    if (request.method === 'POST' && succeeded(exchange)) this.#unfinished.set(n, sent)
    if (purpose.job !== undefined && showsTheEnd(exchange)) this.#unfinished.delete(purpose.job)
  }

  forget(abandoned: ReadonlySet<number>): void {
    this.#sent = this.#sent.filter(({ n }) => !abandoned.has(n))
    for (const n of abandoned) this.#unfinished.delete(n)
  }

  /** From the submission of the first job on that it did not see come to its end. */
  sinceItsJob(): number[] {
    const from = Math.min(...this.#unfinished.values())
    return this.#sent.filter(({ sent }) => sent >= from).map(({ n }) => n)
  }
}
