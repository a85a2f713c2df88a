import { LIMITS } from '../../config/limits.ts'
import type { Money } from '../../config/prices/money.ts'
import { type Pricing, pricingOf } from '../../config/prices/prices.ts'
import type { AboutToSubmit, Began, Learned } from '../../history/entry/entries.ts'
import type { Exchange, Purpose } from '../../history/entry/exchange.ts'
import { FOILS, INTRODUCTION } from '../../history/entry/senders.ts'
import { AnswerLimits } from '../../history/long-answers.ts'
import { isToBeRefused, mayHaveMadeAJob, NOTHING_WAS_SENT } from '../../history/reading/facts.ts'
import { statusOf, succeeded } from '../../history/reading/reading.ts'
import type { Recording } from '../../history/recording.ts'
import { isFinished, partName } from '../../history/resumed.ts'
import { priceOfAny, priceOfBody } from '../../http/limits/price-of-body.ts'
import { videoSecondsOf } from '../../http/requests.ts'
import type { Leftover } from '../../jobs/leftovers.ts'

type Spent = {
  requests: number
  polls: number
  /** Requests of unfinished phases, without polls. They do not count toward the plan, because they are sent again. */
  sentAgain: number
  jobs: number
  videoSeconds: number
  downloaded: number
  money: Money
}

/** Summary of the history of an interrupted run. */
export type Earlier = {
  began: Began
  /** Set once discovery is finished. */
  learned: Learned | undefined
  /** Run clock of the last entry. */
  lastAt: number
  /** The highest number of an exchange, tick and connection. */
  last: { n: number; tick: number; connection: number }
  spent: Spent
  /** Planned submissions by phase. */
  planned: ReadonlyMap<string, number>
  /** Accepted submissions that the server had to refuse. */
  unexpected: readonly Purpose[]
  /** Finished phases, and checks that were skipped. */
  finished: ReadonlySet<string>
  /** Finished parts of unfinished phases, as `partName` names them. */
  parts: ReadonlySet<string>
  accepted: readonly { n: number; by: string }[]
  /** Submissions of unfinished phases that created a job or may have: not repeated. */
  reusable: ReadonlySet<number>
  /** Such submissions without a recorded exchange. */
  unrecorded: readonly AboutToSubmit[]
  /** Exchanges of unfinished phases; they do not count any more. */
  interrupted: readonly number[]
  /** Such exchanges of earlier interruptions, which the history has marked already. */
  marked: ReadonlySet<number>
  leftOver: readonly Leftover[]
  answerLimits: AnswerLimits
}

export type PhaseInHistory = { undisturbed?: true; visits?: true }

