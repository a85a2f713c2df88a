import { LIMITS } from '../../config/limits.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { http } from '../network/builtin-http.ts'
import type { KeptSocket, Sender } from './kept-socket.ts'
import { piecesOf, withoutBlanks } from './undici-http.ts'

/** For conforming responses that undici rejects: an unsolicited 100 Continue, blanks behind a Content-Length. */
export function nodeSender(kept: KeptSocket): Sender {
  const { host, hostname, port } = new URL(kept.origin)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = (_, done) => {
    kept.open().then(
      (socket) => done?.(null, socket),
      (error) => (done as (error: Error) => void)(error),
    )
    return undefined
  }
  return {
    destroy: () => agent.destroy(),
    send({ method, path, headers, body, inPieces }, reader) {
      const length = body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]
      const sent = http.request({
        agent,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path,
        // The headers that undici adds; Node adds none to a list.
        headers: ['host', host, 'connection', 'keep-alive', ...headers.flat(), ...length],
        timeout: kept.options.requestTimeoutMs,
        maxHeaderSize: LIMITS.headBytes,
      })
      // By default Node silently drops headers beyond 2,000 pairs.
      sent.maxHeadersCount = 0
      reader.abort = (reason) => sent.destroy(reason)
      sent.on('timeout', () => reader.stop(Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' })))
      sent.on('error', (error) => reader.fail(error))
      sent.on('information', () => reader.early())
      sent.on('response', (answer) => {
        kept.answered()
        reader.begin(answer.statusCode!, answer.statusMessage ?? '', inPairs(answer.rawHeaders))
        answer.on('data', (piece: Buffer) => reader.add(piece))
        answer.on('end', () => reader.end())
        answer.on('error', (error) => reader.fail(error))
      })
      if (inPieces && body !== undefined) piecesOf(Buffer.from(body)).pipe(sent)
      else sent.end(body)
    },
  }
}

const inPairs = (raw: readonly string[]) =>
  raw.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, withoutBlanks(raw[at + 1] ?? '')]] : []))
