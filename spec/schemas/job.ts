import { STAGES, STATUSES, type Status } from '../words.ts'

/** Forgiving on purpose (§2 says no more than URL): any http or https scheme and the beginning of a host. */
const ABSOLUTE_HTTP_URL = '^[hH][tT][tT][pP][sS]?://[^\\s/?#]'

/** The record that GET /videos/{id} shows. What a status does not ask for may be there or not, and hold anything (§2, §3). */
export const jobSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Video job',
  description: 'One job as a poll shows it.',
  type: 'object',
  properties: {
    id: { type: ['string', 'number'] },
    status: { enum: [...STATUSES] },
  },
  required: ['id', 'status'],
  allOf: [
    when('queued', { properties: { stage: { enum: [...STAGES, null] } } }),
    when('running', { properties: { stage: { enum: [...STAGES] } }, required: ['stage'] }),
    when('succeeded', {
      properties: { url: { type: 'string', pattern: ABSOLUTE_HTTP_URL } },
      required: ['url'],
    }),
    when('failed', {
      properties: {
        error: {
          type: 'object',
          properties: { code: { type: 'string' }, message: { type: 'string' } },
          required: ['code', 'message'],
        },
      },
      required: ['error'],
    }),
  ],
}

function when(status: Status, demand: { properties: object; required?: string[] }) {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: { properties: { status: { const: status } }, required: ['status'] }, then: demand }
}
