import type { Reading } from '../../media/facts.ts'

/** One GET on the way to a file. What came of it stands in the look as facts; its bytes are not kept. */
export type Fetch = {
  at: number
  ms: number
  url: string
  /** The bytes that were asked for, where not all of them were. */
  range?: readonly [from: number, to: number]
  /** With the key: only ever to the origin of the server itself. */
  withKey?: true
  status?: number
  /** Those that say what comes. */
  headers?: readonly (readonly [name: string, value: string])[]
  bytes: number
  failure?: { kind: string; message: string }
}

/**
 * read: what came is a video, or something else · refused: no answer but an error · cut: each time the answer broke off
 * before its end · unreachable: nobody answered · not fetched: the bounds of the run, or of what is reached from here.
 */
export type Outcome =
  | { kind: 'read'; reading: Reading }
  | { kind: 'refused'; status: number; what?: string }
  | { kind: 'cut'; bytes: number; of?: number }
  | { kind: 'unreachable'; why: string }
  | { kind: 'not fetched'; why: string; limit?: Limit }

/** Which of the run's own bounds it was. */
export type Limit = '--max-download' | '--max-requests'

export type Attempt = {
  url: string
  /** The poll that showed it. */
  poll: number
  withKey?: true
  fetches: Fetch[]
  outcome: Outcome
}

/** What was seen of the file of one job. */
export type Look = {
  kind: 'look'
  by: string
  at: number
  ms: number
  /** The submission whose job it is. */
  job: number
  /** again: somewhat later, and in another way, when the first look had found a video. */
  time: 'first' | 'again'
  /** One more where the one before led to nothing. */
  attempts: Attempt[]
  /** Of the file, where it was said or seen. */
  size?: number
  /** Bytes that were read. */
  read: number
  /** Of what was read; `whole`: of all of it. */
  digest?: { sha256: string; whole?: true }
  /** Keys that stand in what was read, as recipes. */
  keys?: string[]
  /** A small picture of the first frame, as a data URL, where a decoder was at hand. */
  frame?: string
}

/** Where the last attempt led. */
export const outcomeOf = ({ attempts }: Look): Outcome => attempts.at(-1)!.outcome
