import { isUtf8 } from 'node:buffer'
import { promisify, TextDecoder } from 'node:util'
import * as zlib from 'node:zlib'
import { BOUNDS } from '../../config/bounds/bounds.ts'

const bounds = (most: number) => ({ maxOutputLength: most, finishFlush: zlib.constants.Z_SYNC_FLUSH })

/** So few bytes are unpacked sooner than they are handed to somebody else. */
const FEW_BYTES = 4096

type Unpack<Unpacked> = (data: Buffer, most: number) => Unpacked
type Unpacker = { now: Unpack<Buffer>; later: Unpack<Promise<Buffer>> }

const gunzip = promisify(zlib.gunzip)
const gzip: Unpacker = {
  now: (data, most) => zlib.gunzipSync(data, bounds(most)),
  later: async (data, most) => (data.length <= FEW_BYTES ? gzip.now(data, most) : gunzip(data, bounds(most))),
}

const unpackers: Record<string, Unpacker> = {
  gzip,
  'x-gzip': gzip,
  deflate: {
    now: (data, most) => {
      try {
        return zlib.inflateSync(data, bounds(most))
      } catch (error) {
        if (isTooMuch(error)) throw error
        return zlib.inflateRawSync(data, bounds(most))
      }
    },
    later: async (data, most) => {
      try {
        return (await promisify(zlib.inflate)(data, bounds(most))) as Buffer
      } catch (error) {
        if (isTooMuch(error)) throw error
        return (await promisify(zlib.inflateRaw)(data, bounds(most))) as Buffer
      }
    },
  },
  br: {
    now: (data, most) => zlib.brotliDecompressSync(data, { maxOutputLength: most }),
    later: (data, most) => promisify(zlib.brotliDecompress)(data, { maxOutputLength: most }) as Promise<Buffer>,
  },
  zstd: {
    now: (data, most) => zlib.zstdDecompressSync(data, { maxOutputLength: most, params: ZSTD_WINDOW }),
    later: (data, most) =>
      promisify(zlib.zstdDecompress)(data, { maxOutputLength: most, params: ZSTD_WINDOW }) as Promise<Buffer>,
  },
}

const ZSTD_WINDOW = { [zlib.constants.ZSTD_d_windowLogMax]: Math.log2(BOUNDS.packingWindow.most) }

/** It unpacks to more than is read, or is packed more often than is undone: what is in it is not known. */
export class UnpacksToMore extends Error {
  override name = 'UnpacksToMore'
  readonly code = 'ERR_BUFFER_TOO_LARGE'
}

const TOO_MUCH: readonly unknown[] = ['ERR_BUFFER_TOO_LARGE', 'ZSTD_error_frameParameter_windowTooLarge']
const isTooMuch = (error: unknown) => TOO_MUCH.includes((error as { code?: unknown }).code)

/** A body without its compression; nothing where that cannot be undone. Throws where more comes of it than is read. */
export async function unpacked(data: Buffer, contentEncoding: string, most: number): Promise<Buffer | undefined> {
  let plain: Buffer | undefined = data
  for (const coding of fewCodingsIn(contentEncoding)) {
    if (plain.length === 0) continue
    plain = await unpackers[coding]?.later(plain, most).catch((error) => undefinedUnlessTooMuch(error, most))
    if (!plain) return undefined
  }
  return plain
}

/** The same for whoever reads a file, and has nothing else to do meanwhile. */
export function unpackedNow(data: Buffer, contentEncoding: string, most: number): Buffer | undefined {
  let plain: Buffer | undefined = data
  for (const coding of fewCodingsIn(contentEncoding)) {
    if (plain.length === 0) continue
    try {
      plain = unpackers[coding]?.now(plain, most)
    } catch (error) {
      plain = undefinedUnlessTooMuch(error, most)
    }
    if (!plain) return undefined
  }
  return plain
}

function fewCodingsIn(contentEncoding: string): string[] {
  const codings = codingsIn(contentEncoding)
  if (codings.length > BOUNDS.codings.most) throw new UnpacksToMore(`it is compressed ${codings.length} times`)
  return codings
}

