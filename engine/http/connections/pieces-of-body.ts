import { Readable, type Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { WireRequest } from './sending.ts'

/** Longer than it takes to hand a piece on; who has not got the rest by then has to wait for it. */
const APART_MS = 30

/** A body that comes in pieces. Who carries it says what went wrong on the way; here nobody need hear of it. */
export const inPieces = (body: string | Buffer): Readable => Readable.from(halvesOf(body)).on('error', () => undefined)

/** The second when whoever reads may have taken the first for all. */
async function* halvesOf(body: string | Buffer): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(body)
  const half = Math.ceil(bytes.length / 2)
  yield bytes.subarray(0, half)
  await pause(APART_MS)
  yield bytes.subarray(half)
}

/** Its length is known all the same, and said beforehand. */
export const lengthSaid = ({ body = '', inPieces: parted }: WireRequest): (readonly [string, string])[] =>
  parted ? [['Content-Length', String(Buffer.byteLength(body))]] : []

/** Behind the head of a request goes its body, and nothing more. */
export function endWith(stream: Writable, { body, inPieces: parted }: WireRequest): void {
  if (parted && body !== undefined) inPieces(body).pipe(stream)
  else stream.end(body)
}
