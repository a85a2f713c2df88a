import type { Ended } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { excerpt, firstFew, receivedInWords, timeAsTyped } from '../history/reading/words.ts'
import type { Recording } from '../history/recording.ts'
import type { Job } from '../jobs/job.ts'

export type HowItEnded = Omit<Ended, 'kind' | 'at'>

/** After an interrupt, the run gives up a server that sends nothing for so long. */
const SILENCE_MS = 1000
const MOST_NAMED = 3
const LONGEST_CASE = 60
/** Time before the deadline to reproduce failures: maximum, and share of the deadline. */
const RESERVE = { ms: 5000, share: 0.03 }
/** Timers cannot be longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Options = {
  deadlineMs: number
  interrupt?: AbortSignal | undefined
  /** A second interrupt. */
  giveUp?: AbortSignal | undefined
  /** Whether the run has work after the last phase. */
  needsReserve?: () => boolean
}

/** Why a run ends early; with the last response or error of the system. */
type Cause = 'deadline' | 'unwritable' | 'unreachable' | 'refused' | 'bail'

type Circumstances = {
  baseUrl: string
  wasAnswered: boolean
  /** The limit of the user that is used up. */
  cutShort: string | undefined
  unfinished: readonly Pick<Job, 'id'>[]
  /** The next run with the same folder finds the unfinished jobs. */
  isFoundAgain: boolean
}

/** Ends a run at its deadline, after an interrupt, or if nothing more can be done. */
export class RunEnd {
  readonly #over = new AbortController()
  readonly #givenUp = new AbortController()
  readonly #closed = new AbortController()
  readonly #options: Options
  readonly #causes = new Map<Cause, string>()
  readonly #deadline: NodeJS.Timeout
  readonly #reserve: NodeJS.Timeout
  #silence: NodeJS.Timeout | undefined

