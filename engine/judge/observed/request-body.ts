import { isUtf8 } from 'node:buffer'
import { LIMITS } from '../../config/limits.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { decodeText, isKnownCoding, UnpacksToMore, unpacked } from '../../http/answers/decode.ts'
import { inPlaceOf } from '../../http/answers/readable.ts'
import { headerIn } from './json-values.ts'
import type { Seen } from './seen.ts'

type RequestBody = Pick<Seen, 'body' | 'bytes' | 'unreadBody'>

/** Decompressed request bodies of a file; few clients compress requests. */
export const MOST_UNPACKED_BYTES = 64 * 1024 * 1024

/** Most charsets decode any bytes, even compressed ones, so control characters show binary data. */
const NO_TEXT = /(?![\t\n\v\f\r])\p{Cc}/u
const NO_BYTE = /[^\0-\xff]/

/** A recorded body as bytes. The recorder may have decompressed it and kept its Content-Encoding. */
export function recordedBytes(bytes: Buffer, headers: readonly Header[], limit: UnpackLimit): RequestBody {
  if (isUtf8(bytes) && !NO_TEXT.test(bytes.toString())) return { body: bytes.toString() }
  return requestBodyOf(bytes, headers, limit)
}

/** A recorded body as text; the recorder may have decoded binary data. */
export function recordedText(text: string, headers: readonly Header[], limit: UnpackLimit): RequestBody {
  if (!NO_TEXT.test(text)) return { body: text }
  if (!NO_BYTE.test(text)) return recordedBytes(Buffer.from(text, 'latin1'), headers, limit)
  if (!text.includes('\ufffd') && !isKnownCoding(headerIn(headers, 'content-encoding') ?? '')) return { body: text }
  return notKept(Buffer.from(text), [text])
}

/** Limits what the bodies of one file decompress to: each may grow a thousandfold. */
export class UnpackLimit {
  #left = MOST_UNPACKED_BYTES

  /** Undefined beyond the limit, and if the bytes cannot be decompressed. */
  unpacked(bytes: Buffer, coding: string): Buffer | undefined {
    const most = Math.max(1, Math.min(LIMITS.unpackedBytes, this.#left))
    try {
      const plain = unpacked(bytes, coding, most)
      if (plain !== bytes) this.#left -= plain?.length ?? 0
      return plain
    } catch (error) {
      if (!(error instanceof UnpacksToMore)) throw error
      this.#left -= most
      return undefined
    }
  }
}

/** The body of a request as text, decompressed. A body that cannot be read is not kept: it may contain a key. */
export function requestBodyOf(bytes: Buffer, headers: readonly Header[], limit = new UnpackLimit()): RequestBody {
  const plain = limit.unpacked(bytes, headerIn(headers, 'content-encoding') ?? '')
  // Ignores the charset: with a wrong one, a key would be decoded to other characters and not be found.
  if (plain && isUtf8(plain)) return { body: plain.toString() }
  const decoded = plain && decodeText(plain, headerIn(headers, 'content-type') ?? '')
  if (decoded && !decoded.unread && !NO_TEXT.test(decoded.text)) return { body: decoded.text }
  const guessed = plain ?? bytes
  const coding = codingByFirstBytes(guessed)
  const within = coding === undefined ? undefined : limit.unpacked(guessed, coding)
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

const FIRST_BYTES: readonly [coding: string, first: readonly number[]][] = [
  ['gzip', [0x1f, 0x8b]],
  ['deflate', [0x78]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

const codingByFirstBytes = (bytes: Buffer) =>
  FIRST_BYTES.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0]
