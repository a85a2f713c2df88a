import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import { isFinalStatus } from '../../store/final.ts'
import { count, seconds } from '../parameters.ts'
import { counting } from '../requests/counts.ts'
import type { Scenario } from '../scenario.ts'

export const paceScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'fast',
    summary: 'Conforming: a job finishes at the first poll.',
    parameters: [],
    patch: () => (_, world) => adjust(world, 'polls', () => 1),
  },
  {
    kind: 'scenario',
    name: 'slow',
    summary: 'Conforming: a job needs many polls and the given number of seconds.',
    parameters: [count('polls', 'minimum number of polls', { usual: 20 }), seconds('minimum duration', { usual: 0 })],
    patch:
      ({ polls, seconds }) =>
      (behaviour, world) => {
        around(behaviour, 'pollsNeeded', () => Number(polls))
        const isRipe = (createdAt: number) => world.clock.now() - createdAt >= Number(seconds) * 1000
        around(behaviour, 'advance', (next, job) => {
          const moved = next(job)
          const mayEnd = job.forced || isFinalStatus(job.status) || isRipe(job.createdAt)
          return mayEnd || !isFinalStatus(moved.status) ? moved : job
        })
      },
  },
  {
    kind: 'scenario',
    name: 'stuck',
    summary:
      'A job stays in running for the given number of polls (conforming) or forever, so that the client has to give up.',
    parameters: [count('polls', 'number of additional polls; default: forever')],
    patch:
      ({ polls = Number.POSITIVE_INFINITY }) =>
      (behaviour) => {
        const hung = counting()
        around(behaviour, 'advance', (next, job) => {
          const moved = next(job)
          const hangs =
            !isFinalStatus(job.status) && !job.forced && isFinalStatus(moved.status) && hung.of(job.id) < Number(polls)
          if (!hangs) return moved
          hung.next(job.id)
          return job.status === 'running' ? job : { ...job, status: 'running', stage: 'generating' }
        })
      },
  },
]
