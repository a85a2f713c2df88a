import fastify from 'fastify'
import { protect } from './console/guard.ts'
import { consoleRoutes } from './console/index.ts'
import type { Hands } from './control/hands.ts'
import { controlRoutes } from './control/http/plugin.ts'
import { OF_THE_PORT } from './control/http/refusing.ts'

export type SecondPort = { readonly url: string; close(): Promise<void> }

/** Loopback only: the port gives full control of the service. */
const LOOPBACK = '127.0.0.1'

/** The control port: console for people, control API for programs. */
export async function openSecondPort(hands: Hands, port: number): Promise<SecondPort> {
  const server = fastify({ logger: false, forceCloseConnections: true, ...OF_THE_PORT })
  protect(server, hands)
  await server.register(controlRoutes(hands))
  await server.register(consoleRoutes(hands))
  const url = await server.listen({ host: LOOPBACK, port })
  return { url, close: () => server.close() }
}
