import { gunzipSync } from 'node:zlib'
import { type Answer, type Incoming, isJson } from '../interface/world.ts'
import type { Content } from './entry.ts'
import { masked } from './masked.ts'

/** Per body, so that ten thousand large ones do not fill the memory. */
const MOST_CHARACTERS = 16_384
/** Enough bytes for these characters. */
const MOST_BYTES = MOST_CHARACTERS * 4

const NOTHING: Content = { bytes: 0, text: null, isWhole: true }

/** Kept with keys until it is read, and as text, because the bytes belong to the connection's buffer. */
export function contentOfRequest({ body, bodyTooLarge }: Pick<Incoming, 'body' | 'bodyTooLarge'>): Content {
  if (body.length === 0) return bodyTooLarge ? { ...NOTHING, isWhole: false } : NOTHING
  return beginningOf(body.toString('utf8', 0, MOST_BYTES), body.length)
}

export function withoutKeys(content: Content): Content {
  return content.text === null ? content : { ...content, text: masked(content.text) }
}

/** A stream is known only after it ended. Videos are not kept, and text is decoded on demand. */
export function contentOfAnswer(answer: Answer, streamed: number): () => Content {
  const { stream, bytes } = answer
  if (stream) return () => ({ bytes: streamed, text: null, isWhole: true })
  const made = textOf(answer)
  if (!made) return () => ({ bytes: bytes?.length ?? 0, text: null, isWhole: true })
  return () => {
    const text = made()
    return textContent(text, bytes?.length ?? Buffer.byteLength(text))
  }
}

/** The full text, keys included; undefined if it is not text. */
export function textOf(answer: Answer): (() => string) | undefined {
  const { stream, bytes, body, text = '' } = answer
  if (stream || (bytes && !isText(answer))) return undefined
  if (bytes) return () => unzipped(bytes).toString()
  return isJson(answer) ? () => JSON.stringify(body) ?? '' : () => text
}

function textContent(text: string, bytes: number): Content {
  return withoutKeys(beginningOf(text, bytes))
}

function beginningOf(text: string, bytes: number): Content {
  const isWhole = text.length <= MOST_CHARACTERS
  return { bytes, text: isWhole ? text : text.slice(0, MOST_CHARACTERS), isWhole }
}

function isText({ headers }: Answer): boolean {
  return /json|text|xml|html|urlencoded/i.test(String(headers['content-type'] ?? ''))
}

function unzipped(bytes: Buffer): Buffer {
  try {
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
  } catch {
    return bytes
  }
}
