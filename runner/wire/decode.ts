import { promisify, TextDecoder } from 'node:util'
import * as zlib from 'node:zlib'

const bounds = (most: number) => ({ maxOutputLength: most, finishFlush: zlib.constants.Z_SYNC_FLUSH })

/** So few bytes are unpacked sooner than they are handed to somebody else. */
const FEW_BYTES = 4096
const gunzip = promisify(zlib.gunzip)
const ungzip = async (data: Buffer, most: number): Promise<Buffer> =>
  data.length <= FEW_BYTES ? zlib.gunzipSync(data, bounds(most)) : gunzip(data, bounds(most))

const unpackers: Record<string, (data: Buffer, most: number) => Promise<Buffer>> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  deflate: async (data, most) => {
    try {
      return (await promisify(zlib.inflate)(data, bounds(most))) as Buffer
    } catch {
      return (await promisify(zlib.inflateRaw)(data, bounds(most))) as Buffer
    }
  },
  br: (data, most) => promisify(zlib.brotliDecompress)(data, { maxOutputLength: most }) as Promise<Buffer>,
  zstd: (data, most) => promisify(zlib.zstdDecompress)(data, { maxOutputLength: most }) as Promise<Buffer>,
}

/** A body without its compression; nothing where that cannot be undone. */
export async function unpacked(data: Buffer, contentEncoding: string, most: number): Promise<Buffer | undefined> {
  let plain = data
  for (const coding of codingsIn(contentEncoding)) {
    const unpack = unpackers[coding]
    if (coding === 'identity' || plain.length === 0) continue
    if (!unpack) return undefined
    const next = await unpack(plain, most).catch(() => undefined)
    if (!next) return undefined
    plain = next
  }
  return plain
}

/** Whether a body of this coding can be unpacked here, and has to be. */
export function isKnownCoding(contentEncoding: string): boolean {
  const codings = codingsIn(contentEncoding).filter((coding) => coding !== 'identity')
  return codings.length > 0 && codings.every((coding) => coding in unpackers)
}

/** As they have to be undone. */
function codingsIn(contentEncoding: string): string[] {
  const codings = contentEncoding.toLowerCase().split(',')
  return codings
    .map((each) => each.trim())
    .filter(Boolean)
    .reverse()
}

export type Decoded = { text: string; garbled?: string }

/** From the bytes of a body to text: compression and charset are the server's to choose. */
export async function decodeBody(
  bytes: Buffer,
  contentType: string,
  contentEncoding: string,
  most: number,
): Promise<Decoded> {
  let data = bytes
  for (const coding of codingsIn(contentEncoding)) {
    const unpack = unpackers[coding]
    if (coding === 'identity' || data.length === 0) continue
    if (!unpack) return { text: data.toString('latin1'), garbled: `Content-Encoding ${coding} is not known here` }
    try {
      data = await unpack(data, most)
    } catch (error) {
      return {
        text: bytes.toString('latin1'),
        garbled: `the ${coding} body cannot be unpacked: ${(error as Error).message}`,
      }
    }
  }
  return decodeText(data, contentType)
}

export function decodeText(data: Buffer, contentType: string): Decoded {
  const named = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]
  const charset = markOf(data) ?? (named && decoderOf(named) ? named : 'utf-8')
  try {
    return { text: decoderOf(charset)!.decode(data) }
  } catch {
    const text = new TextDecoder('utf-8').decode(data)
    return { text, garbled: `the body is not text in the charset ${charset}` }
  }
}

const MOST_DECODERS = 100
const decoders = new Map<string, TextDecoder | undefined>()

/** A label that nobody knows says nothing; JSON is UTF-8 unless it says otherwise. */
function decoderOf(label: string): TextDecoder | undefined {
  if (decoders.has(label)) return decoders.get(label)
  const decoder = newDecoder(label)
  if (decoders.size < MOST_DECODERS) decoders.set(label, decoder)
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
