import type { ClientClauseData } from '../clause.ts'

export const submission = [
  {
    id: 'client.submits-a-json-object',
    level: 'must',
    section: '§4',
    rule: 'The body of a submission is a JSON object.',
  },
  {
    id: 'client.submits-a-listed-model',
    level: 'must',
    section: '§4',
    rule: 'A submission names a model that GET /models lists.',
  },
  {
    id: 'client.submits-a-prompt-or-an-image',
    level: 'must',
    section: '§4',
    rule: 'A submission has a non-empty prompt or an image.',
  },
  {
    id: 'client.submits-an-https-image',
    level: 'must',
    section: '§4',
    rule: 'An image without a prompt is given as an https URL.',
  },
  {
    id: 'client.submits-values-in-range',
    level: 'must',
    section: '§8',
    rule: 'Resolution, duration, fps, ratio and bit depth of a submission are within the specified ranges and lists.',
  },
  {
    id: 'client.submits-the-types-of-the-table',
    level: 'should',
    section: '§4',
    rule: 'Each field of a submission has the JSON type that the specification gives it.',
  },
  {
    id: 'client.submits-a-public-image',
    level: 'should',
    section: '§4',
    rule: 'The image of a submission is publicly reachable.',
  },
] as const satisfies readonly ClientClauseData[]
