import { type Answer, isJson, type World } from '../../interface/world.ts'

type Whole = { status: number; headers: Answer['headers']; bytes: Buffer }

/** The body as sent; undefined for a stream, or if there is none. */
export function contentOf(answer: Answer, { dialect }: World): Whole | undefined {
  const { status, headers, body, text, bytes, stream } = answer
  if (stream) return undefined
  const content = bytes ?? Buffer.from(text ?? JSON.stringify(body))
  if (content.length === 0) return undefined
  const label = isJson(answer) && { 'content-type': dialect.http.jsonType }
  return { status, headers: { ...label, ...headers }, bytes: content }
}

/** Sends a part of the body, then closes the connection, despite a larger Content-Length. */
export function cutShort({ status, headers, bytes }: Whole, share: number): Answer {
  const sent = bytes.subarray(0, Math.min(bytes.length - 1, Math.floor(bytes.length * share)))
  return { status, headers: { ...headers, 'content-length': String(bytes.length) }, stream: brokenOff(sent) }
}

const CHUNK = 16 * 1024

async function* brokenOff(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* inPieces(bytes, CHUNK)
  // Writes reach the socket at the end of the tick.
  await new Promise(setImmediate)
  throw new Error('the connection is closed during a response')
}

export function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
