import type { OpenAPIV3_1 } from 'openapi-types'
import type { ErrorCode } from '../words.ts'
import { type Citations, cited, schemaNamed } from './citing.ts'
import { errorExample } from './examples.ts'

type Response = OpenAPIV3_1.ResponseObject
type Examples = Record<string, OpenAPIV3_1.ExampleObject>

/** Every JSON media type. With a wider range, mock servers would send the range itself as Content-Type. */
export const ANY_JSON = 'application/*+json'

const RETRY_AFTER = 'Retry-After'

/** JSON, with any JSON media type. */
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
    Unauthorized: errorOf('The key is missing, malformed, unknown, lost or revoked.', 'unauthorized', 'Unknown key.', {
      clauses: ['codes.unauthorized'],
      open: ['auth.www-authenticate'],
    }),
    NoSuchJob: errorOf("No job of the caller's account has this id.", 'not_found', 'Unknown job.', {
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
      ...errorOf('No capacity for another job at the moment.', 'capacity_exceeded', 'No capacity at the moment.', {
        clauses: ['capacity.refused-with-429', 'capacity.waiting-helps', 'codes.capacity-exceeded'],
        open: ['capacity.scope'],
      }),
      headers: { [RETRY_AFTER]: { $ref: `#/components/headers/${RETRY_AFTER}` } },
    },
    Refused: errorOf(
      'The submission is invalid. Which 4xx it returns is not specified.',
      'invalid_request',
      'No prompt.',
      {
        clauses: ['submission.refused-with-4xx', 'submission.refused-costs-nothing', 'codes.invalid-request'],
        open: ['refusal.status'],
      },
    ),
    RefusedPoll: errorOf(
      'Refused for a reason that is not specified, such as a rate limit for polls.',
      'slow_down',
      'Too fast.',
      {
        open: ['polls.limited'],
      },
    ),
    OtherRefusal: errorOf('Refused for a reason that is not specified.', 'not_found', 'Not found.', {
      clauses: ['answers.errors-show-their-code'],
    }),
  }
}

export function headers(): Record<string, OpenAPIV3_1.HeaderObject> {
  return {
    [RETRY_AFTER]: {
      ...cited('Number of seconds to wait before retrying the submission.', {
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
