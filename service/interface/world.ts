import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Dialect } from '../dialects/dialect.ts'
import type { Store } from '../store/store.ts'

/** All that one running service has and knows; its decisions are in Behaviour. */
export type World = {
  dialect: Dialect
  store: Store
  clock: { now(): number }
  /** Where it listens; empty until then. */
  origin: string
  polls: number
  /** Unfinished jobs an account may have; Infinity for no bound. */
  capacity: number
  failingPrompt: string
  imageUrl: string
  /** In full, which the store never has them: a fault may be a server that keeps too much. */
  keys: Record<KeyName, IssuedKey>
  /** Where faults keep notes between requests. */
  memory: Map<string, unknown>
}

export type KeyName = 'own' | 'sameAccount' | 'otherAccount' | 'revoked'
export type Caller = { account: string; keyId: string }
export type IssuedKey = Caller & { key: string }

export type Incoming = {
  method: string
  /** As it was sent, with its query. */
  url: string
  /** Not decoded, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  /** Empty if it was larger than allowed. */
  body: Buffer
  bodyTooLarge: boolean
  /** The same object for all requests of one connection. */
  connection: object
  socket: Socket
}

export type Answer = {
  status: number
  headers: Record<string, string | string[]>
  /** JSON, unless text or bytes stand beside. */
  body?: unknown
  text?: string
  bytes?: Buffer
}
