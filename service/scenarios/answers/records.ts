import type { Dialect } from '../../dialects/dialect.ts'
import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import { count, oneOf, randomSeed } from '../parameters.ts'
import type { Scenario } from '../scenario.ts'
import { drawnWord } from './drawn-word.ts'

const NULLS = { expires_at: null, thumbnail: null, progress: null, queue: null }

const jobsWith = (dialect: Dialect, jobs: Partial<Dialect['jobs']>): Dialect => ({
  ...dialect,
  jobs: { ...dialect.jobs, ...jobs },
})

export const recordScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'new-names',
    summary:
      'Lawful: aliases that nobody has seen before, and records with further fields of new names; another seed has others. Read GET /models.',
    parameters: [randomSeed('what decides the names')],
    patch:
      ({ seed }) =>
      (_, world) => {
        const word = (what: string) => drawnWord(Number(seed), what)
        adjust(world, 'dialect', (dialect) => ({
          ...jobsWith(dialect, {
            extraFields: (job) => ({
              ...dialect.jobs.extraFields(job),
              [word('a text')]: word('its value'),
              [word('a list')]: [word('its first'), word('its second')],
            }),
          }),
          // As nobody would guess them: whoever makes small letters of one has another.
          aliases: [capital(word('an alias')), `${capital(word('another'))}-${word('alias')}`],
        }))
      },
  },
  {
    kind: 'scenario',
    name: 'nulls',
    summary:
      'Lawful: fields that have nothing to say are there and null: url, error and stage of an unfinished job, and further ones.',
    parameters: [],
    patch: () => (behaviour, world) => {
      adjust(world, 'dialect', (dialect) =>
        jobsWith(dialect, {
          stageWhileQueued: 'null',
          emptyFields: 'null',
          extraFields: (job) => ({ ...NULLS, ...dialect.jobs.extraFields(job) }),
        }),
      )
      around(behaviour, 'accepted', (next, job) => {
        const answer = next(job)
        return isRecord(answer) ? { ...NULLS, url: null, error: null, stage: null, ...answer } : answer
      })
    },
  },
  {
    kind: 'scenario',
    name: 'queue',
    summary:
      'Lawful: a job stays queued for so many polls, and its stage is missing meanwhile, null, or shown. Wait for none.',
    parameters: [
      count('polls', 'how many polls find the job queued', { usual: 8 }),
      oneOf('stage', 'how a queued job shows its stage', ['absent', 'null', 'shown']),
    ],
    patch: (values) => (_, world) => {
      adjust(world, 'dialect', (dialect) =>
        jobsWith(dialect, {
          stageWhileQueued: values.stage as Dialect['jobs']['stageWhileQueued'],
          queuedPolls: Number(values.polls),
        }),
      )
      adjust(world, 'polls', (polls) => Math.max(polls, Number(values.polls) + 2))
    },
  },
]

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
