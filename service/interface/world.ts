import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock, ServiceClock } from '../clock.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Store } from '../store/store.ts'

/** All that one running service has and knows, as it is when it is asked; its decisions are in Behaviour. */
export type World = Settings & {
  readonly store: Store
  /** What the service itself waits by; `clock` is what it says the time is. */
  readonly time: Pick<ServiceClock, 'now' | 'sleep'>
  /** Where it listens; empty until then. */
  readonly origin: string
  /** In full, which the store never has them: a fault may be a server that keeps too much. */
  readonly keys: Readonly<Record<KeyName, IssuedKey>>
  /** Where a layer keeps notes between requests; gone with the layer. */
  readonly memory: Map<string, unknown>
}

/** Settings that can change at any time and must not be cached. */
export type Settings = {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly polls: number
  /** Unfinished jobs an account may have; Infinity for no bound. */
  readonly capacity: number
  readonly failingPrompt: string
  readonly imageUrl: string
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
  /** JSON, unless text, bytes or a stream stand beside. */
  body?: unknown
  text?: string
  bytes?: Buffer
  /** Sent chunk by chunk as it comes, after status and headers; a Readable is one. */
  stream?: AsyncIterable<Uint8Array>
}

export function isJson({ text, bytes, stream }: Answer): boolean {
  return text === undefined && bytes === undefined && stream === undefined
}