/** `phases`: the possible phases of the interrupted run, by name. */
export function earlierIn(recording: Recording, phases: ReadonlyMap<string, PhaseInHistory>): Earlier {
  let began: Began | undefined
  let learned: Learned | undefined
  let leftOver: Earlier['leftOver'] = []
  let lastAt = 0
  let hasEnded = false
  let interruptions = 0
  const last = { n: 0, tick: 0, connection: 0 }
  const spent: Spent = { requests: 0, polls: 0, sentAgain: 0, jobs: 0, videoSeconds: 0, downloaded: 0, money: 0n }
  const planned = new Map<string, number>()
  const unexpected: Purpose[] = []
  const finished = new Set<string>()
  const parts = new Set<string>()
  const accepted: Earlier['accepted'][number][] = []
  const noted = new Map<number, AboutToSubmit>()
  const marked = new Set<number>()
  const sent = new Map<string, Sent[]>()
  const answerLimits = new AnswerLimits()
  const addPlanned = (by: string) => planned.set(by, (planned.get(by) ?? 0) + 1)
  const charge = (videoSeconds: number, price: (pricing: Pricing) => Money) => {
    const pricing = pricingOf(began?.configuration.prices)
    spent.jobs++
    spent.videoSeconds += videoSeconds
    if (pricing) spent.money += price(pricing)
  }
  const see = (exchange: Exchange) => {
    const { n, at, ms, received, connection = 0, purpose, request, failure } = exchange
    lastAt = Math.max(lastAt, at + ms)
    last.n = Math.max(last.n, n)
    last.tick = Math.max(last.tick, received)
    last.connection = Math.max(last.connection, connection)
    spent.requests++
    if (purpose.part === 'poll') spent.polls++
    const isNoted = noted.delete(n)
    const own = sent.get(purpose.by) ?? []
    sent.set(purpose.by, own)
    const isOpen = failure !== undefined || statusOf(exchange) === 429
    own.push({ n, isPaid: isPaid(exchange), isPoll: purpose.part === 'poll', isOpen })
    if (!mayHaveMadeAJob(exchange)) return
    const { body = '' } = request
    charge(videoSecondsOf(body), (pricing) => priceOfBody(body, pricing))
    if (isNoted && !isToBeRefused(purpose)) addPlanned(purpose.by)
    if (!succeeded(exchange)) return
    accepted.push({ n, by: purpose.by })
    if (isToBeRefused(purpose)) unexpected.push(purpose)
  }
  for (const entry of recording) {
    answerLimits.take(entry, entry)
    if (isFinished(entry) && 'by' in entry) finished.add(entry.by)
    if (entry.kind === 'exchange') see(entry)
    else if (entry.kind === 'began') began ??= entry
    else if (entry.kind === 'learned') learned = entry
    else if (entry.kind === 'left over') leftOver = entry.jobs
    else if (entry.kind === 'ended') hasEnded = true
    else if (entry.kind === 'about to submit') {
      noted.set(entry.n, entry)
      last.n = Math.max(last.n, entry.n)
    } else if (entry.kind === 'part done') {
      parts.add(partName(entry.by, entry.part))
      sent.delete(entry.by)
    } else if (entry.kind === 'look') {
      const fetches = entry.attempts.flatMap((each) => each.fetches)
      spent.requests += fetches.length
      spent.downloaded += fetches.reduce((sum, { bytes }) => sum + bytes, 0)
      lastAt = Math.max(lastAt, entry.at + entry.ms)
    } else if (entry.kind === 'resumed') {
      if (!hasEnded) interruptions++
      hasEnded = false
      lastAt = Math.max(lastAt, entry.at)
      for (const n of entry.abandoned) marked.add(n)
    }
  }
  if (!began) throw new Error('the history is not that of a run')
  for (const { by, videoSeconds } of noted.values()) {
    charge(videoSeconds, (pricing) => priceOfAny(videoSeconds, pricing))
    addPlanned(by)
    spent.requests++
  }
  // Requests in flight at a crash were sent and not recorded.
  const inFlight = (interruptions + (hasEnded ? 0 : 1)) * LIMITS.connections
  spent.requests += inFlight
  spent.sentAgain += inFlight
  const isToRunAgain = (by: string) =>
    by === INTRODUCTION ? !learned : by === FOILS || (phases.has(by) && !finished.has(by))
  const reusable = new Set<number>()
  const interrupted: number[] = []
  for (const [by, exchanges] of sent) {
    if (!isToRunAgain(by)) continue
    const { undisturbed, visits = by === FOILS } = phases.get(by) ?? {}
    for (const { n, isPaid, isPoll, isOpen } of exchanges) {
      if (marked.has(n)) continue
      if (isPaid && !undisturbed) reusable.add(n)
      else if (!visits || isOpen) interrupted.push(n)
      if (!isPoll && !reusable.has(n)) spent.sentAgain++
    }
  }
  const unrecorded = [...noted.values()].filter(({ by }) => !phases.get(by)?.undisturbed)
  return {
    ...{ began, learned, leftOver, lastAt, last, spent, planned, unexpected, finished, parts },
    ...{ accepted, reusable, unrecorded, interrupted, marked, answerLimits },
  }
}

/** `isOpen`: without a final response. */
type Sent = { n: number; isPaid: boolean; isPoll: boolean; isOpen: boolean }

/** Whether sending it again may cost a second job. Requests that must be refused are sent again, as after any lost response. */
function isPaid(exchange: Exchange): boolean {
  const { purpose, failure } = exchange
  if (!mayHaveMadeAJob(exchange)) return false
  if (succeeded(exchange)) return true
  return !isToBeRefused(purpose) && !(failure && NOTHING_WAS_SENT.includes(failure.kind))
}
