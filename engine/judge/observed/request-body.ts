import { isUtf8 } from 'node:buffer'
import { LIMITS } from '../../config/limits.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { decodeText, isKnownCoding, UnpacksToMore, unpacked } from '../../http/answers/decode.ts'
import { inPlaceOf } from '../../http/answers/readable.ts'
import type { Seen } from './seen.ts'

type RequestBody = Pick<Seen, 'body' | 'bytes' | 'unreadBody'>

/** Decompressed request bodies of a file; few clients compress requests. */
export const MOST_UNPACKED_BYTES = 64 * 1024 * 1024

/** In most charsets any bytes are letters, those of something packed as well. */
const NO_TEXT = /(?![\t\n\v\f\r])\p{Cc}/u

/** The body of a request as text, without its compression, as far as an answer is read. What nobody can read is not kept. */
export async function requestBodyOf(bytes: Buffer, headers: readonly Header[]): Promise<RequestBody> {
  const reading = readingOf(bytes, headers)
  let step = reading.next()
  while (!step.done) step = reading.next(orNothing(...step.value))
  return step.value
}

/** One that stands in a file, as bytes. Whoever wrote it there may have unpacked it, and left the header that says how. */
export function recordedBytes(bytes: Buffer, headers: readonly Header[], limit: UnpackLimit): RequestBody {
  if (isUtf8(bytes) && !NO_TEXT.test(bytes.toString())) return { body: bytes.toString() }
  const reading = readingOf(bytes, headers)
  let step = reading.next()
  while (!step.done) step = reading.next(limit.unpacked(...step.value))
  return step.value
}

/** One that stands in a file as text, which whoever wrote it there may have made of bytes that are none. */
export function recordedText(text: string, headers: readonly Header[], limit: UnpackLimit): RequestBody {
  if (!NO_TEXT.test(text)) return { body: text }
  if (!NO_BYTE.test(text)) return recordedBytes(Buffer.from(text, 'latin1'), headers, limit)
  if (!text.includes('\ufffd') && !isKnownCoding(saidIn(headers, 'content-encoding'))) return { body: text }
  return notKept(Buffer.from(text), [text])
}

const NO_BYTE = /[^\0-\xff]/

/** For what the bodies of one file unpack to: each may be a thousand times as long as it stands there. */
export class UnpackLimit {
  #left: number

  constructor(most: number = MOST_UNPACKED_BYTES) {
    this.#left = most
  }

  unpacked(bytes: Buffer, coding: string): Buffer | undefined {
    const most = Math.max(1, Math.min(LIMITS.unpackedBytes, this.#left))
    try {
      const plain = unpacked(bytes, coding, most)
      if (plain !== bytes) this.#left -= plain?.length ?? 0
      return plain
    } catch (error) {
      this.#left -= most
      return nothingFor(error)
    }
  }
}

/** Asks for bytes without their compression, and is told them, or that they cannot be had. */
function* readingOf(
  bytes: Buffer,
  headers: readonly Header[],
): Generator<[bytes: Buffer, coding: string], RequestBody, Buffer | undefined> {
  const plain = yield [bytes, saidIn(headers, 'content-encoding')]
  // Whatever its label says: by a wrong one, a key would be other letters, which anybody can turn back.
  if (plain && isUtf8(plain)) return { body: plain.toString() }
  const decoded = plain && decodeText(plain, saidIn(headers, 'content-type'))
  if (decoded && !decoded.unread && !NO_TEXT.test(decoded.text)) return { body: decoded.text }
  const guessed = plain ?? bytes
  const coding = codingAtFirstSight(guessed)
  const within = coding === undefined ? undefined : yield [guessed, coding]
  return notKept(
    bytes,
    [guessed, within].flatMap((each) => (each ? [each.toString('latin1')] : [])),
  )
}

const notKept = (bytes: Buffer, guesses: string[]): RequestBody => ({
  body: inPlaceOf(bytes),
  bytes: true,
  unreadBody: { bytes, guesses },
})

const saidIn = (headers: readonly Header[], wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''

function orNothing(bytes: Buffer, coding: string): Buffer | undefined {
  try {
    return unpacked(bytes, coding, LIMITS.unpackedBytes)
  } catch (error) {
    return nothingFor(error)
  }
}

function nothingFor(error: unknown): undefined {
  if (!(error instanceof UnpacksToMore)) throw error
}

/** What may be packed says by its first bytes how. */
const BEGINNINGS: readonly [coding: string, first: readonly number[]][] = [
  ['gzip', [0x1f, 0x8b]],
  ['deflate', [0x78]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

const codingAtFirstSight = (bytes: Buffer) =>
  BEGINNINGS.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0]
