import fastify from 'fastify'
import { request } from 'undici'
import type { RunningService, ServiceOptions } from '../start.ts'
import { startService } from '../start.ts'
import { protect } from './guard.ts'
import { consoleRoutes } from './index.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of responses
type Json = any
export type Got = { status: number; headers: Record<string, string | string[] | undefined>; json: Json; text: string }
export type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }

export const PASSWORD = 'a lighthouse in the fog'

/** A service with its console on a separate port, and one route that stands for the control API. */
export async function consoleForTests(options: ServiceOptions = {}) {
  const service = await startService(options)
  const server = fastify({ forceCloseConnections: true })
  protect(server, service)
  await server.register(consoleRoutes(service))
  const changes: string[] = []
  server.get('/control/state', async () => ({ changes }))
  server.post('/control/state', async () => ({ changes: changes.push('changed') }))
  server.get('/control/events', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n')
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  return {
    service,
    url,
    port: Number(new URL(url).port),
    changes,
    visitor: () => new Visitor(url),
    async [Symbol.asyncDispose]() {
      await server.close()
      await service.close()
    },
  }
}

/** A browser as seen by the guard: cookies, origin and the latest form token. */
export class Visitor {
  readonly url: string
  cookies = new Map<string, string>()
  form: string | undefined

  constructor(url: string) {
    this.url = url
  }

  async ask(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Got> {
    const change = method === 'GET' ? {} : { origin: this.url, ...(this.form && { 'gatecheck-form': this.form }) }
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const got = await sent(this.url + path, {
      method,
      body,
      headers: { 'sec-fetch-site': 'same-origin', ...change, ...(cookie && { cookie }), ...headers },
    })
    for (const each of [got.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = each.split(';')[0]!.split(/=(.*)/)
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const next = got.headers['gatecheck-next-form']
    if (typeof next === 'string') this.form = next
    return got
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Got> {
    return this.ask(path, { method: 'POST', body, headers })
  }

  async signUp(email: string, password = PASSWORD): Promise<this> {
    const { status, text } = await this.post('/console/sign-up', { email, password })
    if (status !== 201) throw new Error(`${email} could not sign up: ${status} ${text}`)
    return this
  }

  get session(): string | undefined {
    return [...this.cookies].find(([name]) => name.endsWith('-session'))?.[1]
  }
}

export async function sent(url: string, { method = 'GET', body, headers = {} }: Sent): Promise<Got> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await request(url, { method, headers: { ...type, ...headers }, ...content })
  const text = await answer.body.text()
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

/** All state that an attempt could change. */
export function stateOf({ store, accounts, journal }: RunningService): string {
  const names = accounts.names()
  return JSON.stringify({
    names,
    keys: names.map(accounts.keysOf),
    jobs: store.jobs.list({ most: 1000 }),
    asked: journal.entries().length,
  })
}
