import type { OpenAPIV3_1 } from 'openapi-types'
import { STAGES, STATUSES, type Status } from '../words.ts'
import { type Citations, cited, schemaNamed } from './citing.ts'

type Schema = OpenAPIV3_1.SchemaObject

/** Lenient (§2 says only URL): any http or https scheme and the beginning of a host. */
export const ABSOLUTE_HTTP_URL = '^[hH][tT][tT][pP][sS]?://[^\\s/?#]'

/** One schema per status, with status as discriminator: validators check the fields of each, generators make a union. */
const DEMANDS: Record<
  Status,
  { lead: string; citations: Citations; properties: Record<string, Schema>; required?: string[] }
> = {
  queued: {
    lead: 'Accepted and waiting.',
    citations: { clauses: ['jobs.queued-stage-is-a-listed-word'], open: ['jobs.stage-while-queued'] },
    properties: { stage: { enum: [...STAGES, null], description: 'Optional.' } },
  },
  running: {
    lead: 'In progress.',
    citations: { clauses: ['jobs.running-has-a-stage'] },
    properties: { stage: { type: 'string', enum: [...STAGES], description: 'The current step.' } },
    required: ['stage'],
  },
  succeeded: {
    lead: 'Final: the video is ready.',
    citations: {
      clauses: ['jobs.succeeded-has-a-url', ...mediaClauses()],
      open: ['jobs.url-anew-on-each-read', 'jobs.url-host', 'jobs.url-lifetime'],
    },
    properties: {
      url: { type: 'string', pattern: ABSOLUTE_HTTP_URL, description: 'Temporary URL of the video.' },
    },
    required: ['url'],
  },
  failed: {
    lead: 'Final: the job failed, and the error says why.',
    citations: { clauses: ['jobs.failed-has-an-error'] },
    properties: {
      error: {
        type: 'object',
        properties: { code: { type: 'string' }, message: { type: 'string' } },
        required: ['code', 'message'],
      },
    },
    required: ['error'],
  },
}

function mediaClauses() {
  return [
    'media.url-leads-to-a-video',
    'media.resolution',
    'media.duration',
    'media.fps',
    'media.ratio',
    'media.bit-depth',
    'media.url-needs-no-key',
    'media.jobs-have-their-own-file',
  ] as const
}

export const JOB = 'VideoJob'
const JOB_ID = 'JobId'

const nameOf = (status: Status) => `${status[0]!.toUpperCase()}${status.slice(1)}Job`

/** Fields that a status does not require may be present or not, with any value (§2, §3). */
export function jobSchemas(): Record<string, Schema> {
  return {
    [JOB]: {
      title: 'Video job',
      ...cited('A job as returned by a poll. The other fields depend on its status.', {
        clauses: [
          'jobs.status-is-a-listed-word',
          'jobs.final-stays-final',
          'jobs.final-keeps-its-result',
          'jobs.unpolled-stays',
          'jobs.unpolled-is-not-final',
        ],
        open: ['jobs.order-of-states', 'jobs.fields-where-not-required', 'jobs.extra-fields'],
      }),
      oneOf: STATUSES.map((status) => schemaNamed(nameOf(status))),
      discriminator: {
        propertyName: 'status',
        mapping: Object.fromEntries(STATUSES.map((status) => [status, schemaNamed(nameOf(status)).$ref])),
      },
    },
    ...Object.fromEntries(STATUSES.map((status) => [nameOf(status), oneStatus(status)])),
    [JOB_ID]: {
      title: 'Job id',
      ...cited('Identifier of the job; compared as text.', {
        clauses: ['jobs.id-is-the-one-polled'],
        open: ['id.form'],
      }),
      type: ['string', 'number'],
    },
  }
}

function oneStatus(status: Status): Schema {
  const { lead, citations, properties, required = [] } = DEMANDS[status]
  return {
    title: `${status[0]!.toUpperCase()}${status.slice(1)} job`,
    ...cited(lead, citations),
    type: 'object',
    properties: { id: schemaNamed(JOB_ID), status: { type: 'string', const: status }, ...properties },
    required: ['id', 'status', ...required],
  }
}
