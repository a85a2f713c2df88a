import type { HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange, Header } from '../history/entry/exchange.ts'
import { shownCodes } from '../history/reading/facts.ts'
import { showsTheEnd, statusOf, succeeded } from '../history/reading/reading.ts'
import { beginningOf, type Recording } from '../history/recording.ts'
import { allowedBy } from '../http/allowed-rate.ts'
import type { Quickness } from './phase.ts'

export type Measured = { pace: Quickness; baseUrl: string; embedded: boolean; profile: string }

const LEAST_RESPONSES = 3
/** A 429 with another code belongs to another limit than the capacity. */
const ANY_CODE = /"code"\s*:/
const WINDOW_MS = 5000
/** Latencies are those of the last responses, so many of them. */
const RECENT = 31
const MOST_ALONE = 500

/** Speed of the server of a run, from its history so far. */
export class Pace {
  /** Number of polls of each finished job. */
  readonly #finished: number[] = []
  /** Number of polls of each unfinished job. */
  readonly #polls = new Map<number, number>()
  /** Latencies without other requests in parallel. */
  readonly #alone: number[] = []
  /** Latencies of the last responses. */
  readonly #recent: number[] = []
  /** Times of the responses other than 429 in the last seconds. */
  readonly #window: number[] = []
  #most = 0
  #isLimited = false
  /** Headers of the last response, which may announce limits. */
  #headers: readonly Header[] = []
  #mostAtOnce = 0
  #wasFull = false
  #mayHaveBeenFull = false

  note(entry: HistoryEntry): void {
    if (entry.kind !== 'exchange') return
    const { answer, received, sent } = entry
    if (answer) {
      if (received === sent + 1) keepLast(this.#alone, MOST_ALONE, entry.ms)
      keepLast(this.#recent, RECENT, entry.ms - (entry.phases?.blocked ?? 0))
      this.#headers = answer.headers
      this.#noteRate(entry)
    }
    this.#noteJob(entry)
  }

  get isKnown(): boolean {
    return this.#alone.length >= LEAST_RESPONSES && this.#finished.length > 0
  }

  get unfinished(): number {
    return this.#polls.size
  }

  /** Responses per second in the last seconds. */
  get recentPerSecond(): number {
    return (this.#window.length * 1000) / WINDOW_MS
  }

  /** Undefined until a job has finished, if any are planned. The argument: remaining requests and jobs. */
  quickness({ requests, jobs }: { requests: number; jobs: number }): Quickness | undefined {
    if ((this.#finished.length === 0 && jobs > 0) || this.#recent.length < LEAST_RESPONSES) return undefined
    const measured = this.#isLimited && this.#most > 0 ? (this.#most * 1000) / WINDOW_MS : undefined
    const perSecond = allowedBy(this.#headers, requests) ?? measured
    const wasFull = this.#wasFull || (this.#mayHaveBeenFull && !this.#isLimited)
    return {
      answerMs: Math.min(median(this.#alone) ?? Number.POSITIVE_INFINITY, median(this.#recent)!),
      polls: median(this.#finished) ?? 0,
      ...(wasFull && this.#mostAtOnce > 0 && { capacity: this.#mostAtOnce }),
      ...(perSecond !== undefined && { perSecond }),
    }
  }

  #noteRate({ at, ms, request, answer }: Exchange): void {
    if (answer?.status === 429) {
      if (request.method === 'GET') this.#isLimited = true
      return
    }
    const now = at + ms
    this.#window.push(now)
    while (this.#window[0]! < now - WINDOW_MS) this.#window.shift()
    this.#most = Math.max(this.#most, this.#window.length)
  }

  #noteJob(entry: Exchange): void {
    const { purpose, request, n } = entry
    if (request.method === 'POST' && statusOf(entry) === 429) {
      if (shownCodes(entry).some(({ code }) => code === 'capacity_exceeded')) this.#wasFull = true
      else if (ANY_CODE.test(entry.answer?.body ?? '')) this.#isLimited = true
      else this.#mayHaveBeenFull = true
    }
    if (!succeeded(entry)) return
    if (purpose.part === 'submission') this.#polls.set(n, 0)
    this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#polls.size)
    const before = this.#polls.get(purpose.job ?? 0)
    if (before === undefined) return
    this.#polls.set(purpose.job!, before + 1)
    if (!showsTheEnd(entry)) return
    this.#polls.delete(purpose.job!)
    this.#finished.push(before + 1)
  }
}

/** Speed of the server of a recorded run. Undefined without responses or finished jobs. `planned`: of the next run. */
export function paceIn(recording: Recording, planned: { requests: number; jobs: number }): Measured | undefined {
  const began = beginningOf(recording)
  if (!began || began.observed) return undefined
  const pace = new Pace()
  for (const entry of recording) pace.note(entry)
  if (!pace.isKnown) return undefined
  return {
    pace: pace.quickness(planned)!,
    baseUrl: began.target.baseUrl,
    embedded: began.target.embedded === true,
    profile: began.configuration.profile,
  }
}

function keepLast(numbers: number[], most: number, one: number): void {
  numbers.push(one)
  if (numbers.length > most) numbers.shift()
}

function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]
}
