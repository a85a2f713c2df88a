import fastify from 'fastify'
import { expect } from 'vitest'
import { clientOf, sendTo } from '../../../client-for-tests.ts'
import { type RunningService, type ServiceOptions, startService } from '../../../start.ts'
import { controlRoutes } from '../plugin.ts'
import { OF_THE_PORT } from '../refusing.ts'
import { misfits } from './fitting.ts'

type Options = {
  method?: string
  headers?: Record<string, string>
  json?: unknown
  body?: string | Buffer
}
export type Control = Awaited<ReturnType<typeof withControl>>

/** A running service with clients for each of its keys and for its control port. */
export async function withControl(options: ServiceOptions = {}) {
  const service = await startService(options)
  const server = fastify({ logger: false, forceCloseConnections: true, ...OF_THE_PORT })
  await server.register(controlRoutes(service))
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await server.close()
    await service.close()
  }
  return { service, origin, server, ...clientOf(service), ...askingAt(origin, service), [Symbol.asyncDispose]: close }
}

function askingAt(origin: string, { accounts }: RunningService) {
  /** `path` is below the prefix. Each response is checked against the document. */
  const ask = async (path: string, { method = 'GET', json, headers, body }: Options = {}) => {
    const said = json === undefined ? body : JSON.stringify(json)
    const typed = json === undefined ? headers : { 'content-type': 'application/json', ...headers }
    const answer = await sendTo(`${origin}/control${path}`, {
      method,
      ...(typed && { headers: typed }),
      ...(said !== undefined && { body: said }),
    })
    expect(misfits(method, `/control${path}`, answer)).toEqual([])
    return answer
  }
  const keyLabelled = (label: string) =>
    accounts
      .names()
      .flatMap(accounts.keysOf)
      .find((key) => key.label === label)!
  return {
    ask,
    get: async (path: string) => (await ask(path)).json,
    post: (path: string, json?: unknown) => ask(path, { method: 'POST', json }),
    drop: (path: string) => ask(path, { method: 'DELETE' }),
    keyLabelled,
  }
}

export const refused = (status: number, detail: string | RegExp) => ({
  status,
  json: { status, detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
})
