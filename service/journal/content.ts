import { gunzipSync } from 'node:zlib'
import { type Answer, isJson } from '../interface/world.ts'
import type { Content } from './entry.ts'
import { masked } from './masked.ts'

/** Of each body, so that ten thousand large ones do not fill the memory. */
const MOST_CHARACTERS = 16_384

export const NOTHING: Content = { bytes: 0, text: null, isWhole: true }

export function contentOfRequest(body: Buffer, tooLarge: boolean): Content {
  if (body.length === 0) return { ...NOTHING, isWhole: !tooLarge }
  return textContent(body.toString('utf8', 0, MOST_CHARACTERS * 2), body.length)
}

/** A stream is known only once it has ended. */
export function contentOfAnswer(answer: Answer, streamed: number): Content {
  if (answer.stream) return { bytes: streamed, text: null, isWhole: true }
  if (answer.bytes) {
    const { length } = answer.bytes
    return isText(answer)
      ? textContent(unzipped(answer.bytes).toString(), length)
      : { bytes: length, text: null, isWhole: true }
  }
  const text = isJson(answer) ? (JSON.stringify(answer.body) ?? '') : (answer.text ?? '')
  return textContent(text, Buffer.byteLength(text))
}

function textContent(text: string, bytes: number): Content {
  const isWhole = text.length <= MOST_CHARACTERS
  return { bytes, text: masked(isWhole ? text : text.slice(0, MOST_CHARACTERS)), isWhole }
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
