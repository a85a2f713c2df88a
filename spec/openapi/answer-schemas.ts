import type { OpenAPIV3_1 } from 'openapi-types'
import { cited } from './citing.ts'

/** Shapes that the specification does not define: any JSON with the required content. */
export function answerSchemas(): Record<string, OpenAPIV3_1.SchemaObject> {
  return {
    AcceptedSubmission: {
      title: 'Accepted submission',
      ...cited('Contains the id of the new job, in any place. An empty body, null and true contain none.', {
        clauses: ['submission.answer-carries-the-id'],
        open: ['id.place', 'id.form'],
      }),
      anyOf: [
        { type: 'object', minProperties: 1, additionalProperties: true },
        { type: 'array', minItems: 1, items: {} },
        { type: 'string', minLength: 1 },
        { type: 'number' },
      ],
    },
    Models: { title: 'Models', ...cited('The aliases. The shape is not specified.', { open: ['models.shape'] }) },
    Usage: {
      title: 'Usage',
      ...cited('The usage of the calling key. The shape is not specified.', { open: ['usage.shape'] }),
    },
    Capacity: {
      title: 'Capacity',
      ...cited('The available capacity. The shape is not specified.', { open: ['capacity.shape'] }),
    },
    Balance: {
      title: 'Balance',
      ...cited('Plan and credits. The shape is not specified.', { open: ['balance.shape'] }),
    },
    Error: { title: 'Error', ...cited('An error. The shape is not specified.', { open: ['error.shape'] }) },
  }
}
