import type { Known } from '../../../engine/judge/clients/check.ts'
import {
  isAtTheInterface,
  isPoll,
  isSubmission,
  isTakenOn,
  type Passage,
} from '../../../engine/judge/clients/passage.ts'

type Guess = { n: number; client: string; polled: string; lost: number }
type Seen = {
  /** The submission whose answer was lost, and when. */
  lost?: { n: number; end: number }
  /** Another submission was accepted. */
  hasJob?: true
  /** Ids that were polled in vain, by the first poll of each. */
  polls: Map<string, { n: number; at: number }>
  /** All text of earlier responses: an id may be in any of them. */
  told: string
}

/** More than a client reads before it has a job, and enough to find an id in. */
const MOST_TOLD = 200_000
const MOST_POLLS = 100

/**
 * Polls of clients that have never been given an id. That of an older job may be polled by whoever has it from before, so only
 * what comes up once the answer to a submission was lost is a guess, and only where the whole of its traffic is known.
 */
export class Guesses {
  readonly #clients = new Map<string, Seen>()

  see(passage: Passage, { options }: Known): void {
    const { client, n, at, end } = passage
    if (!options.isWhole || client === undefined || !isAtTheInterface(passage)) return
    const seen: Seen = this.#clients.get(client) ?? { polls: new Map(), told: '' }
    this.#clients.set(client, seen)
    if (isSubmission(passage) && passage.isLost) seen.lost ??= { n, end }
    if (isSubmission(passage) && isTakenOn(passage)) seen.hasJob = true
    const { id } = passage.asked
    if (isPoll(passage) && !isTakenOn(passage) && id !== undefined) {
      const before = seen.polls.get(id)
      if (before ? at < before.at : seen.polls.size < MOST_POLLS) seen.polls.set(id, { n, at })
    } else seen.told += textOf(passage).slice(0, Math.max(0, MOST_TOLD - seen.told.length))
  }

  get found(): Guess[] {
    return [...this.#clients].flatMap(([client, { lost, hasJob, polls, told }]) => {
      // What was cut off may have held it.
      if (!lost || hasJob || told.length >= MOST_TOLD) return []
      return [...polls].flatMap(([polled, { n, at }]) =>
        at >= lost.end && !told.includes(polled) ? [{ n, client, polled, lost: lost.n }] : [],
      )
    })
  }
}

/** Of an answer that was lost, the client may have read as much as was sent. */
const textOf = ({ exchange: { answer } }: Passage): string =>
  answer ? `${answer.headers.map(([, value]) => value).join('\n')}\n${answer.body}\n` : ''
