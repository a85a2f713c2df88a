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

/** One line of the table from which requests are served and the document is made. */
export type Route = {
  method: Method
  /** Below the prefix; `{name}` stands for one segment, percent-encoded where need be. */
  path: string
  id: string
  tag: keyof typeof TAGS
  summary: string
  about?: string
  query?: Readonly<Record<string, { about: string; schema: OpenAPIV3_1.SchemaObject }>>
  body?: { schema: string; about: string; mayBeLeftOut?: true; orText?: string }
  answer: Success
  /** What else may come, and when. */
  refusals?: Partial<Record<Refusal, string>>
  act(asked: ControlRequest): unknown
}

type Success = {
  status?: 200 | 201 | 204
  about: string
  /** JSON of this schema, unless it is of another type. */
  schema?: string
  type?: string
  /** The one answer in which a new key stands. */
  showsKey?: true
}

export type ControlRequest = {
  hands: Hands
  port: Port
  /** What stands in the path for a name, decoded. */
  at(name: string): string
  query: Readonly<Record<string, string | number | undefined>>
  body: unknown
  /** As it was sent, where a route takes a text as well as JSON. */
  text: string | undefined
  lastEventId: string | undefined
}

/** What belongs to the port and to no request. */
export type Port = {
  startedAt: number
  document(): Document
  heartbeatMs: number
  /** The answers that go on for as long as their readers stay. */
  live: Set<() => void>
}

/** What `act` answers with where it writes the rest of the answer itself. */
export type Live = (response: ServerResponse) => void

export const schemaNamed = (name: string): OpenAPIV3_1.ReferenceObject => ({ $ref: `#/components/schemas/${name}` })

/** All fields are there, and no others. */
export function record(properties: Record<string, Schema>, description?: string): OpenAPIV3_1.SchemaObject {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

/** Those that are there are of the fields known. */
export function fields(properties: Record<string, Schema>, required: readonly string[] = []): OpenAPIV3_1.SchemaObject {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  }
}

/** Nothing that a URL could not carry, or would take for a way up. */
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