  constructor(options: Options) {
    const { interrupt, giveUp, deadlineMs } = options
    this.#options = options
    this.#deadline = setTimeout(() => this.stop('deadline'), Math.min(Math.ceil(deadlineMs), LONGEST_TIMER_MS))
    this.#deadline.unref()
    const reserveMs = Math.min(RESERVE.ms, deadlineMs * RESERVE.share)
    this.#reserve = setTimeout(() => this.#beginReserve(), Math.min(deadlineMs - reserveMs, LONGEST_TIMER_MS))
    this.#reserve.unref()
    this.#on(interrupt, () => {
      this.#over.abort()
      this.#silence = setTimeout(() => this.#givenUp.abort(), SILENCE_MS)
      this.#silence.unref()
    })
    this.#on(giveUp, () => this.#givenUp.abort())
  }

  /** Aborts when no more requests may be sent, except polls of unfinished jobs. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** Aborts when the run does not wait for responses any more. */
  get givenUp(): AbortSignal {
    return this.#givenUp.signal
  }

  stop(cause: Cause, why = ''): void {
    if (!this.#causes.has(cause)) this.#causes.set(cause, why)
    this.#over.abort()
    if (cause !== 'unwritable' && cause !== 'bail') this.#givenUp.abort()
  }

  /** Ended by the deadline or --bail: requests can still be sent until `givenUp`. */
  get isCutShort(): boolean {
    return this.#over.signal.aborted && this.howCut !== 'interrupted'
  }

  /** Why a phase was cut short. */
  get howCut(): 'interrupted' | 'deadline' | 'bail' {
    if (this.#options.interrupt?.aborted) return 'interrupted'
    return this.#causes.has('bail') ? 'bail' : 'deadline'
  }

  /** Ends the phases; other work ends at the deadline. */
  #beginReserve(): void {
    if (!this.#options.needsReserve?.()) return
    this.#causes.set('deadline', '')
    this.#over.abort()
  }

  /** The server has sent something. */
  responded(): void {
    this.#silence?.refresh()
  }

  close(): void {
    clearTimeout(this.#deadline)
    clearTimeout(this.#reserve)
    clearTimeout(this.#silence)
    this.#closed.abort()
  }

  /** `ended`: unless something else ended the run. */
  howItEnded(ended: HowItEnded, circumstances: Circumstances): HowItEnded {
    const { baseUrl, wasAnswered, cutShort } = circumstances
    const { deadlineMs, interrupt } = this.#options
    const [unwritable, unreachable, refused, bail] = [
      this.#causes.get('unwritable'),
      this.#causes.get('unreachable'),
      this.#causes.get('refused'),
      this.#causes.get('bail'),
    ]
    const isTooLate = this.#causes.has('deadline')
    const left = leftInWords(circumstances, unwritable !== undefined)
    if (interrupt?.aborted) return { how: 'interrupted', why: `the run was interrupted${left}` }
    if (ended.how !== 'whole') return ended
    if (unwritable !== undefined)
      return { how: 'cut short', why: `the history could no longer be written: ${unwritable}${left}` }
    if (unreachable !== undefined)
      return { how: 'cut short', why: `${baseUrl} stopped responding (${unreachable})${left}` }
    if (refused !== undefined)
      return {
        how: 'cut short',
        why: `the server accepted GATECHECK_KEY at first and then refused it for every request (${refused}). The key may have been revoked, or the server may block clients that send invalid keys, as a run does on purpose. Run again with a key that stays valid${left}`,
      }
    if (bail !== undefined) return { how: 'cut short', why: `${bail}${left}` }
    if (isTooLate && !wasAnswered)
      return {
        how: 'no target',
        why: `${baseUrl} cannot be reached: no response before the deadline (${timeAsTyped(deadlineMs)})`,
      }
    if (isTooLate) return { how: 'deadline', why: `the run reached its deadline (${timeAsTyped(deadlineMs)})${left}` }
    return cutShort === undefined ? ended : { how: 'cut short', why: `${cutShort}${left}` }
  }

  #on(signal: AbortSignal | undefined, act: () => void): void {
    if (signal?.aborted) act()
    else signal?.addEventListener('abort', act, { once: true, signal: this.#closed.signal })
  }
}

/** Names the requests in flight when the server stopped responding: one of them may have crashed it. */
export function goneInWords(recording: Recording, last: Exchange): string {
  let lost: Exchange[] = []
  for (const entry of recording) {
    if (entry.kind !== 'exchange') continue
    if (entry.answer) lost = []
    else if (entry.failure?.kind === 'reset') lost.push(entry)
  }
  // A request with a body is the more likely cause.
  const hasBody = ({ request }: Exchange) => Number(request.body !== undefined)
  const named = lost
    .toSorted((a, b) => hasBody(b) - hasBody(a))
    .map(({ n, request, purpose }) => {
      const what = purpose.case === undefined ? '' : `, ${excerpt(purpose.case, LONGEST_CASE)}`
      return `${request.method} ${excerpt(request.path, LONGEST_CASE)}${what} (exchange ${n})`
    })
  const inFlight = named.length === 0 ? '' : `; requests in flight when it stopped: ${firstFew(named, MOST_NAMED)}`
  return receivedInWords(last) + inFlight
}

export const endedWhileReading = (deadlineMs: number): HowItEnded => ({
  how: 'deadline',
  why: `the run reached its deadline (${timeAsTyped(deadlineMs)}) while it read the history of the earlier run in the folder for unfinished jobs; use another --out folder to skip this`,
})

function leftInWords({ unfinished, isFoundAgain }: Circumstances, isUnwritable: boolean): string {
  if (unfinished.length === 0) return ''
  const [jobs, them] = unfinished.length === 1 ? ['1 job', 'it'] : [`${unfinished.length} jobs`, 'them']
  const ids = unfinished.map(({ id }) => id)
  const next = isFoundAgain && !isUnwritable ? ` (the next run with the same --out polls ${them} to completion)` : ''
  return `, with ${jobs} unfinished: ${firstFew(ids, MOST_NAMED)}${next}`
}
