import { adjust } from '../../interface/adjust.ts'
import type { Trouble } from './trouble.ts'

const backwards: Trouble = {
  name: 'backwards',
  summary:
    'Lawful: a job that was running is found queued again, so many times; never out of a final state. Jobs take a few polls more.',
  parameters: [],
  comesTo: ['polls'],
  times: 2,
  countedBy: 'job',
  comes({ times }, behaviour, world) {
    const setBack = new Set<string>()
    adjust(world, 'polls', (polls) => Math.max(polls, world.dialect.jobs.queuedPolls + Number(times) + 2))
    return async ({ caller, job: id = '' }, go) => {
      const job = behaviour.findJob(caller, id)
      if (job?.status !== 'running' || job.forced || setBack.delete(id)) return { spared: await go() }
      setBack.add(id)
      return { status: 200, headers: {}, body: behaviour.jobRecord({ ...job, status: 'queued' }, caller) }
    }
  },
}

export const backwardsTroubles: readonly Trouble[] = [backwards]
