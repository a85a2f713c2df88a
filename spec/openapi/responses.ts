import type { OpenAPIV3_1 } from 'openapi-types'
import type { ErrorCode } from '../words.ts'
import { type Citations, cited, schemaNamed } from './citing.ts'
import { errorExample } from './examples.ts'

type Response = OpenAPIV3_1.ResponseObject
type Examples = Record<string, OpenAPIV3_1.ExampleObject>

/** Every type that says it is JSON; a wider range would make mocks answer with the range itself. */
export const ANY_JSON = 'application/*+json'

const RETRY_AFTER = 'Retry-After'

/** JSON, under whatever name of it. */
export function answerOf(lead: string, schema: string, examples: Examples, citations: Citations = {}): Response {
  return {
    ...cited(lead, citations),
    content: {
      'application/json': { schema: schemaNamed(schema), examples },
      [ANY_JSON]: { schema: schemaNamed(schema) },
    },
  }
}

function errorOf(lead: string, code: ErrorCode | string, message: string, citations: Citations): Response {
  return {
    ...cited(lead, citations),
    content: {
      'application/json': { schema: schemaNamed('Error'), examples: errorExample(code, message) },
      '*/*': { schema: {} },
    },
  }
}

export function errorResponses(): Record<string, Response> {
  return {
    Unauthorized: errorOf('The key is missing, malformed, unknown, lost or revoked.', 'unauthorized', 'No such key.', {
      clauses: ['codes.unauthorized'],
      open: ['auth.www-authenticate'],
    }),
    NoSuchJob: errorOf("No job of the caller's account has this id.", 'not_found', 'There is no such job.', {
      clauses: [
        'accounts.other-account-sees-404',
        'accounts.unknown-id',
        'accounts.near-id-is-no-job',
        'accounts.foreign-and-unknown-look-alike',
        'paths.odd-id',
        'codes.not-found',
      ],
    }),
    NoCapacity: {
      ...errorOf('There is no room for a job at the moment.', 'capacity_exceeded', 'Come back later.', {
        clauses: ['capacity.refused-with-429', 'capacity.waiting-helps', 'codes.capacity-exceeded'],
        open: ['capacity.scope'],
      }),
      headers: { [RETRY_AFTER]: { $ref: `#/components/headers/${RETRY_AFTER}` } },
    },
    Refused: errorOf(
      'The submission is not acceptable. With which 4xx, nobody says.',
      'invalid_request',
      'No prompt.',
      {
        clauses: ['submission.refused-with-4xx', 'submission.refused-costs-nothing', 'codes.invalid-request'],
        open: ['refusal.status'],
      },
    ),
    RefusedPoll: errorOf(
      'Refused for a reason that is not described, a limit on polls, say.',
      'slow_down',
      'Too fast.',
      {
        open: ['polls.limited'],
      },
    ),
    OtherRefusal: errorOf('Refused for a reason that is not described.', 'not_found', 'Nothing here.', {
      clauses: ['answers.errors-show-their-code'],
    }),
  }
}

export function headers(): Record<string, OpenAPIV3_1.HeaderObject> {
  return {
    [RETRY_AFTER]: {
      ...cited('How many seconds to wait before the submission is sent again.', {
        clauses: ['capacity.retry-after-present', 'capacity.retry-after-whole', 'capacity.other-limits-say-when'],
      }),
      required: true,
      schema: { type: 'number', minimum: 0 },
      example: 5,
    },
  }
}

export function responseNamed(name: string): OpenAPIV3_1.ReferenceObject {
  return { $ref: `#/components/responses/${name}` }
}
