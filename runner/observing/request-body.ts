import { isUtf8 } from 'node:buffer'
import type { Header } from '../history/exchange.ts'
import { BOUNDS } from '../settings/bounds.ts'
import { decodeText, UnpacksToMore, unpacked } from '../wire/decode.ts'
import { inPlaceOf } from '../wire/not-kept.ts'
import type { Seen } from './seen.ts'

/** In most charsets any bytes are letters, those of something packed as well. */
const NO_TEXT = /(?![\t\n\v\f\r])\p{Cc}/u

/** The body of a request as text, without its compression, as far as an answer is read. What nobody can read is not kept. */
export async function requestBodyOf(
  bytes: Buffer,
  headers: readonly Header[],
): Promise<Pick<Seen, 'body' | 'bytes' | 'unreadBody'>> {
  const said = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
  const plain = await unpackedOrNot(bytes, said('content-encoding'))
  // Whatever its label says: by a wrong one, a key would be other letters, which anybody can turn back.
  if (plain && isUtf8(plain)) return { body: plain.toString() }
  const decoded = plain && decodeText(plain, said('content-type'))
  if (decoded && !decoded.unread && !NO_TEXT.test(decoded.text)) return { body: decoded.text }
  return { body: inPlaceOf(bytes), bytes: true, unreadBody: { bytes, guesses: await guessesAt(plain ?? bytes) } }
}

async function unpackedOrNot(bytes: Buffer, coding: string): Promise<Buffer | undefined> {
  try {
    return await unpacked(bytes, coding, BOUNDS.unpackedBytes.most)
  } catch (error) {
    if (!(error instanceof UnpacksToMore)) throw error
    return undefined
  }
}

/** What may be packed says by its first bytes how. */
const BEGINNINGS: readonly [coding: string, first: readonly number[]][] = [
  ['gzip', [0x1f, 0x8b]],
  ['deflate', [0x78]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
]

async function guessesAt(bytes: Buffer): Promise<string[]> {
  const text = bytes.toString('latin1')
  const coding = BEGINNINGS.find(([, first]) => first.every((byte, at) => bytes[at] === byte))?.[0]
  const within = coding === undefined ? undefined : await unpackedOrNot(bytes, coding)
  return within ? [text, within.toString('latin1')] : [text]
}
