import type { Buffer } from 'node:buffer'
import type { LookupFunction } from 'node:net'
import type { Header } from '../../history/entry/exchange.ts'
import type { Network } from '../network/network.ts'

export type WireRequest = {
  method: string
  path: string
  headers: readonly Header[]
  body?: string | Buffer
  inPieces?: true
  /** Bytes of the answer that are read at most, instead of the usual. */
  mostBytes?: number
}

export type WireAnswer = {
  status: number
  statusText: string
  headers: Header[]
  bytes: Buffer
  truncated: boolean
  /** When its head had come, by the clock of `performance`. */
  begunAt: number
}

/** A request under way. */
export type Sending = { answer: Promise<WireAnswer>; stop: (reason: Error) => void }

/** `opened` is told of each new connection, `connected` when it stands. `limit`: of any silence, in milliseconds. */
export type LaneOptions = {
  limit: number
  network: Network
  opened: () => void
  connected: () => void
  lookup?: LookupFunction
}

/** An answer had begun, and did not come to its end. */
export class BrokenOff extends Error {
  override name = 'BrokenOff'
  readonly got: WireAnswer

  constructor(cause: unknown, got: WireAnswer) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.got = got
  }
}

/** More than is read of any answer, before there is one. */
export class Excess extends Error {
  override name = 'Excess'
  readonly code = 'EXCESS'
}
