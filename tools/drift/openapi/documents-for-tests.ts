import { openapiDocument } from '../../../spec/openapi/document.ts'
import type { DocumentFinding } from './finding.ts'
import { compareDocument, type DocumentCompared } from './openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests change documents anywhere
export type Changeable = any

/** Our own document with a change. */
export function changed(change: (document: Changeable) => unknown): string {
  const document = structuredClone(openapiDocument())
  change(document)
  return JSON.stringify(document)
}

export const compared = (text: string, habits?: Parameters<typeof compareDocument>[1]): DocumentCompared =>
  compareDocument({ name: 'openapi.json', text }, habits)

/** A finding on one line. */
export const inShort = ({ kind, about, endpoint, pointer, header, clause, received }: DocumentFinding): string =>
  [kind, about, endpoint, pointer || header || clause, received].filter(Boolean).join(' | ')

/** The findings about an ordinary document with a change. */
export function ofOrdinary(
  change: (document: Changeable) => void,
  habits?: Parameters<typeof compareDocument>[1],
): DocumentFinding[] {
  const document = structuredClone(ORDINARY) as Changeable
  change(document)
  return compared(JSON.stringify(document), habits).findings
}

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (of: object, headers?: object) => ({
  ...{ description: '', ...(headers && { headers }), content: { 'application/json': { schema: of } } },
})
const ERROR = { $ref: '#/components/responses/Error' }
const reading = () => ({ get: { responses: { 200: answer({ type: 'object' }), 401: ERROR } } })
const text = (...words: string[]) => ({ type: 'string', enum: words })

/** A typical document. */
export const ORDINARY = {
  openapi: '3.0.3',
  info: { title: 'Videos', version: '1' },
  servers: [{ url: 'https://api.example.com/v1/' }],
  security: [{ bearer: [] }],
  paths: {
    '/videos': {
      post: {
        requestBody: { content: { 'application/json; charset=utf-8': { schema: schema('Order') } } },
        responses: {
          202: answer(schema('Job')),
          401: ERROR,
          429: answer(schema('Error'), { 'retry-after': { schema: { type: 'integer' } } }),
          default: ERROR,
        },
      },
    },
    '/videos/{jobId}': {
      parameters: [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: answer(schema('Job')), 401: ERROR, 404: ERROR } },
    },
    ...{ '/models': reading(), '/usage': reading(), '/capacity': reading(), '/billing/balance': reading() },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } },
    responses: { Error: answer(schema('Error')) },
    schemas: {
      Order: {
        type: 'object',
        required: ['model'],
        anyOf: [{ required: ['prompt'] }, { required: ['image_url'] }],
        properties: {
          model: { type: 'string' },
          prompt: { type: 'string', minLength: 1 },
          image_url: { type: 'string', pattern: '^https://' },
          resolution: text('480p', '720p', '1080p', '2k', '4k'),
          duration: { type: 'number', minimum: 1, maximum: 60 },
          fps: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 120 },
          ratio: { type: 'string', pattern: '^\\d+:\\d+$' },
          bit_depth: { type: 'integer', enum: [8, 10] },
        },
      },
      Job: {
        allOf: [
          { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uuid' } } },
          {
            type: 'object',
            required: ['status'],
            properties: {
              status: text('queued', 'running', 'succeeded', 'failed'),
              stage: { ...text('generating', 'enhancing'), nullable: true },
              url: { type: 'string', format: 'uri', nullable: true },
              error: { allOf: [schema('Failure')], nullable: true },
            },
          },
        ],
      },
      Failure: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
      Error: { type: 'object', properties: { error: schema('Failure') } },
    },
  },
}
