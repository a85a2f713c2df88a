import type { OpenAPIV3_1 } from 'openapi-types'
import type { ClauseId } from '../clauses.ts'
import { ENDPOINTS, type EndpointName, endpoint } from '../endpoints.ts'
import { POLL_INTERVAL_SECONDS } from '../words.ts'
import { type Citations, cited, schemaNamed } from './citing.ts'
import { ACCEPTED, ID_EXAMPLE, JOBS, READINGS, SUBMISSIONS } from './examples.ts'
import { JOB } from './job-schemas.ts'
import { answerOf, responseNamed } from './responses.ts'
import { SUBMISSION } from './submission-schemas.ts'

type Operation = OpenAPIV3_1.OperationObject

export const TAGS = {
  Jobs: 'Submit a job, then poll it until it is final.',
  Readings: 'Models, usage, capacity and balance of the account.',
} as const

type About = { id: string; tag: keyof typeof TAGS; advice?: string; citations: Citations; rest: Operation }

const { least, most } = POLL_INTERVAL_SECONDS

const ABOUT: Record<EndpointName, About> = {
  'POST /videos': {
    id: 'submitVideo',
    tag: 'Jobs',
    advice: 'Every accepted submission creates a separate job. On 429, wait the seconds in Retry-After and retry.',
    citations: { clauses: ['submission.ids-differ', 'submission.identical-are-distinct'] },
    rest: {
      requestBody: {
        required: true,
        ...cited('The model, the prompt or image, and the settings of the video.', {
          open: ['body.content-type', 'body.byte-order-mark'],
        }),
        content: { 'application/json': { schema: schemaNamed(SUBMISSION), examples: SUBMISSIONS } },
      },
      responses: {
        202: {
          ...answerOf('Accepted. Poll the job to advance it.', 'AcceptedSubmission', ACCEPTED, {
            clauses: ['submission.accepted-with-202', 'submission.answer-carries-the-id', 'submission.echo-agrees'],
            open: ['id.place'],
          }),
          links: {
            poll: {
              operationId: 'readVideo',
              parameters: { id: '$response.body#/id' },
              description: 'Polls the new job. The name of the id field is not specified; this link expects `id`.',
            },
          },
        },
        401: responseNamed('Unauthorized'),
        429: responseNamed('NoCapacity'),
        '4XX': responseNamed('Refused'),
      },
    },
  },
  'GET /videos/{id}': {
    id: 'readVideo',
    tag: 'Jobs',
    advice: `Poll every ${least} to ${most} seconds until the status is final. A job that is not polled does not advance.`,
    citations: {
      clauses: [
        'jobs.polling-reaches-the-end',
        'jobs.end-within-the-deadline',
        'jobs.refused-poll-moves-nothing',
        'accounts.same-account-shares-jobs',
      ],
      open: ['jobs.first-status', 'jobs.polls-to-the-end'],
    },
    rest: {
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          ...cited('The id from the response to the submission, percent-encoded if necessary.', {
            open: ['id.form'],
          }),
          schema: { type: 'string', minLength: 1 },
          example: ID_EXAMPLE,
        },
      ],
      responses: {
        ...succeeds(
          answerOf('The current state of the job.', JOB, JOBS, {
            clauses: ['jobs.poll-answers-an-object'],
          }),
        ),
        401: responseNamed('Unauthorized'),
        404: responseNamed('NoSuchJob'),
        '4XX': responseNamed('RefusedPoll'),
      },
    },
  },
  'GET /models': reading('listModels', 'Models', 'readings.models-answers', { clauses: ['readings.models-not-empty'] }),
  'GET /usage': reading('readUsage', 'Usage', 'readings.usage-answers', {
    clauses: ['accounts.usage-moves-with-its-key'],
  }),
  'GET /capacity': reading('readCapacity', 'Capacity', 'readings.capacity-answers', {
    open: ['capacity.reading-moves'],
  }),
  'GET /billing/balance': reading('readBalance', 'Balance', 'readings.balance-answers', {
    clauses: ['accounts.balance-is-their-own'],
  }),
}

function reading(id: string, schema: keyof typeof READINGS, promise: ClauseId, citations: Citations): About {
  return {
    id,
    tag: 'Readings',
    citations,
    rest: {
      responses: {
        ...succeeds(answerOf('Any JSON.', schema, READINGS[schema], { clauses: [promise] })),
        401: responseNamed('Unauthorized'),
        '4XX': responseNamed('OtherRefusal'),
      },
    },
  }
}

/** HTTP suggests 200; the specification says only that the request succeeds. */
function succeeds(response: OpenAPIV3_1.ResponseObject): OpenAPIV3_1.ResponsesObject {
  return { 200: response, '2XX': response }
}

export function paths(): OpenAPIV3_1.PathsObject {
  const all: OpenAPIV3_1.PathsObject = {}
  for (const { name, method, path } of ENDPOINTS) {
    all[path] = { ...all[path], [method.toLowerCase()]: operation(name) }
  }
  return all
}

function operation(name: EndpointName): Operation {
  const { id, tag, advice, citations, rest } = ABOUT[name]
  const does = endpoint(name).does
  const summary = `${does[0]!.toUpperCase()}${does.slice(1)}`
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...cited([`${summary}.`, ...(advice ? [advice] : [])].join(' '), citations),
    ...rest,
  }
}
