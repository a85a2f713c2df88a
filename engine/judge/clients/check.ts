import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import type { ClientOpenPointId } from '../../../spec/clients/open-points.ts'
import type { Target } from '../../config/target.ts'
import type { KeyName } from '../../keys/placeholders.ts'
import { type Noting, watching } from '../check.ts'
import type { Choice } from '../verdict.ts'
import type { ClientEnd } from './facts.ts'
import type { Lateness } from './lateness.ts'
import type { Passage } from './passage.ts'
import type { ClientEvent, ClientVerdict } from './verdict.ts'
import type { UrlsNamed } from './video-urls.ts'

/** Facts about the clients besides their traffic. */
export type ClientOptions = {
  /** Names of the keys given to the clients; default: any. */
  keys?: readonly KeyName[]
  /** Aliases that the server lists; default: those seen in the traffic. */
  aliases?: readonly string[]
  /** URLs of images that the server can use. */
  images?: readonly string[]
  /** Maximum latency between recorder and client. */
  transitMs?: number
  /** The recording began before the client, so it has all requests. */
  isWhole?: true
  /** The client was given the base URL without a trailing slash. */
  baseUrlGiven?: true
  /** The client makes one video, and sends one submission after the other. */
  makesOneVideo?: true
  scenario?: Scenario
  outcome?: Outcome
}

export type Scenario = {
  name: string
  /** Events required before anything is judged. */
  mustBeSeen?: readonly ClientEvent[]
  /** How a conforming client ends; default: depends on the responses. */
  rightEnd?: 'video' | 'failure'
  /** The clause that a client violates if it gives up in this scenario. */
  tries?: Extract<
    ClientClauseId,
    | 'client.takes-any-id'
    | 'client.goes-on-whatever-was-not-promised'
    | 'client.needs-no-more-than-is-promised'
    | 'client.tries-again-after-waiting'
  >
  /** Lifetime of the url of a video. */
  urlLivesMs?: number
}

/** How the client ended. */
export type Outcome = {
  end: ClientEnd
  /** What it printed, keys redacted. */
  output: string
  /** Whether it has the video or its url, if known. */
  hasVideo?: boolean
}

/** A value in the response to a submission that may be the id. */
export type IdGiven = {
  n: number
  at: number
  client: string | undefined
  type: 'string' | 'number'
  way: readonly string[]
  isTheId: boolean
}

/** What judges may use besides the exchanges they saw, as known so far. */
export type Known = {
  target: Target
  options: ClientOptions
  transitMs: number
  /** When the recording began, in milliseconds since 1970. */
  startedAt: number
  /** The first exchange of the judge's window; 0 in short traffic. */
  from: { n: number; at: number }
  /** The latest known time. */
  until: number
  isOver: boolean
  lateness: Lateness
  /** Values in responses to submissions that may be ids. */
  ids: ReadonlyMap<string, IdGiven>
  /** URLs of videos that polls showed. */
  urls: UrlsNamed
  /** Aliases in responses of GET /models, with the form of the list, and the clients that read them. */
  listed: { forms: ReadonlyMap<string, string>; readBy: ReadonlySet<string | undefined> }
  events: ReadonlySet<ClientEvent>
}

/** Exchanges come in the order in which they ended. `conclude` may be called at any time, and more than once. */
type ClientNoting<Notes, Conclusion> = Noting<Notes, Conclusion, Passage, Known>

export type ClientWatching<Conclusion> = {
  see(passage: Passage, known: Known): void
  conclude(known: Known): Conclusion
}

export type ClientCheck = { clause: ClientClauseId; watch(): ClientWatching<ClientVerdict> }

/** Observes an implementation choice of clients. */
export type ClientObservation = { open: ClientOpenPointId; watch(): ClientWatching<Choice> }

export const clientCheck = <Notes>({
  clause,
  ...noting
}: ClientNoting<Notes, ClientVerdict> & Pick<ClientCheck, 'clause'>): ClientCheck => ({
  clause,
  watch: () => watching(noting),
})

export const clientObservation = <Notes>({
  open,
  ...noting
}: ClientNoting<Notes, Choice> & Pick<ClientObservation, 'open'>): ClientObservation => ({
  open,
  watch: () => watching(noting),
})
