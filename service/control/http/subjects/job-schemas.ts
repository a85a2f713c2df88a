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
  description: 'Why it has failed, or will; null for one that is to succeed.',
} as Schema

const job = {
  id: text,
  account: text,
  keyId: { ...text, description: 'The key that it was ordered with.' },
  status,
  stage: stageOrNone,
  step: count('How many polls have moved it.'),
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
    description: 'What the next poll finds, whatever its own way would be; held, all polls to come.',
  } as Schema,
  credits: { type: 'number' },
  createdAt: time('By the clock of the service.'),
  finishedAt: { ...time('By the clock of the service.'), type: ['string', 'null'] } as Schema,
} as const

const seen = {
  n: count('Its number in the journal.'),
  at: time('When it came, by the clock of the service.'),
  ms: { type: 'number', minimum: 0 },
  answered: { type: ['integer', 'null'], description: 'The status of HTTP; null where no answer came.' } as Schema,
} as const

export const jobSchemas: Schemas = {
  Job: record(job),
  Jobs: record({ jobs: listOf(schemaNamed('Job')) }),
  RequestAboutJob: record(seen),
  Poll: record({
    ...seen,
    status: { ...textOrNone, description: 'As it was shown, whatever word that was.' } as Schema,
    stage: { ...textOrNone, description: 'As it was shown.' } as Schema,
  }),
  JobInFull: record({
    ...job,
    submissions: {
      ...listOf(schemaNamed('RequestAboutJob')),
      description: 'None where the journal was cleared since, or has made room.',
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
