import type { Buffer } from 'node:buffer'
import type { Header } from '../history/exchange.ts'

export type WireRequest = { method: string; path: string; headers: readonly Header[]; body?: string | Buffer }

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
