import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Handle, Handled } from './handling.ts'
import type { Incoming } from './interface/world.ts'
import { dropStream, isStreamed, sendStream } from './stream-answer.ts'

const LARGEST_BODY = 1024 * 1024

/**
 * Answers from the first hook: routing, and reading a body by its Content-Type, are decisions of the interface,
 * and fastify would make them before ours. So all paths are one to it.
 */
export function httpServer(handle: Handle): FastifyInstance {
  const server = fastify({ logger: false, forceCloseConnections: true, rewriteUrl: () => '/' })
  server.addHook('onRequest', async (request, reply) => {
    try {
      const incoming = await incomingFrom(request.raw, request.originalUrl)
      return send(await handle(incoming), reply)
    } catch (error) {
      if (request.raw.socket.destroyed) return reply.hijack()
      throw error
    }
  })
  return server
}

async function incomingFrom(request: IncomingMessage, url: string): Promise<Incoming> {
  const [path = '', query = ''] = splitAtFirst(url.replace(/^https?:\/\/[^/?]*/i, ''), '?')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= LARGEST_BODY) chunks.push(chunk)
  }
  const bodyTooLarge = size > LARGEST_BODY
  return {
    method: request.method ?? '',
    url,
    path,
    query: new URLSearchParams(query),
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    body: bodyTooLarge ? Buffer.alloc(0) : Buffer.concat(chunks),
    bodyTooLarge,
    connection: request.socket,
    socket: request.socket,
  }
}

function splitAtFirst(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function send({ answer, whenSent }: Handled, reply: FastifyReply): FastifyReply {
  if (reply.raw.destroyed || reply.raw.socket?.destroyed) {
    dropStream(answer)
    whenSent({ streamed: 0, isCut: true })
    return reply.hijack()
  }
  if (isStreamed(answer)) {
    sendStream(answer, reply.raw, whenSent)
    return reply.hijack()
  }
  const content = answer.bytes ?? Buffer.from(answer.text ?? JSON.stringify(answer.body))
  const gzip = answer.headers['content-encoding'] === 'gzip'
  whenSent({ streamed: content.length, isCut: false })
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .send(gzip ? gzipSync(content) : content)
}
