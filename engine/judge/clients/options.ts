import type { ClientClauseId } from '../../../spec/clients/clauses.ts'
import type { KeyName } from '../../keys/recipes.ts'
import type { ClientEnd } from './facts.ts'
import type { Sight } from './verdict.ts'

/** What is known of the clients besides what they sent. */
export type ClientOptions = {
  /** The keys that they were given, by name; where nothing is said, any. */
  keys?: readonly KeyName[]
  /** The aliases that the server lists; where nothing is said, those that it was seen to list. */
  aliases?: readonly string[]
  /** Addresses of images that the server can use. */
  images?: readonly string[]
  /** So long an answer may be on its way to the client, and a request from there. */
  transitMs?: number
  /** The recording began before the client did: what is not in it was not sent. */
  isWhole?: true
  /** The base URL was given without a slash at its end. */
  baseUrlGiven?: true
  /** It is known to make one video, with one submission after the other. */
  makesOneVideo?: true
  scenario?: Scenario
  outcome?: Outcome
}

/** In which circumstances a client was tried. */
export type Scenario = {
  name: string
  /** What has to be seen of it before anything is judged. */
  mustBeSeen?: readonly Sight[]
  /** What a right client ends with. Where nothing is said, how it ends is judged by what it was shown alone. */
  rightEnd?: 'video' | 'failure'
  /** The clause that is broken by a client which stops where a right one does not. */
  tries?: Extract<
    ClientClauseId,
    | 'client.takes-any-id'
    | 'client.goes-on-whatever-was-not-promised'
    | 'client.needs-no-more-than-is-promised'
    | 'client.tries-again-after-waiting'
  >
  /** For how long the url of a video works once it was shown. */
  urlLivesMs?: number
}

/** How the client came to its end. */
export type Outcome = {
  end: ClientEnd
  /** What it printed, keys taken out. */
  output: string
  /** Whether it has the video or its url, where somebody looked. */
  hasVideo?: boolean
}
