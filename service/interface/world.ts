import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock, ServiceClock } from '../clock.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Store } from '../store/store.ts'

/** State of one running service; its decisions are in Behaviour. */
export type World = Settings & {
  readonly store: Store
  /** The clock that the service waits by; `clock` is the time that it reports. */
  readonly time: Pick<ServiceClock, 'now' | 'sleep'>
  /** Empty until the service listens. */
  readonly origin: string
  /** In full, unlike in the store: a fault may be a server that keeps too much. */
  readonly keys: Readonly<Record<KeyName, IssuedKey>>
  /** State that a layer keeps between requests; removed with the layer. */
  readonly memory: Map<string, unknown>
}

/** Settings that can change at any time and must not be cached. */
export type Settings = {
  readonly dialect: Dialect
  readonly clock: Clock
  readonly polls: number
  /** Limit of unfinished jobs per account; Infinity: none. */
  readonly capacity: number
  readonly failingPrompt: string
  readonly imageUrl: string
}

export type KeyName = 'own' | 'sameAccount' | 'otherAccount' | 'revoked'
export type Caller = { account: string; keyId: string }
export type IssuedKey = Caller & { key: string }

export type Incoming = {
  method: string
  /** As sent, with its query. */
  url: string
  /** Not decoded, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  /** Empty if it exceeded the limit. */
  body: Buffer
  bodyTooLarge: boolean
  /** The same object for all requests of one connection. */
  connection: object
  socket: Socket
}

export type Answer = {
  status: number
  headers: Record<string, string | string[]>
  /** JSON, unless there is text, bytes or a stream. */
  body?: unknown
  text?: string
  bytes?: Buffer
  /** Sent chunk by chunk after status and headers; may be a Readable. */
  stream?: AsyncIterable<Uint8Array>
}

export function isJson({ text, bytes, stream }: Answer): boolean {
  return text === undefined && bytes === undefined && stream === undefined
}
