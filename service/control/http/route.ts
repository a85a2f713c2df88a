import type { ServerResponse } from 'node:http'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Hands } from '../hands.ts'

export type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject
export type Schemas = Readonly<Record<string, OpenAPIV3_1.SchemaObject>>
export type Document = OpenAPIV3_1.Document

export const TAGS = {
  Overview: 'Overview of the service, and this document.',
  Journal: 'All requests to the interface and their responses, with keys redacted.',
  Accounts: 'Accounts and their keys. A key is shown once, in the response that creates it.',
  Jobs: 'Jobs of all accounts, and the state that the next poll returns.',
  Scenarios: 'Active scenarios, dialects, faults and variants, by name.',
  Clock: 'Clock of the service: set its speed, stop it or change its time.',
  Snapshots: 'Snapshots of accounts, keys, jobs and the time, which can be restored.',
} as const

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
type Refusal = 404 | 409

/** One route, from which requests are served and the document is generated. */
export type Route = {
  method: Method
  /** Below the prefix; `{name}` is one segment, percent-encoded if needed. */
  path: string
  id: string
  tag: keyof typeof TAGS
  summary: string
  about?: string
  query?: Readonly<Record<string, { about: string; schema: OpenAPIV3_1.SchemaObject }>>
  body?: { schema: string; about: string; mayBeLeftOut?: true; orText?: string }
  answer: Success
  /** Other possible responses, and when they occur. */
  refusals?: Partial<Record<Refusal, string>>
  act(asked: ControlRequest): unknown
}

type Success = {
  status?: 200 | 201 | 204
  about: string
  /** Schema of the JSON body, unless there is another type. */
  schema?: string
  type?: string
  /** The response contains a new key. */
  showsKey?: true
}

export type ControlRequest = {
  hands: Hands
  port: Port
  /** A path parameter, decoded. */
  at(name: string): string
  query: Readonly<Record<string, string | number | undefined>>
  body: unknown
  /** The body as sent, if the route accepts text as well as JSON. */
  text: string | undefined
  lastEventId: string | undefined
}

/** State of the port, shared by all requests. */
export type Port = {
  startedAt: number
  document(): Document
  heartbeatMs: number
  /** Ends the open streams. */
  live: Set<() => void>
}

/** Returned by `act` if it writes the response itself. */
export type Live = (response: ServerResponse) => void

export const schemaNamed = (name: string): OpenAPIV3_1.ReferenceObject => ({ $ref: `#/components/schemas/${name}` })

/** A schema whose fields are all required; no others are allowed. */
export function record(properties: Record<string, Schema>, description?: string): OpenAPIV3_1.SchemaObject {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** A schema with optional fields; no others are allowed. */
export function fields(properties: Record<string, Schema>, required: readonly string[] = []): OpenAPIV3_1.SchemaObject {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  }
}

/** Excludes characters that are unsafe in a path segment. */
export function nameOf(what: string, most = 80): OpenAPIV3_1.SchemaObject {
  return {
    type: 'string',
    description: what,
    minLength: 1,
    maxLength: most,
    pattern: '^(?!\\.{1,2}$)[^\\p{Cc}\\p{Cs}]+$',
  }
}

export const listOf = (items: Schema): OpenAPIV3_1.SchemaObject => ({ type: 'array', items })
export const time = (description: string): OpenAPIV3_1.SchemaObject => ({
  type: 'string',
  description,
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  examples: ['2026-03-01T12:00:00.000Z'],
})
export const count = (description: string): OpenAPIV3_1.SchemaObject => ({ type: 'integer', minimum: 0, description })
