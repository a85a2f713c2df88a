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
      'Conforming: random model aliases and additional record fields with random names. Clients should read GET /models.',
    parameters: [randomSeed('random seed of the names')],
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
          // Mixed case, so that lower-casing an alias changes it.
          aliases: [capital(word('an alias')), `${capital(word('another'))}-${word('alias')}`],
        }))
      },
  },
  {
    kind: 'scenario',
    name: 'nulls',
    summary: 'Conforming: empty fields are null instead of absent, such as url, error and stage of an unfinished job.',
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
    summary: 'Conforming: a job stays queued for the given number of polls, with its stage absent, null or shown.',
    parameters: [
      count('polls', 'number of polls that return queued', { usual: 8 }),
      oneOf('stage', 'stage of a queued job', ['absent', 'null', 'shown']),
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
