import type { Exchange, RequestTemplate } from '../history/entry/exchange.ts'

export type CarryOptions = {
  /** Seconds of video that the request would cost if it were accepted; absent where it can create no job. */
  videoSeconds?: number
  /** To be refused, and lawful to make a job of all the same. */
  mayBeTakenOn?: true
  /** The name of a connection of its own. */
  alone?: string
  /** On a new connection, which is closed behind the answer. */
  afresh?: true
  /** Goes beyond the plain cases: whatever else waits for a connection goes first. */
  spare?: true
  /** What ends the wait for an answer, instead of the run's end. */
  until?: AbortSignal
  /** Asked when its turn has come. */
  mayGo?: () => boolean
}

export type Again = NonNullable<Exchange['again']>

export type SendOptions = CarryOptions & {
  /** How often a 429 is waited for, instead of the usual. */
  waits?: number
  /** Whether the run itself takes up the room: such a 429 says nothing, and is waited for as long as it takes. */
  isBusyOurselves?: () => boolean
  /** Behind the wait for a 429: resolves when the jobs of the run leave room. */
  untilRoom?: () => Promise<void>
  /** Hears of each 429 when it comes, before the wait. */
  onNoRoom?: () => void
  /** A 429 is waited for as long as nobody is let in, until this time of the run. */
  waitsUntilMs?: number
  /** Sent although the same was told to come back later: a lack of room is looked at. So is what waits for nothing. */
  regardless?: boolean
}

/**
 * Whether what was answered before the run broke off may be told instead. What a connection has carried before tells
 * something of what it carries next: there it is sent again, unless that costs.
 */
export const mayBeTold = ({ method }: RequestTemplate, { alone, videoSeconds }: CarryOptions) =>
  alone === undefined || (method === 'POST' && videoSeconds !== undefined)
