import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import * as zlib from 'node:zlib'

const MOST_CODINGS = 4
/** RFC 9659: a zstd window of 8 MiB. */
const ZSTD_WINDOW_LOG = 23

type Unpack = (data: Buffer, options: { maxOutputLength: number }) => Buffer

const gunzip: Unpack = (data, options) =>
  zlib.gunzipSync(data, { ...options, finishFlush: zlib.constants.Z_SYNC_FLUSH })

const UNPACK: Record<string, Unpack> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: (data, limit) => {
    const options = { ...limit, finishFlush: zlib.constants.Z_SYNC_FLUSH }
    try {
      return zlib.inflateSync(data, options)
    } catch (error) {
      if (isTooLong(error)) throw error
      return zlib.inflateRawSync(data, options)
    }
  },
  br: zlib.brotliDecompressSync,
  zstd: (data, limit) =>
    zlib.zstdDecompressSync(data, { ...limit, params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
}

/** A body decompresses to more than the limit, or is compressed too many times. */
export class UnpacksToMore extends Error {
  override name = 'UnpacksToMore'
  readonly code = 'ERR_BUFFER_TOO_LARGE'
}

const TOO_LONG: readonly unknown[] = ['ERR_BUFFER_TOO_LARGE', 'ZSTD_error_frameParameter_windowTooLarge']
const isTooLong = (error: unknown) => TOO_LONG.includes((error as { code?: unknown }).code)

/** `why`: it cannot be decompressed; `data` is the last valid state. */
function decompress(data: Buffer, contentEncoding: string, most: number): { data: Buffer; why?: string } {
  const codings = codingsIn(contentEncoding)
  if (codings.length > MOST_CODINGS) throw new UnpacksToMore(`it is compressed ${codings.length} times`)
  let plain = data
  for (const coding of codings) {
    const unpack = UNPACK[coding]
    if (plain.length === 0) continue
    if (!unpack) return { data: plain, why: `unsupported Content-Encoding ${coding}` }
    try {
      plain = unpack(plain, { maxOutputLength: most })
    } catch (error) {
      if (isTooLong(error)) throw new UnpacksToMore(`it decompresses to more than ${most} bytes`)
      return { data: plain, why: `the ${coding} body cannot be decompressed: ${(error as Error).message}` }
    }
  }
  return { data: plain }
}

/** A body without its compression, or undefined if it cannot be decompressed. Throws UnpacksToMore. */
export function unpacked(data: Buffer, contentEncoding: string, most: number): Buffer | undefined {
  const { data: plain, why } = decompress(data, contentEncoding, most)
  return why === undefined ? plain : undefined
}

export function isKnownCoding(contentEncoding: string): boolean {
  const codings = codingsIn(contentEncoding)
  return codings.length > 0 && codings.every((coding) => coding in UNPACK)
}

/** In the order of decompression. */
function codingsIn(contentEncoding: string): string[] {
  const codings = contentEncoding.toLowerCase().split(',')
  return codings
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity')
    .reverse()
}

/**
 * `longer`: it decompresses to more than is read. `unread`: the text is a guess and may hide a key, so it must not be
 * stored.
 */
export type Decoded = { text: string; garbled?: string; longer?: true; unread?: true }

export function decodeBody(
  bytes: Buffer,
  contentType: string,
  contentEncoding: string,
  { most, isCut = false }: { most: number; isCut?: boolean },
): Decoded {
  try {
    const { data, why } = contentEncoding === '' ? { data: bytes } : decompress(bytes, contentEncoding, most)
    if (why !== undefined) return { text: data.toString('latin1'), garbled: why, unread: true }
    return decodeText(data, contentType, isCut)
  } catch (error) {
    if (error instanceof UnpacksToMore) return { text: '', longer: true }
    throw error
  }
}

/** Valid UTF-8 is read as such, because the declared charset may be wrong. */
export function decodeText(data: Buffer, contentType: string, isCut = false): Decoded {
  const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const mark = markOf(data)
  const charset = mark ?? (named && (isUtf8Name(named) || decoderOf(named)) ? named : 'utf-8')
  // ASCII text decodes as UTF-16 without an error, to wrong letters; real UTF-16 has NULs.
  const isWide = /^(utf-16|ucs-2|unicode)/i.test(charset) && mark === undefined
  const text = isWide && isUtf8(data) && !data.includes(0) ? undefined : textIn(data, charset, isCut)
  if (text !== undefined) return { text }
  const garbled = `the body is not text in the charset ${charset}`
  const inUtf8 = textIn(data, 'utf-8', isCut)
  if (inUtf8 !== undefined) return { text: inUtf8, garbled }
  return { text: new TextDecoder('utf-8').decode(data), garbled, unread: true }
}

function textIn(data: Buffer, charset: string, isCut: boolean): string | undefined {
  if (isUtf8Name(charset) && !isCut) return isUtf8(data) ? data.toString() : undefined
  try {
    // A truncated body may end inside a character.
    return decoderOf(charset)?.decode(data, { stream: isCut })
  } catch {
    return undefined
  }
}

const isUtf8Name = (charset: string) => /^utf-?8$/i.test(charset)

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    // In UTF-8 a byte order mark stays visible, because JSON parsers may reject it.
    return new TextDecoder(charset, { fatal: true, ignoreBOM: isUtf8Name(charset) })
  } catch {
    return undefined
  }
}

function markOf(data: Buffer): string | undefined {
  if (data[0] === 0xff && data[1] === 0xfe) return 'utf-16le'
  if (data[0] === 0xfe && data[1] === 0xff) return 'utf-16be'
  return undefined
}
