import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Hands } from '../hands.ts'
import { bodyIn, LARGEST_BODY } from './body.ts'
import { checksOf } from './checking.ts'
import { documentOf, PREFIX } from './document.ts'
import { Refused } from './problem.ts'
import { NEVER_STORED, sendProblem } from './refusing.ts'
import type { ControlRequest, Document, Live, Port, Route } from './route.ts'
import { ROUTES, SCHEMAS } from './subjects/index.ts'
import { written } from './written.ts'

const HEARTBEAT_MS = 15_000
const READING = ['GET', 'HEAD']

declare module 'fastify' {
  interface FastifyContextConfig {
    isElsewhere?: boolean
  }
}

export function controlDocument(): Document {
  return documentOf(ROUTES, SCHEMAS)
}

/** The control API, for a server that listens on loopback only. */
export function controlRoutes(hands: Hands): FastifyPluginAsync {
  let made: Document | undefined
  const document = () => {
    made ??= controlDocument()
    return made
  }
  const port: Port = { startedAt: performance.now(), document, heartbeatMs: HEARTBEAT_MS, live: new Set() }
  const checks = checksOf(document)

  const routes: FastifyPluginAsync = async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_BODY }, (_, body, done) =>
      done(null, body),
    )
    server.addHook('onRequest', async (request, reply) => {
      reply.headers(NEVER_STORED)
      // Before the body is read: it cannot change the path or method.
      if (request.is404 || request.routeOptions.config.isElsewhere) return sendProblem(elsewhere(request), reply)
    })
    server.addHook('preClose', async () => {
      for (const end of port.live) end()
    })
    server.setErrorHandler((error, _, reply) => sendProblem(error, reply))
    server.setNotFoundHandler((request, reply) => sendProblem(elsewhere(request), reply))
    // Also as routes, so that hooks on this port see the route.
    const others = { config: { isElsewhere: true }, exposeHeadRoute: false, handler: () => {} } as const
    server.route({ ...others, method: server.supportedMethods, url: '/*' })
    server.route({ ...others, method: server.supportedMethods.filter((each) => !READING.includes(each)), url: '' })
    for (const route of ROUTES) {
      server.route({
        method: methodsOf(route),
        url: route.path.replace(/\{(\w+)\}/g, ':$1'),
        exposeHeadRoute: false,
        handler: async (request, reply) => answer(route, await route.act(askedOf(route, request)), request, reply),
      })
    }
  }

  function askedOf(route: Route, request: FastifyRequest): ControlRequest {
    const query = checks.query(route, request.query as Record<string, unknown>)
    const { body, text } = bodyIn(request, route)
    if (text === undefined) checks.body(route, body)
    const params = request.params as Record<string, string>
    const { 'last-event-id': lastEventId } = request.headers
    return { hands, port, at: (name) => params[name] ?? '', query, body, text, lastEventId: lastEventId?.toString() }
  }

  return async (server) => {
    await server.register(routes, { prefix: PREFIX })
  }
}

function answer(route: Route, made: unknown, { method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status = 200, type = 'application/json', showsKey, schema } = route.answer
  reply.code(status)
  if (status === 204) return reply.send()
  reply.type(`${type}; charset=utf-8`)
  if (route.path.endsWith('.har')) reply.header('content-disposition', 'attachment; filename="journal.har"')
  if (typeof made === 'string') return reply.send(made)
  if (typeof made === 'function') return goLive(made as Live, method, reply)
  if (isLazy(made)) return method === 'HEAD' ? goLive(() => {}, method, reply) : reply.send(Readable.from(made))
  if (schema === undefined) throw new Error(`${route.id} has no text response`)
  return reply.send(written(made, showsKey && { except: 'key' }))
}

function isLazy(made: unknown): made is Generator<string> {
  return typeof made === 'object' && made !== null && Symbol.iterator in made && 'next' in made
}

/** HEAD of a stream ends after the headers. */
function goLive(live: Live, method: string, reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  if (method === 'HEAD') reply.raw.end()
  else {
    reply.raw.flushHeaders()
    live(reply.raw)
  }
  return reply
}

function methodsOf({ method }: Pick<Route, 'method'>): string[] {
  return method === 'GET' ? READING : [method]
}

const PATTERNS = ROUTES.map(({ method, path }) => ({
  methods: methodsOf({ method }),
  pattern: new RegExp(`^${PREFIX}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}))

function elsewhere({ method, url }: FastifyRequest): Refused {
  const path = url.split('?')[0]!
  const allowed = PATTERNS.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
  if (allowed.length === 0)
    return new Refused(404, `nothing found at ${path}; see ${PREFIX} for the available resources`)
  // Paths can only be too long in a route with a parameter.
  if (allowed.includes(method)) return new Refused(414, 'the path is too long')
  const allow = [...new Set(allowed)].join(', ')
  return new Refused(405, `${path} allows ${allow}, not ${method}`, { allow })
}
