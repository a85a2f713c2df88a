import type { Failure, Header } from '../../../engine/history/entry/exchange.ts'

/** A body as it passed, coded as it was; absent where more of it passed than is kept, or where it is of no interest. */
type Body = { bytes: number; kept?: Uint8Array }

/** One exchange that has passed. Times are milliseconds since 1970, with what a finer clock adds. */
export type Passed = {
  connection: number
  /** From one clock of events: what had passed whole before another came has the smaller number. */
  sent: number
  received: number
  /** When its first byte came. */
  at: number
  /** When its last byte had gone on to the server, as far as it came. */
  wholeAt?: number
  /** When the last byte of the answer had been handed on to the client, or it was clear that none comes. */
  endedAt: number
  http: '1.0' | '1.1'
  /** The client did not get all of the answer. */
  isLost?: true
  method: string
  path: string
  headers: Header[]
  body: Body & { isWhole: boolean }
  answer?: { begunAt: number; status: number; statusText: string; headers: Header[]; body: Body & { isWhole: boolean } }
  failure?: Failure
}

/** From `at`, for `ms`, the relay could not do at once what came. */
export type Late = { at: number; ms: number }

/** What passed without being understood. */
export type Unread = { at: number; connection: number; why: string }

/** The target was not there. */
export type Unreached = { at: number; failure: Failure }

/** What the thread of the relay tells. */
export type ToldByRelay =
  | { kind: 'listening'; port: number }
  | { kind: 'not listening'; code: string; message: string }
  | {
      kind: 'happened'
      passed: Passed[]
      late: Late[]
      unread: Unread[]
      unreached: Unreached[]
      open: number
      weight: number
    }
  | { kind: 'closed' }

export type RelayOptions = {
  origin: string
  /** Bodies below it are kept, as far as they are read; of all others, only how long they were. */
  basePath: string
  host: string
  port: number
  /** How much of what was told is written down by now: one number, by weight, since a message for each would cost more than it. */
  done: SharedArrayBuffer
}
