import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createServer } from './builtin-http.ts'
import type { Handle, Handled } from './handling.ts'
import type { Incoming } from './interface/world.ts'
import { dropStream, isStreamed, sendStream } from './stream-answer.ts'
import { type Witness, witnessing } from './witness.ts'

const LARGEST_BODY = 1024 * 1024
/** Longer than most proxies keep idle connections, so that none is closed while a request is on its way. */
const KEEP_ALIVE_MS = 72_000

export type HttpServer = {
  /** Resolves with the origin once it listens. */
  listen(at: { host: string; port: number }): Promise<string>
  /** Closes at once, including open connections. */
  close(): Promise<void>
}

/**
 * Node's own server, without a framework: routing and parsing by Content-Type are decisions of the interface, which
 * layers must be able to wrap.
 */
export function httpServer(handle: Handle, witness?: Witness): HttpServer {
  const watch = witness && witnessing(witness)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    answer(handle, request, response, watch?.(request, response)).catch(() => {
      if (request.socket.destroyed) return
      if (response.headersSent) response.destroy()
      else sendWhole({ status: 500, headers: {}, content: 'Internal server error.' }, response)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(error, socket as Socket))
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          resolve(originOf(server.address() as AddressInfo))
        })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function originOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

async function answer(
  handle: Handle,
  request: IncomingMessage,
  response: ServerResponse,
  watching?: ReturnType<ReturnType<typeof witnessing>>,
): Promise<void> {
  const { body, bodyTooLarge } = await bodyOf(request)
  watching?.hasCome(body)
  send(await handle(incomingFrom(request, body, bodyTooLarge)), response)
}

type Body = Pick<Incoming, 'body' | 'bodyTooLarge'>

const NO_BODY: Body = { body: Buffer.alloc(0), bodyTooLarge: false }
const TOO_LARGE: Body = { ...NO_BODY, bodyTooLarge: true }

/** Resolves as soon as the whole body is here; the stream's end event comes two ticks later. */
function bodyOf(request: IncomingMessage): Promise<Body> | Body {
  const { headers } = request
  const announced = headers['content-length']
  if (announced === undefined && headers['transfer-encoding'] === undefined) return NO_BODY
  const whole = Number(announced)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => resolve(size > LARGEST_BODY ? TOO_LARGE : { body: joined(chunks), bodyTooLarge: false })
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= LARGEST_BODY) chunks.push(chunk)
      if (size === whole) finish()
    })
    request.on('end', finish)
    request.on('error', reject)
  })
}

const joined = (chunks: Buffer[]): Buffer => (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))

function incomingFrom(request: IncomingMessage, body: Buffer, bodyTooLarge: boolean): Incoming {
  const { method = '', url = '', headers, rawHeaders, socket } = request
  const [path, query] = splitAtFirst(url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, ''), '?')
  return {
    method,
    url,
    path,
    query: new URLSearchParams(query),
    headers,
    rawHeaders,
    body,
    bodyTooLarge,
    connection: socket,
    socket,
  }
}

function splitAtFirst(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function send({ answer, whenSent }: Handled, response: ServerResponse): void {
  if (response.destroyed || response.socket?.destroyed !== false) {
    dropStream(answer)
    whenSent({ streamed: 0, isCut: true })
    return
  }
  if (isStreamed(answer)) {
    sendStream(answer, response, whenSent)
    return
  }
  const { status, headers } = answer
  const content = answer.bytes ?? answer.text ?? JSON.stringify(answer.body) ?? ''
  whenSent({ streamed: Buffer.byteLength(content), isCut: false })
  sendWhole(
    { status, headers, content: headers['content-encoding'] === 'gzip' ? gzipSync(content) : content },
    response,
  )
}

/** Text is sent in one write with its headers, bytes in a separate one. */
type Whole = { status: number; headers: Record<string, string | string[]>; content: Buffer | string }

function sendWhole({ status, headers, content }: Whole, response: ServerResponse): void {
  const hasNoBody = status === 204 || status === 304
  const all = { ...headers }
  if (!hasNoBody && !says(headers, 'content-type')) all['content-type'] = 'application/octet-stream'
  if (!hasNoBody && !says(headers, 'content-length')) all['content-length'] = String(Buffer.byteLength(content))
  response.writeHead(status, all)
  response.end(hasNoBody ? undefined : content)
}

function says(headers: Whole['headers'], name: string): boolean {
  if (name in headers) return true
  for (const each in headers) if (each.length === name.length && each.toLowerCase() === name) return true
  return false
}

/** Malformed HTTP has no request to respond to. */
function refuse({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
