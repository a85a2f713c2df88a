import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import type { ClientOpenPointId } from '../../../spec/clients/open-points.ts'
import type { Target } from '../../config/target.ts'
import type { Choice } from '../verdict.ts'
import type { UrlsNamed } from './fetches.ts'
import type { Lateness } from './lateness.ts'
import type { ClientOptions } from './options.ts'
import type { Passage } from './passage.ts'
import type { ClientVerdict, Sight } from './verdict.ts'

/** An id that a submission was answered with, or some other value of that answer. */
export type IdGiven = {
  n: number
  at: number
  client: string | undefined
  type: 'string' | 'number'
  way: readonly string[]
  isTheId: boolean
}

/** What judges may know besides what they saw. While traffic goes on it is what is known so far. */
export type Known = {
  target: Target
  options: ClientOptions
  transitMs: number
  /** When the recording began, in milliseconds since 1970. */
  startedAt: number
  /** The first exchange that a judge has seen, and when it came: all zero but where the traffic goes on for days. */
  from: { n: number; at: number }
  /** The last moment that is known of. */
  until: number
  /** Whether the recording is over. */
  isOver: boolean
  lateness: Lateness
  /** Values of answers to submissions that may be ids. */
  ids: ReadonlyMap<string, IdGiven>
  /** Of videos, as polls showed them. */
  urls: UrlsNamed
  /** What readings of /models listed, in whatever way they can be read, with that way; and who read it. */
  listed: { forms: ReadonlyMap<string, string>; readBy: ReadonlySet<string | undefined> }
  sights: ReadonlySet<Sight>
}

type Noting<Notes, Conclusion> = {
  begin(): Notes
  /** Passages come in the order in which they ended. */
  see(notes: Notes, passage: Passage, known: Known): void
  /** May be asked at any time, and more than once. */
  conclude(notes: Notes, known: Known): Conclusion
}

export type ClientWatching<Conclusion> = {
  see(passage: Passage, known: Known): void
  conclude(known: Known): Conclusion
}

/** Judges one clause, from what was seen passing by. */
export type ClientCheck = { clause: ClientClauseId; watch(): ClientWatching<ClientVerdict> }

/** Tells what clients do where the specification leaves them free. */
export type ClientObservation = { open: ClientOpenPointId; watch(): ClientWatching<Choice> }

export const clientCheck = <Notes>({
  clause,
  ...noting
}: Noting<Notes, ClientVerdict> & Pick<ClientCheck, 'clause'>): ClientCheck => ({
  clause,
  watch: () => watching(noting),
})

export const clientObservation = <Notes>({
  open,
  ...noting
}: Noting<Notes, Choice> & Pick<ClientObservation, 'open'>): ClientObservation => ({
  open,
  watch: () => watching(noting),
})

function watching<Notes, Conclusion>({ begin, see, conclude }: Noting<Notes, Conclusion>): ClientWatching<Conclusion> {
  const notes = begin()
  return {
    see: (passage, known) => see(notes, passage, known),
    conclude: (known) => conclude(notes, known),
  }
}
