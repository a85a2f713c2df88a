import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../../config/limits.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { refusedCertificate } from '../network/bad-certificate.ts'
import { undici } from '../network/undici.ts'
import type { Link, Sender } from './link.ts'
import type { WireRequest } from './reply.ts'

/** Between the two pieces of a body: long enough for a server to take the first one for all of it. */
const PIECES_APART_MS = 30
const HTTP_1_1_REQUIRED = 13

/** One connection of undici: HTTP/2 if the server offers it, else HTTP/1.1. */
export function undiciSender(link: Link): Sender {
  const { requestTimeoutMs, network } = link.options
  const client = new (undici().Client)(link.origin, {
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
    maxHeaderSize: LIMITS.headBytes,
    pipelining: 1,
    // A connection shared by two requests could not be told apart.
    h2Options: { maxConcurrentStreams: 1, pingInterval: 0 },
    connect: (_, done) => {
      link.open().then(
        (socket) => done(null, socket),
        (error) => done(error, null),
      )
    },
  })
  return {
    destroy: () => client.destroy(),
    send(request, reply) {
      client.dispatch(
        { method: request.method, path: request.path, headers: headersOf(request), body: bodyOf(request) },
        {
          onRequestStart(controller) {
            if (reply.stopped) return controller.abort(reply.stopped)
            reply.abort = (reason) => controller.abort(reason)
          },
          onResponseStart({ rawHeaders }, status, parsed, statusText = '') {
            if (status < 200) return reply.early()
            link.answered()
            reply.begin(status, statusText, Array.isArray(rawHeaders) ? inPairs(rawHeaders) : inLines(parsed))
          },
          onResponseData: (_, piece) => reply.add(piece),
          onResponseEnd: () => reply.end(),
          onResponseError(_, error) {
            if ((error as { http2ErrorCode?: number }).http2ErrorCode === HTTP_1_1_REQUIRED) {
              network.hasNoHttp2(link.origin)
              link.connection?.socket.destroy()
            }
            reply.fail(refusedCertificate(link.lastError?.code ?? '') ?? error)
          },
        },
      )
    },
  }
}

function headersOf({ headers, body = '', inPieces }: WireRequest): string[] {
  const list = headers.flat()
  return inPieces ? [...list, 'Content-Length', String(Buffer.byteLength(body))] : list
}

const bodyOf = ({ body, inPieces }: WireRequest) =>
  inPieces && body !== undefined ? piecesOf(Buffer.from(body)) : (body ?? null)

export function piecesOf(body: Buffer): Readable {
  const half = Math.ceil(body.length / 2)
  async function* halves() {
    yield body.subarray(0, half)
    await sleep(PIECES_APART_MS)
    yield body.subarray(half)
  }
  // The HTTP client reports errors.
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

/** Of HTTP/2. */
const inLines = (headers: Record<string, string | string[] | undefined>) =>
  Object.entries(headers).flatMap(([name, value]) => [value ?? ''].flat().map((each): Header => [name, each]))
