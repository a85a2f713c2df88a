import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import { isFinalStatus } from '../../store/final.ts'
import { count, oneOf, seconds } from '../parameters.ts'
import type { Scenario } from '../scenario.ts'

export const endScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'fails',
    summary: 'Lawful: jobs fail, with a code and a message, at the poll that you say. Show both, and poll no more.',
    parameters: [
      { name: 'code', about: 'its error.code', type: 'text', usual: 'generation_failed' },
      {
        name: 'message',
        about: 'its error.message',
        type: 'text',
        usual: 'The model could not make a video of this order.',
      },
      count('after', 'which poll finds it failed', { usual: 3 }),
    ],
    patch:
      ({ code, message, after }) =>
      (behaviour) => {
        const flaw = { code: String(code), message: String(message) }
        around(behaviour, 'pollsNeeded', () => Number(after))
        around(behaviour, 'advance', (next, job) => {
          if (isFinalStatus(job.status) || job.forced) return next(job)
          const moved = next({ ...job, flaw })
          // One that goes on when this is taken off may well succeed.
          return moved.status === 'failed' ? moved : { ...moved, flaw: job.flaw }
        })
      },
  },
  {
    kind: 'scenario',
    name: 'expired',
    summary:
      'Lawful: the url of a finished job expires early, at once or after so many seconds of the clock, and is then answered 403, 404 or 410.',
    parameters: [
      seconds('how long a url lives from the end of its job', { usual: 0 }),
      oneOf('again', 'whether a later poll finds the dead url, or a fresh one that lives as long', ['dead', 'fresh']),
    ],
    patch:
      ({ seconds, again }) =>
      (_, world) =>
        adjust(world, 'dialect', (dialect) => {
          const { jobs } = dialect
          const url = { ...jobs.url, anewOnEachRead: again === 'fresh', lifetimeSeconds: Number(seconds) }
          return { ...dialect, jobs: { ...jobs, url } }
        }),
  },
]
