import { FINAL_STATUSES } from '../../spec/words.ts'
import type { Began } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { recordOf, statusOf, succeeded } from '../history/reading/reading.ts'
import type { Recording } from '../history/recording.ts'
import type { Quickness } from './phase.ts'

/** What a recorded run tells of the pace of its server. */
export type Measured = { pace: Quickness; baseUrl: string; embedded: boolean; profile: string }

/** Fewer tell too little. */
const LEAST_ANSWERS = 3

/** Nothing where the run saw no answers, or no job came to its end. */
export function paceIn(recording: Recording): Measured | undefined {
  let began: Began | undefined
  const answers: number[] = []
  const jobs = new JobsSeen()
  for (const entry of recording) {
    if (entry.kind === 'began') began = entry
    if (entry.kind !== 'exchange') continue
    // Whatever else was under way may have kept an answer waiting on our own side.
    if (entry.answer && entry.received === entry.sent + 1) answers.push(entry.ms)
    jobs.see(entry)
  }
  const polls = median(jobs.pollsToTheEnd)
  if (!began || began.observed || answers.length < LEAST_ANSWERS || polls === undefined) return undefined
  const { capacity } = jobs
  return {
    pace: { answerMs: median(answers)!, polls, ...(capacity !== undefined && { capacity }) },
    baseUrl: began.target.baseUrl,
    embedded: began.target.embedded === true,
    profile: began.configuration.profile,
  }
}

/** Jobs from their submission to the poll that showed them final. */
class JobsSeen {
  readonly pollsToTheEnd: number[] = []
  readonly #polls = new Map<number, number>()
  #mostAtOnce = 0
  #metNoRoom = false

  /** Unfinished jobs when a submission was refused for lack of capacity. */
  get capacity(): number | undefined {
    return this.#metNoRoom && this.#mostAtOnce > 0 ? this.#mostAtOnce : undefined
  }

  see(exchange: Exchange): void {
    const { purpose, request, n } = exchange
    if (request.method === 'POST' && statusOf(exchange) === 429) this.#metNoRoom = true
    if (purpose.part === 'submission' && succeeded(exchange)) {
      this.#polls.set(n, 0)
      this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#polls.size)
    }
    const polls = purpose.job === undefined ? undefined : this.#polls.get(purpose.job)
    if (polls === undefined || !succeeded(exchange)) return
    this.#polls.set(purpose.job!, polls + 1)
    if (!(FINAL_STATUSES as readonly unknown[]).includes(recordOf(exchange)?.status)) return
    this.#polls.delete(purpose.job!)
    this.pollsToTheEnd.push(polls + 1)
  }
}

function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]
}