function undefinedUnlessTooMuch(error: unknown, most: number): undefined {
  if (isTooMuch(error)) throw new UnpacksToMore(`it decompresses to more than ${most} bytes`)
  return undefined
}

/** Whether a body of this coding can be unpacked here, and has to be. */
export function isKnownCoding(contentEncoding: string): boolean {
  const codings = codingsIn(contentEncoding)
  return codings.length > 0 && codings.every((coding) => coding in unpackers)
}

/** As they have to be undone; `identity` needs nothing. */
function codingsIn(contentEncoding: string): string[] {
  const codings = contentEncoding.toLowerCase().split(',')
  return codings
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity')
    .reverse()
}

/**
 * `longer`: more comes of it than is read. `unread`: nobody knows what it says, and so neither what it gives away; the text
 * is a guess, for looking at alone.
 */
export type Decoded = { text: string; garbled?: string; longer?: true; unread?: true }

type DecodeOptions = { most: number; isCut?: boolean }

/** From the bytes of a body to text: compression and charset are the server's to choose. */
export async function decodeBody(
  bytes: Buffer,
  contentType: string,
  contentEncoding: string,
  { most, isCut = false }: DecodeOptions,
): Promise<Decoded> {
  let data = bytes
  const unread = (garbled: string): Decoded => ({ text: data.toString('latin1'), garbled, unread: true })
  const codings = codingsIn(contentEncoding)
  if (codings.length > BOUNDS.codings.most) return { text: '', longer: true }
  for (const coding of codings) {
    const unpack = unpackers[coding]
    if (data.length === 0) continue
    if (!unpack) return unread(`unsupported Content-Encoding ${coding}`)
    try {
      data = await unpack.later(data, most)
    } catch (error) {
      if (isTooMuch(error)) return { text: '', longer: true }
      return unread(`the ${coding} body cannot be decompressed: ${(error as Error).message}`)
    }
  }
  return decodeText(data, contentType, isCut)
}

/** A label may be wrong; what is UTF-8 after all, as JSON is, can be read. */
export function decodeText(data: Buffer, contentType: string, isCut = false): Decoded {
  const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const charset = markOf(data) ?? (named && decoderOf(named) ? named : 'utf-8')
  const text = isFalselyWide(data, charset) ? undefined : textIn(data, charset, isCut)
  if (text !== undefined) return { text }
  const garbled = `the body is not text in the charset ${charset}`
  const inUtf8 = textIn(data, 'utf-8', isCut)
  if (inUtf8 !== undefined) return { text: inUtf8, garbled }
  return { text: new TextDecoder('utf-8').decode(data), garbled, unread: true }
}

/** Text has blanks and signs, which are NULs beside something in UTF-16: without any it is letters that nobody wrote. */
const isFalselyWide = (data: Buffer, charset: string) =>
  /^(utf-16|ucs-2|unicode)/i.test(charset) && markOf(data) === undefined && isUtf8(data) && !data.includes(0)

/** What is cut off may end in the midst of a character. */
function textIn(data: Buffer, charset: string, isCut: boolean): string | undefined {
  try {
    return isCut ? newDecoder(charset)!.decode(data, { stream: true }) : decoderOf(charset)!.decode(data)
  } catch {
    return undefined
  }
}

const decoders = new Map<string, TextDecoder | undefined>()

/** A label that nobody knows says nothing; JSON is UTF-8 unless it says otherwise. */
function decoderOf(label: string): TextDecoder | undefined {
  if (decoders.has(label)) return decoders.get(label)
  const decoder = newDecoder(label)
  if (decoders.size < BOUNDS.charsets.most) decoders.set(label, decoder)
  return decoder
}

function newDecoder(label: string): TextDecoder | undefined {
  try {
    // A mark belongs to UTF-16, which says by it in which order its bytes come; in UTF-8 a reader may stumble over it.
    return new TextDecoder(label, { fatal: true, ignoreBOM: /^utf-?8$/i.test(label) })
  } catch {
    return undefined
  }
}

function markOf(data: Buffer): string | undefined {
  if (data[0] === 0xff && data[1] === 0xfe) return 'utf-16le'
  if (data[0] === 0xfe && data[1] === 0xff) return 'utf-16be'
  return undefined
}
