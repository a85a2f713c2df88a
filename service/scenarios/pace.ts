import { adjust } from '../interface/adjust.ts'
import { around } from '../interface/behaviour.ts'
import type { Scenario } from './scenario.ts'

export const paceScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'fast',
    summary: 'A job is at its end with the first poll.',
    parameters: [],
    patch: () => (_, world) => adjust(world, 'polls', () => 1),
  },
  {
    kind: 'scenario',
    name: 'slow',
    summary: 'A job takes many polls, and so many seconds of the clock.',
    parameters: [
      {
        name: 'polls',
        about: 'how many polls it takes at least',
        type: 'number',
        least: 1,
        most: 1e6,
        usual: 20,
        isWhole: true,
      },
      { name: 'seconds', about: 'how long it takes at least', type: 'number', least: 0, most: 1e6, usual: 0 },
    ],
    patch:
      ({ polls, seconds }) =>
      (behaviour, world) => {
        around(behaviour, 'pollsNeeded', () => Number(polls))
        const isRipe = (createdAt: number) => world.clock.now() - createdAt >= Number(seconds) * 1000
        around(behaviour, 'advance', (next, job) => {
          const moved = next(job)
          return moved.finishedAt === null || job.finishedAt !== null || isRipe(job.createdAt) ? moved : job
        })
      },
  },
]
