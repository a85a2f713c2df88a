import type { Reading } from '../../media/facts.ts'

/** One GET for a file, whose bytes are not kept. */
export type Fetch = {
  at: number
  ms: number
  url: string
  /** Requested bytes, unless all. */
  range?: readonly [from: number, to: number]
  /** The key is sent only to the origin of the server. */
  withKey?: true
  /** The header of that name, with --trace. */
  traceparent?: string
  status?: number
  /** Headers about the content. */
  headers?: readonly (readonly [name: string, value: string])[]
  bytes: number
  failure?: { kind: string; message: string }
}

/**
 * read: a video or something else · refused: an error status · cut: each response was incomplete · unreachable: no response ·
 * not fetched: because of a limit, or the address is not allowed.
 */
export type Outcome =
  | { kind: 'read'; reading: Reading }
  | { kind: 'refused'; status: number; what?: string }
  | { kind: 'cut'; bytes: number; of?: number }
  | { kind: 'unreachable'; why: string }
  | { kind: 'not fetched'; why: string; limit?: Limit }

/** The option that limits it. */
export type Limit = '--max-download' | '--max-requests'

export type Attempt = {
  url: string
  /** The poll that showed it. */
  poll: number
  withKey?: true
  fetches: Fetch[]
  outcome: Outcome
}

/** The inspection of the video of a job. */
export type Look = {
  kind: 'look'
  by: string
  at: number
  ms: number
  /** The submission whose job it is. */
  job: number
  /** again: later and fetched in another way, if the first look found a video. */
  time: 'first' | 'again'
  /** In order; each one after the first because the previous one failed. */
  attempts: Attempt[]
  /** Size of the file, if known. */
  size?: number
  /** Bytes that were read. */
  read: number
  /** `whole`: of the complete file. */
  digest?: { sha256: string; whole?: true }
  /** Placeholders of keys in the bytes that were read. */
  keys?: string[]
  /** Preview of the first frame, as a data URL, if there is a decoder. */
  frame?: string
}

export const outcomeOf = ({ attempts }: Look): Outcome => attempts.at(-1)!.outcome
