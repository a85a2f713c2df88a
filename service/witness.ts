import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** One request as it arrived, keys included, and its response. Times are milliseconds since 1970. */
export type Witnessed = {
  method: string
  url: string
  rawHeaders: readonly string[]
  body: Buffer
  /** Starts at 1. */
  connection: number
  /** When the request headers were complete. */
  cameAt: number
  /** When the last byte of the response was written, or the connection closed. */
  endedAt: number
  /** Absent if not even response headers were sent. */
  answer?: { status: number; headers: [name: string, value: string][]; kept: Buffer; bytes: number; isWhole: boolean }
}

/** Called after each request. The data contains keys: redact before you print or store it. */
export type Witness = (witnessed: Witnessed) => void

/** Bytes kept per body; the rest of a video is only counted. */
const MOST_KEPT = 256 * 1024

const now = () => performance.timeOrigin + performance.now()

/** Observes the socket, so that it sees all output. */
export function witnessing(witness: Witness) {
  const connections = new WeakMap<Socket, number>()
  let counted = 0
  return (request: IncomingMessage, response: ServerResponse) => {
    const cameAt = now()
    const { method = '', url = '', rawHeaders, socket } = request
    if (!connections.has(socket)) connections.set(socket, ++counted)
    const going = watched(response)
    let body: Buffer = Buffer.alloc(0)
    let finishedAt: number | undefined
    response.once('finish', () => {
      finishedAt = now()
    })
    response.once('close', () => {
      const answer = going()
      witness({
        ...{ method, url, rawHeaders, body, cameAt },
        connection: connections.get(socket)!,
        endedAt: finishedAt ?? now(),
        ...(answer && { answer: { ...answer, isWhole: response.writableFinished } }),
      })
    })
    return {
      hasCome(whole: Buffer): void {
        body = whole
      },
    }
  }
}

type Going = Omit<NonNullable<Witnessed['answer']>, 'isWhole'>

function watched(response: ServerResponse): () => Going | undefined {
  const { writeHead, write, end } = response
  const chunks: Buffer[] = []
  let head: Pick<Going, 'status' | 'headers'> | undefined
  let bytes = 0
  let kept = 0
  const note = (chunk: unknown) => {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    const piece = Buffer.from(chunk)
    bytes += piece.length
    const part = piece.subarray(0, Math.max(0, MOST_KEPT - kept))
    kept += part.length
    if (part.length > 0) chunks.push(part)
  }
  Object.assign(response, {
    writeHead(status: number, headers: Record<string, string | string[]>) {
      head = { status, headers: Object.entries(headers).flatMap(([name, value]) => pairs(name, value)) }
      return writeHead.call(response, status, headers)
    },
    write(...args: unknown[]) {
      note(args[0])
      return (write as (...args: unknown[]) => boolean).apply(response, args)
    },
    end(...args: unknown[]) {
      note(args[0])
      return (end as (...args: unknown[]) => ServerResponse).apply(response, args)
    },
  })
  return () => head && { ...head, kept: Buffer.concat(chunks), bytes }
}

const pairs = (name: string, value: string | string[]): [string, string][] =>
  [value].flat().map((each) => [name, String(each)])
