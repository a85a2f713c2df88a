import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import { isFinalStatus } from '../../store/final.ts'
import { count, oneOf, seconds } from '../parameters.ts'
import type { Scenario } from '../scenario.ts'

export const endScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'fails',
    summary:
      'Conforming: jobs fail at the given poll with a code and a message. Clients should show both and stop polling.',
    parameters: [
      { name: 'code', about: 'error.code', type: 'text', usual: 'generation_failed' },
      {
        name: 'message',
        about: 'error.message',
        type: 'text',
        usual: 'The model could not generate a video for this request.',
      },
      count('after', 'poll that returns failed', { usual: 3 }),
    ],
    patch:
      ({ code, message, after }) =>
      (behaviour) => {
        const flaw = { code: String(code), message: String(message) }
        around(behaviour, 'pollsNeeded', () => Number(after))
        around(behaviour, 'advance', (next, job) => {
          if (isFinalStatus(job.status) || job.forced) return next(job)
          const moved = next({ ...job, flaw })
          // A job that is unfinished when this is removed may still succeed.
          return moved.status === 'failed' ? moved : { ...moved, flaw: job.flaw }
        })
      },
  },
  {
    kind: 'scenario',
    name: 'expired',
    summary:
      'Conforming: the url of a finished job expires at once or after the given seconds, and then returns 403, 404 or 410.',
    parameters: [
      seconds('lifetime of the url after the job finishes', { usual: 0 }),
      oneOf('again', 'whether later polls return the expired url (dead) or a new one (fresh)', ['dead', 'fresh']),
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
