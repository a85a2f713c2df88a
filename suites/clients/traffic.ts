import { headerOf, recordOf } from '../../engine/history/reading/reading.ts'
import type { Known } from '../../engine/judge/clients/check.ts'
import { type ClientCheck, clientCheck } from '../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../engine/judge/clients/facts.ts'
import { isAtTheInterface, isPoll, isTakenOn, type Passage } from '../../engine/judge/clients/passage.ts'
import {
  broken,
  type ClientVerdict,
  type Found,
  kept,
  notJudged,
  type WhyNotJudged,
} from '../../engine/judge/clients/verdict.ts'
import { MOST_EVIDENCE } from '../../engine/judge/verdict.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'
import { FINAL_STATUSES, POLL_INTERVAL_SECONDS, type Status } from '../../spec/words.ts'

/** Counts the cases of one clause. */
export class ClientTally {
  readonly found: Found[] = []
  readonly #evidence: number[] = []
  #tried = 0

  get tried(): number {
    return this.#tried
  }

  /** Counts a case of the clause. */
  tries({ n }: Pick<Passage, 'n'>): void {
    this.#tried++
    if (this.#evidence.length < MOST_EVIDENCE) this.#evidence.push(n)
  }

  breaks(found: Found): void {
    this.found.push(found)
  }

  verdict(nothing: string, cause: WhyNotJudged = { kind: 'nothing sent' }): ClientVerdict {
    if (this.found.length > 0) return broken(this.found, this.#tried)
    return this.#tried === 0 ? notJudged(cause, nothing) : kept(this.#tried, this.#evidence)
  }
}

type Broken = { fact: ClientFact /** An earlier exchange to show beside it. */; beside?: number }

type RequestRule = {
  clause: ClientClauseId
  /** The reason if no request was inspected. */
  nothing: string
  cause?: WhyNotJudged
  /** The violations of one request; undefined if the clause does not apply to it. */
  inspect(passage: Passage, known: Known): readonly Broken[] | undefined
}

/** A clause that a single request can violate. */
export function requestRule({ clause, nothing, cause, inspect }: RequestRule): ClientCheck {
  return clientCheck({
    clause,
    begin: () => new ClientTally(),
    see(tally, passage, known) {
      const violations = inspect(passage, known)
      if (!violations) return
      tally.tries(passage)
      const { client, n } = passage
      for (const { fact, beside } of violations) {
        tally.breaks({
          fact,
          ...(client !== undefined && { client }),
          evidence: beside === undefined ? [n] : [beside, n],
          ...(beside !== undefined && { beside }),
        })
      }
    },
    conclude: (tally) => tally.verdict(nothing, cause),
  })
}

const bareByPassage = new WeakMap<Passage, Passage>()

/** Keeps only what judges need, so that a day's traffic fits into memory. */
export function withoutTheRest(passage: Passage): Passage {
  const bare = bareByPassage.get(passage) ?? bared(passage)
  bareByPassage.set(passage, bare)
  return bare
}

function bared(passage: Passage): Passage {
  const { answer: _, request, ...rest } = passage.exchange
  const { method, path, body } = request
  const bare = { method, path, headers: [], ...(body !== undefined && { body }) }
  return { ...passage, exchange: { ...rest, request: bare } as Passage['exchange'] }
}

type Final = (typeof FINAL_STATUSES)[number]

/** A poll and the parts of its response that matter to the client. */
export type Poll = {
  passage: Passage
  client: string
  id: string
  status: Status | undefined
  final: Final | undefined
}

const isFinal = (status: unknown): status is Final => (FINAL_STATUSES as readonly unknown[]).includes(status)

/** Cached, because several judges need the same polls. */
const pollByPassage = new WeakMap<Passage, Poll | undefined>()

/** Undefined if it is not a poll, or its job is unknown. */
export function pollIn(passage: Passage): Poll | undefined {
  if (!pollByPassage.has(passage)) pollByPassage.set(passage, read(passage))
  return pollByPassage.get(passage)
}

function read(passage: Passage): Poll | undefined {
  const { client, asked } = passage
  if (!isAtTheInterface(passage) || !isPoll(passage) || client === undefined || asked?.id === undefined)
    return undefined
  const { status } = isTakenOn(passage) ? (recordOf(passage.exchange) ?? {}) : {}
  return {
    passage: withoutTheRest(passage),
    client,
    id: asked.id,
    status: typeof status === 'string' ? (status as Status) : undefined,
    final: isFinal(status) ? status : undefined,
  }
}

/** The polls of each job by each client, in the order in which they arrived. */
export function byJob(polls: readonly Poll[]): Poll[][] {
  const groups = Map.groupBy(polls, ({ client, id }) => `${client}\n${id}`)
  return [...groups.values()].map((own) => own.toSorted((one, other) => one.passage.at - other.passage.at))
}

const NUMBER = /^\s*\d+(?:\.\d+)?\s*$/
const DATE = /^\s*[A-Za-z]{3,9},? [\w :+-]+$/
/** HTTP dates have a resolution of one second. */
const OF_A_DATE_MS = 1000

/** The wait that a 429 requests, from the end of the response; undefined if it requests none that can be parsed. */
export function askedToWaitMs(passage: Passage, { startedAt }: Known): number | undefined {
  if (passage.status !== 429 || !isAtTheInterface(passage)) return undefined
  const said = headerOf(passage.exchange, 'retry-after')
  if (said === undefined) return undefined
  if (NUMBER.test(said)) return Number(said) * 1000
  if (!DATE.test(said)) return undefined
  const until = Date.parse(said)
  const now = Date.parse(headerOf(passage.exchange, 'date') ?? '')
  const from = Number.isNaN(now) ? startedAt + passage.end : now
  const ms = until - from - OF_A_DATE_MS
  return Number.isNaN(until) || Number.isNaN(from) || ms <= 0 ? undefined : ms
}

export const LEAST_MS = POLL_INTERVAL_SECONDS.least * 1000

/** Timers, networks and busy machines shorten pauses a little. */
const SHARE = 0.9
/** A single short pause may be chance, unless it is shorter than half. */
const FAR_SHORT = 0.5
export const OFTEN = 2
/** If the recorder itself was this late, its arrival times prove nothing. */
const TOO_LATE_MS = 250

/** Two requests, the second of which had to wait. */
export type Pause = {
  client: string
  first: Passage
  next: Passage
  askedMs: number
  before: Extract<ClientFact, { kind: 'pause' }>['before']
}

/** From arrival to arrival, which favours the client: a timer that starts with the request is conforming, too. */
const cameMs = ({ first, next }: Pause): number => next.at - first.at

const lateMs = ({ first, next }: Pause, { lateness }: Known): number =>
  Math.max(...[first.at, first.end, next.at].map((at) => lateness.around(at)))

/** Judges which pauses were too short, for each client. */
export function judgePauses(pauses: readonly Pause[], known: Known, nothing: string): ClientVerdict {
  if (pauses.length === 0) return notJudged({ kind: 'nothing sent' }, nothing)
  const [found, forgiven]: [Found[], Found[]] = [[], []]
  let latest: { pause: Pause; ms: number } | undefined
  for (const own of Map.groupBy(pauses, ({ client }) => client).values()) {
    const short = own.filter((pause) => cameMs(pause) < pause.askedMs * SHARE)
    const sure = short.filter((pause) => {
      const ms = lateMs(pause, known)
      if (ms < TOO_LATE_MS && cameMs(pause) + ms < pause.askedMs * SHARE) return true
      if (ms > (latest?.ms ?? 0)) latest = { pause, ms }
      return false
    })
    const isFarShort = (pause: Pause) => cameMs(pause) + lateMs(pause, known) < pause.askedMs * FAR_SHORT
    const isBroken = sure.length >= OFTEN || sure.some(isFarShort)
    for (const pause of sure) (isBroken ? found : forgiven).push(foundIn(pause, known))
  }
  if (found.length > 0) return broken(found, pauses.length)
  if (latest) {
    const { pause, ms } = latest
    return notJudged(
      { kind: 'recorder late', ms },
      'a pause looked too short, but the recorder itself was delayed then',
      [pause.first.n, pause.next.n],
    )
  }
  const told = pauses.filter((pause) => isSurelyLong(pause, known))
  const evidence = (told.length > 0 ? told : pauses).flatMap(({ first, next }) => [first.n, next.n])
  if (told.length > 0) return { ...kept(told.length, evidence), ...(forgiven.length > 0 && { forgiven }) }
  return notJudged({ kind: 'recorder late', ms: known.lateness.longest }, HIDDEN, evidence)
}

const HIDDEN = 'the recorder itself was delayed at the end of every pause, so no pause could be measured'

/** A request that was noted late seems to have arrived later than it did. */
const isSurelyLong = (pause: Pause, { lateness }: Known): boolean => {
  const ms = lateness.around(pause.next.at)
  return ms < TOO_LATE_MS || cameMs(pause) - ms >= pause.askedMs * SHARE
}

function foundIn(pause: Pause, known: Known): Found {
  const { client, first, next, askedMs, before } = pause
  return {
    fact: { kind: 'pause', before, askedMs, cameMs: cameMs(pause), lateMs: lateMs(pause, known) },
    client,
    evidence: [first.n, next.n],
    beside: first.n,
  }
}

/** Whether the next request surely arrived sooner than the pause allows, by any timer. */
export function isSoonerThan(askedMs: number, first: Passage, next: Passage, { lateness }: Known): boolean {
  const late = Math.max(...[first.at, first.end, next.at].map((at) => lateness.around(at)))
  return late < TOO_LATE_MS && next.at - first.at + late < askedMs * SHARE
}

/** More equal requests than a client sends in parallel. */
const A_ROW = 5

export const isNeverAtOnce = (passages: readonly Passage[]): boolean =>
  passages.every((each, index) => index === 0 || each.at >= passages[index - 1]!.end)

/** Requests in a long row of equal ones, each of which arrived just when the previous one had ended. */
export function inARow(same: readonly Passage[], transitMs: number): Set<Passage> {
  const found = new Set<Passage>()
  for (let from = 0; from < same.length; ) {
    let behind = from + 1
    while (behind < same.length && same[behind]!.at - same[behind - 1]!.end < transitMs) behind++
    if (behind - from >= A_ROW) for (const each of same.slice(from, behind)) found.add(each)
    from = behind
  }
  return found
}

/**
 * For each request, the position in `earlier` of the last exchange that was over by then. `fromMs`: when an exchange
 * counts as over. O(n log n), since a client may send thousands of requests within a moment.
 */
export function latestBefore(
  requests: readonly Passage[],
  earlier: readonly Passage[],
  fromMs: (earlier: Passage) => number,
): (number | undefined)[] {
  const times = earlier.map(fromMs)
  const sorted = times.toSorted((one, other) => one - other)
  const latest = new PrefixMaximum(sorted.length)
  const received = orderOf(earlier, ({ exchange }) => exchange.received)
  const found: (number | undefined)[] = Array.from({ length: requests.length })
  let next = 0
  for (const at of orderOf(requests, ({ exchange }) => exchange.sent)) {
    const request = requests[at]!
    for (; next < received.length && earlier[received[next]!]!.exchange.received <= request.exchange.sent; next++) {
      const position = received[next]!
      latest.add(countUpTo(sorted, times[position]!) - 1, position)
    }
    found[at] = latest.among(countUpTo(sorted, request.at))
  }
  return found
}

const orderOf = (passages: readonly Passage[], by: (passage: Passage) => number): number[] =>
  [...passages.keys()].sort((one, other) => by(passages[one]!) - by(passages[other]!))

/** How many of the sorted numbers are not greater. */
export const countUpTo = (sorted: readonly number[], most: number): number => countWhile(sorted, (each) => each <= most)

/** How many of the sorted numbers are less. */
export const countBelow = (sorted: readonly number[], least: number): number =>
  countWhile(sorted, (each) => each < least)

/** The length of the leading part for which it holds (binary search). */
export function countWhile<Each>(sorted: readonly Each[], holds: (each: Each) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** A Fenwick tree: the maximum of the numbers at the first places. */
class PrefixMaximum {
  readonly #tree: Int32Array

  constructor(length: number) {
    this.#tree = new Int32Array(length + 1).fill(-1)
  }

  add(place: number, value: number): void {
    for (let at = place + 1; at < this.#tree.length; at += at & -at) this.#tree[at] = Math.max(this.#tree[at]!, value)
  }

  among(count: number): number | undefined {
    let most = -1
    for (let at = count; at > 0; at -= at & -at) most = Math.max(most, this.#tree[at]!)
    return most < 0 ? undefined : most
  }
}
