import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'

export type CarryOptions = {
  /** Seconds of video if it becomes a job; absent for requests that cannot create one. */
  videoSeconds?: number
  /** The server may accept it or not. */
  mayBeTakenOn?: true
  /** Name of a connection of its own. */
  alone?: string
  /** On a new connection, which is closed after the response. */
  afresh?: true
  /** An additional case: other requests go first. */
  spare?: true
  /** Ends the wait for a response, instead of the end of the run. */
  until?: AbortSignal
  /** Asked when it is about to be sent. */
  mayGo?: () => boolean
}

export type Again = NonNullable<Exchange['again']>

export type SendOptions = CarryOptions & {
  /** Retries after 429, instead of the default. */
  waits?: number
  /** Jobs of this run take up the capacity: such a 429 does not count. */
  isBusyOurselves?: () => boolean
  /** After the wait for a 429: resolves when jobs of this run leave capacity. */
  untilRoom?: () => Promise<void>
  /** Called for each 429. */
  onNoRoom?: () => void
  /** Retry after 429 until this time of the run. */
  waitsUntilMs?: number
  /** Sent even if the server asked to wait: a test of capacity. So is a request with 0 waits. */
  regardless?: boolean
}

/** A request on a connection of its own is sent again after a resume, unless it costs a job: earlier requests affect later ones. */
export const mayBeTold = ({ method }: RequestTemplate, { alone, videoSeconds }: CarryOptions) =>
  alone === undefined || (method === 'POST' && videoSeconds !== undefined)
