import { FINAL_STATUSES, STAGES, STATUSES } from '../../../../spec/words.ts'
import { count, fields, listOf, record, type Schema, type Schemas, schemaNamed, time } from '../route.ts'

const status: Schema = { type: 'string', enum: [...STATUSES] }
const stage: Schema = { type: 'string', enum: [...STAGES] }
const stageOrNone: Schema = { type: ['string', 'null'], enum: [...STAGES, null] }
const text = { type: 'string' } as const
const textOrNone = { type: ['string', 'null'] } as Schema

const error = {
  ...record({ code: text, message: text }),
  type: ['object', 'null'],
  description: 'Error with which the job failed or will fail; null if it will succeed.',
} as Schema

const job = {
  id: text,
  account: text,
  keyId: { ...text, description: 'Id of the key that submitted it.' },
  status,
  stage: stageOrNone,
  step: count('Number of polls that advanced it.'),
  parameters: record({
    model: text,
    prompt: textOrNone,
    image_url: textOrNone,
    resolution: text,
    duration: { type: 'number' },
    fps: { type: 'number' },
    ratio: text,
    bit_depth: { type: 'number' },
  }),
  error,
  forced: {
    ...record({ status, stage: stageOrNone, error, isHeld: { type: 'boolean' } }),
    type: ['object', 'null'],
    description: 'Forced state of the next poll, or of all polls if held.',
  } as Schema,
  credits: { type: 'number' },
  createdAt: time('Time of the service.'),
  finishedAt: { ...time('Time of the service.'), type: ['string', 'null'] } as Schema,
} as const

const seen = {
  n: count('Number in the journal.'),
  at: time('Arrival, in the time of the service.'),
  ms: { type: 'number', minimum: 0 },
  answered: { type: ['integer', 'null'], description: 'HTTP status; null without a response.' } as Schema,
} as const

export const jobSchemas: Schemas = {
  Job: record(job),
  Jobs: record({ jobs: listOf(schemaNamed('Job')) }),
  RequestAboutJob: record(seen),
  Poll: record({
    ...seen,
    status: { ...textOrNone, description: 'Status in the response.' } as Schema,
    stage: { ...textOrNone, description: 'Stage in the response.' } as Schema,
  }),
  JobInFull: record({
    ...job,
    submissions: {
      ...listOf(schemaNamed('RequestAboutJob')),
      description: 'Empty if the journal was cleared or dropped the entries.',
    },
    polls: listOf(schemaNamed('Poll')),
    downloads: listOf(schemaNamed('RequestAboutJob')),
  }),
  Failure: fields({ code: { ...text, minLength: 1, maxLength: 200 }, message: { ...text, maxLength: 2000 } }),
  Forcing: fields({ status, stage, error: schemaNamed('Failure'), hold: { type: 'boolean' } }, ['status']),
  Hold: fields({
    status: { type: 'string', enum: STATUSES.filter((each) => !(FINAL_STATUSES as readonly string[]).includes(each)) },
    stage,
  }),
}
