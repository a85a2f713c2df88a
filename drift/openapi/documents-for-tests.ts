import { openapiDocument } from '../../spec/openapi/document.ts'
import { compareDocument, type DocumentCompared } from './openapi.ts'

// biome-ignore lint/suspicious/noExplicitAny: whatever a document holds is changed anywhere
export type Changeable = any

/** The document of the law, with something changed in it. */
export function changed(change: (document: Changeable) => void): string {
  const document = structuredClone(openapiDocument())
  change(document)
  return JSON.stringify(document)
}

export const compared = (text: string, habits?: Parameters<typeof compareDocument>[1]): DocumentCompared =>
  compareDocument({ name: 'openapi.json', text }, habits)

/** What a server of ordinary people publishes. */
export const ORDINARY = {
  openapi: '3.0.3',
  info: { title: 'Videos', version: '1' },
  servers: [{ url: 'https://api.example.com/v1/' }],
  security: [{ bearer: [] }],
  paths: {
    '/videos': {
      post: {
        requestBody: {
          content: { 'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Order' } } },
        },
        responses: {
          202: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } } },
          401: { $ref: '#/components/responses/Error' },
          429: {
            description: '',
            headers: { 'retry-after': { schema: { type: 'integer' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
          default: { $ref: '#/components/responses/Error' },
        },
      },
    },
    '/videos/{jobId}': {
      parameters: [{ name: 'jobId', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        responses: {
          200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } } },
          401: { $ref: '#/components/responses/Error' },
          404: { $ref: '#/components/responses/Error' },
        },
      },
    },
    ...Object.fromEntries(
      ['/models', '/usage', '/capacity', '/billing/balance'].map((path) => [
        path,
        {
          get: {
            responses: {
              200: { description: '', content: { 'application/json': { schema: { type: 'object' } } } },
              401: { $ref: '#/components/responses/Error' },
            },
          },
        },
      ]),
    ),
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'Bearer' } },
    responses: {
      Error: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
    schemas: {
      Order: {
        type: 'object',
        required: ['model'],
        anyOf: [{ required: ['prompt'] }, { required: ['image_url'] }],
        properties: {
          model: { type: 'string' },
          prompt: { type: 'string', minLength: 1 },
          image_url: { type: 'string', pattern: '^https://' },
          resolution: { type: 'string', enum: ['480p', '720p', '1080p', '2k', '4k'] },
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
              status: { type: 'string', enum: ['queued', 'running', 'succeeded', 'failed'] },
              stage: { type: 'string', enum: ['generating', 'enhancing'], nullable: true },
              url: { type: 'string', format: 'uri', nullable: true },
              error: { allOf: [{ $ref: '#/components/schemas/Failure' }], nullable: true },
            },
          },
        ],
      },
      Failure: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
      Error: { type: 'object', properties: { error: { $ref: '#/components/schemas/Failure' } } },
    },
  },
}
