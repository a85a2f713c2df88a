import type { OpenAPIV3_1 } from 'openapi-types'
import { cited } from './citing.ts'

/** Shapes that the law does not show: any JSON, but for the one thing that has to be in it. */
export function answerSchemas(): Record<string, OpenAPIV3_1.SchemaObject> {
  return {
    AcceptedSubmission: {
      title: 'Accepted submission',
      ...cited('Carries the id of the new job, wherever it stands. Nothing, null and true carry none.', {
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
    Models: { title: 'Models', ...cited('The aliases, in any shape.', { open: ['models.shape'] }) },
    Usage: { title: 'Usage', ...cited('What the calling key has used, in any shape.', { open: ['usage.shape'] }) },
    Capacity: { title: 'Capacity', ...cited('How much room there is, in any shape.', { open: ['capacity.shape'] }) },
    Balance: { title: 'Balance', ...cited('Plan and credits, in any shape.', { open: ['balance.shape'] }) },
    Error: { title: 'Error', ...cited('What went wrong, in any shape.', { open: ['error.shape'] }) },
  }
}
