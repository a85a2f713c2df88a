import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paramOf } from './fields.ts'
import { Refusal } from './refusals.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}

type Asset = { type: string; etag: string; content: Buffer }

const assets = new Map<string, Asset>()

/** Loaded on demand: most services never serve the page. */
function assetCalled(name: string): Asset | undefined {
  const type = TYPES[extname(name)]
  const known = assets.get(name)
  if (known || !type || !/^([a-z]+\/)?[a-z]+\.[a-z]+$/.test(name)) return known
  const content = contentOf(new URL(`page/${name}`, import.meta.url))
  if (!content) return undefined
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  const asset = { type, etag, content }
  assets.set(name, asset)
  return asset
}

function contentOf(file: URL): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

/** The page and its static files, which contain no user data. */
export function pageRoutes(server: FastifyInstance): void {
  server.get('/', (request, reply) => send('index.html', request, reply))
  server.get('/page/*', (request, reply) => send(paramOf(request, '*'), request, reply))
}

function send(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asset = assetCalled(name)
  if (!asset) throw new Refusal(404, 'not_found', 'Not found.')
  reply.headers({ 'cache-control': 'no-cache', etag: asset.etag })
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  return reply.type(asset.type).send(asset.content)
}
