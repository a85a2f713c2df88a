import type { Failure, Header } from '../../../engine/history/entry/exchange.ts'

/** An encoded body; without bytes if it exceeds the limit, or is not needed. */
type Body = { bytes: number; kept?: Uint8Array }

/** A forwarded exchange. Times are milliseconds since 1970, with fractions. */
export type Passed = {
  connection: number
  /** From one event counter: what was complete before another message came has the smaller number. */
  sent: number
  received: number
  /** Arrival of the first byte. */
  at: number
  /** When the last byte was forwarded to the server, as far as it came. */
  wholeAt?: number
  /** When the last byte of the response was flushed to the client, or it was clear that none comes. */
  endedAt: number
  http: '1.0' | '1.1'
  /** The client did not get the complete response. */
  isLost?: true
  method: string
  path: string
  headers: Header[]
  body: Body & { isWhole: boolean }
  answer?: { begunAt: number; status: number; statusText: string; headers: Header[]; body: Body & { isWhole: boolean } }
  failure?: Failure
}

/** From `at`, for `ms`, the relay was blocked. */
export type Late = { at: number; ms: number }

/** Traffic that could not be parsed. */
export type Unread = { at: number; connection: number; why: string }

/** The target could not be reached. */
export type Unreached = { at: number; failure: Failure }

/** Messages of the relay thread. */
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
  /** Bodies below this path are kept, up to a limit; of all others, only the length. */
  basePath: string
  host: string
  port: number
  /**
   * How much was written, by weight: shared memory, because a message for each exchange would cost more than the
   * exchange.
   */
  done: SharedArrayBuffer
}
