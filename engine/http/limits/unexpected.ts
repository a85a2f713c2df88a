import { FIELDS } from '../../../spec/words.ts'
import type { Profile } from '../../config/configuration.ts'
import type { Expense } from './allowance.ts'

/** What a run may spend on submissions that a server has to refuse. Only a faulty server makes jobs of them. */
export type Unexpected = {
  /** Accepted submissions of one clause; the next one would show nothing new. */
  ofEach: number
  /** Accepted submissions in all. */
  jobs: number
  /** Seconds of video beyond the usual length, of all of them together. */
  longerSeconds: number
}

/** No such submission asks for more video. */
export const MOST_SECONDS = 300

/** By then a server checks next to nothing, which the report shows. */
const LIMITS: Record<Profile, Unexpected> = {
  smoke: { ofEach: 1, jobs: 12, longerSeconds: 60 },
  standard: { ofEach: 1, jobs: 20, longerSeconds: 300 },
  full: { ofEach: 2, jobs: 50, longerSeconds: 600 },
}

/** For a run that sends submissions to be refused of so many clauses. */
export function unexpectedOf(profile: Profile, clauses: number): Unexpected {
  const { ofEach, jobs, longerSeconds } = LIMITS[profile]
  return { ofEach, jobs: Math.min(jobs, ofEach * clauses), longerSeconds: clauses > 0 ? longerSeconds : 0 }
}

/** Seconds of video beyond the usual length, for second looks as well. */
export const longerSecondsOf = (profile: Profile): number => LIMITS[profile].longerSeconds

/** Thrown instead of sending one more submission that has to be refused. */
export class EnoughAccepted extends Error {
  override name = 'EnoughAccepted'
}

/** Seconds beyond those of a job of usual length. */
const longerBy = ({ videoSeconds }: Pick<Expense, 'videoSeconds'>): number =>
  Math.max(0, videoSeconds - FIELDS.duration.default)

/** Counts submissions that have to be refused, from when they are sent. */
export class UnexpectedJobs {
  readonly #most: Unexpected
  readonly #accepted = new Map<string, number>()
  readonly #pending = new Map<string, number>()
  #jobs = 0
  #longerSeconds = 0
  #pendingJobs = 0

  constructor(most: Unexpected, accepted = 0) {
    this.#most = most
    this.#jobs = accepted
  }

  /** Whether there is room for one more, whatever becomes of those that are under way. */
  hasRoomFor(clause: string, videoSeconds: number): boolean {
    const { ofEach, jobs, longerSeconds } = this.#most
    const own = (this.#accepted.get(clause) ?? 0) + (this.#pending.get(clause) ?? 0)
    return (
      videoSeconds <= MOST_SECONDS &&
      own < ofEach &&
      this.#jobs + this.#pendingJobs < jobs &&
      this.#longerSeconds + longerBy({ videoSeconds }) <= longerSeconds
    )
  }

  /** Whatever becomes of those that are under way, no more of them are sent. */
  isOver(clause: string): boolean {
    return (this.#accepted.get(clause) ?? 0) >= this.#most.ofEach || this.#jobs >= this.#most.jobs
  }

  /** Why no more of them are sent. */
  whyNot(clause: string): EnoughAccepted {
    const own = this.#accepted.get(clause) ?? 0
    if (own > 0)
      return new EnoughAccepted('already failed: the server accepted such a submission, and each costs a job')
    if (this.#jobs > 0)
      return new EnoughAccepted(
        `the server accepted ${this.#jobs} ${this.#jobs === 1 ? 'submission' : 'submissions'} that it must refuse; no more are sent, since each costs a job`,
      )
    return new EnoughAccepted('it would exceed the planned seconds of video if the server accepted it')
  }

  take(clause: string, videoSeconds: number): { decided(isAccepted: boolean): void } {
    const longer = longerBy({ videoSeconds })
    this.#pending.set(clause, (this.#pending.get(clause) ?? 0) + 1)
    this.#pendingJobs++
    this.#longerSeconds += longer
    return {
      decided: (isAccepted) => {
        this.#pending.set(clause, this.#pending.get(clause)! - 1)
        this.#pendingJobs--
        if (!isAccepted) {
          this.#longerSeconds -= longer
          return
        }
        this.#accepted.set(clause, (this.#accepted.get(clause) ?? 0) + 1)
        this.#jobs++
      },
    }
  }
}
