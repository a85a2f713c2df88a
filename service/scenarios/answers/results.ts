import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import type { Scenario } from '../scenario.ts'

export const resultScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'first-url-dead',
    summary:
      'Storage problem: the url in the first poll of a finished job has already expired; each later poll returns a new, working url.',
    parameters: [],
    patch: () => (behaviour, world) => {
      const first = new Map<string, string>()
      adjust(world, 'dialect', (dialect) => ({
        ...dialect,
        jobs: { ...dialect.jobs, url: { ...dialect.jobs.url, anewOnEachRead: true } },
      }))
      around(behaviour, 'link', (next, job) => {
        const link = next(job)
        if (!first.has(job.file)) first.set(job.file, queryOf(link))
        return link
      })
      around(behaviour, 'resultFile', (next, file, incoming) =>
        first.get(file) === queryOf(incoming.url)
          ? behaviour.refuse('link_expired', { incoming })
          : next(file, incoming),
      )
    },
  },
  {
    kind: 'scenario',
    name: 'elsewhere',
    summary:
      'Conforming: the url of a video has another origin than the interface. Clients must not send the key there.',
    parameters: [],
    patch: () => (behaviour) => {
      around(behaviour, 'link', (next, job) => next(job).replace('//127.0.0.1:', '//localhost:'))
    },
  },
]

/** Links differ only in their query. */
const queryOf = (url: string) => url.slice(url.indexOf('?') + 1)
