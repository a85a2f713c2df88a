import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../../config/limits.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { refusedCertificate } from '../network/certificates.ts'
import { undici } from '../network/undici.ts'
import type { KeptSocket, Sender } from './kept-socket.ts'
import type { RawRequest } from './response-reader.ts'

/** Pause between two pieces of a body: a faulty server takes the first one for the whole body. */
const PIECES_APART_MS = 30
const HTTP_1_1_REQUIRED = 13

/** One connection of undici: HTTP/2 if the server offers it, else HTTP/1.1. */
export function undiciSender(socket: KeptSocket): Sender {
  const { requestTimeoutMs, network } = socket.options
  const client = new (undici().Client)(socket.origin, {
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
    maxHeaderSize: LIMITS.headBytes,
    pipelining: 1,
    // A connection shared by two requests could not be told apart.
    h2Options: { maxConcurrentStreams: 1, pingInterval: 0 },
    connect: (_, done) => {
      socket.open().then(
        (opened) => done(null, opened),
        (error) => done(error, null),
      )
    },
  })
  return {
    destroy: () => client.destroy(),
    send(request, reader) {
      client.dispatch(
        { method: request.method, path: request.path, headers: headersOf(request), body: bodyOf(request) },
        {
          onRequestStart(controller) {
            if (reader.stopped) return controller.abort(reader.stopped)
            reader.abort = (reason) => controller.abort(reason)
          },
          onResponseStart({ rawHeaders }, status, parsed, statusText = '') {
            if (status < 200) return reader.early()
            socket.answered()
            reader.begin(status, statusText, Array.isArray(rawHeaders) ? inPairs(rawHeaders) : inLines(parsed))
          },
          onResponseData: (_, piece) => reader.add(piece),
          onResponseEnd: () => reader.end(),
          onResponseError(_, error) {
            if ((error as { http2ErrorCode?: number }).http2ErrorCode === HTTP_1_1_REQUIRED) {
              network.hasNoHttp2(socket.origin)
              socket.current?.socket.destroy()
            }
            reader.fail(refusedCertificate(socket.lastError?.code ?? '') ?? error)
          },
        },
      )
    },
  }
}

function headersOf({ headers, body = '', inPieces }: RawRequest): string[] {
  const list: string[] = []
  for (const [name, value] of headers) list.push(name, value)
  if (inPieces) list.push('Content-Length', String(Buffer.byteLength(body)))
  return list
}

const bodyOf = ({ body, inPieces }: RawRequest) =>
  inPieces && body !== undefined ? piecesOf(Buffer.from(body)) : (body ?? null)

export function piecesOf(body: Buffer): Readable {
  const half = Math.ceil(body.length / 2)
  async function* halves() {
    yield body.subarray(0, half)
    await sleep(PIECES_APART_MS)
    yield body.subarray(half)
  }
  // The HTTP client reports the error.
  return Readable.from(halves()).on('error', () => undefined)
}

function inPairs(raw: readonly (Buffer | string)[]): Header[] {
  const pairs: Header[] = []
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([textOf(raw[at]!), withoutBlanks(textOf(raw[at + 1]!))])
  return pairs
}

const textOf = (value: Buffer | string) => (typeof value === 'string' ? value : value.toString('latin1'))

/** RFC 9110 §5.5: blanks around a value are not part of it. Not every parser removes all of them. */
export function withoutBlanks(value: string): string {
  const isBlank = (at: number) => value[at] === ' ' || value[at] === '\t'
  let [from, to] = [0, value.length]
  while (from < to && isBlank(from)) from++
  while (to > from && isBlank(to - 1)) to--
  return value.slice(from, to)
}

/** Header lines of HTTP/2. */
const inLines = (headers: Record<string, string | string[] | undefined>) =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? ''].flat().map((each): Header => [name, each]))
