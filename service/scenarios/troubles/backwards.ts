import { adjust } from '../../interface/adjust.ts'
import type { Trouble } from './trouble.ts'

const backwards: Trouble = {
  name: 'backwards',
  summary:
    'Conforming: a running job is reported as queued again, the given number of times, but never after a final state. Jobs need a few more polls.',
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
