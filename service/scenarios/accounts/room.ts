import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import { count, seconds } from '../parameters.ts'
import { counting } from '../requests/counts.ts'
import type { Scenario } from '../scenario.ts'

export const roomScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'capacity',
    summary: 'Lawful: each account has room for so many unfinished jobs; what is more is answered 429.',
    parameters: [count('jobs', 'how many unfinished jobs there is room for', { usual: 1 })],
    patch:
      ({ jobs }) =>
      (_, world) =>
        adjust(world, 'capacity', () => Number(jobs)),
  },
  {
    kind: 'scenario',
    name: 'full',
    summary: 'Lawful: there is no room at all, and GET /capacity says so; every submission is answered 429.',
    parameters: [],
    patch: () => (_, world) => adjust(world, 'capacity', () => 0),
  },
  {
    kind: 'scenario',
    name: 'busy-until',
    summary:
      'Lawful: from the first submission of a key on, all are answered 429 until as many seconds of the clock have passed as Retry-After said; who comes early is told how many are left.',
    parameters: [seconds('how long there is no room', { least: 1, usual: 120 })],
    patch:
      ({ seconds }) =>
      (behaviour, world) => {
        const firstAt = new Map<string, number>()
        around(behaviour, 'submit', (next, caller, incoming) => {
          const now = world.clock.now()
          const first = firstAt.get(caller.keyId) ?? now
          firstAt.set(caller.keyId, first)
          const left = first + Number(seconds) * 1000 - now
          if (left <= 0) return next(caller, incoming)
          const headers = { 'retry-after': String(Math.ceil(left / 1000)) }
          return behaviour.refuse('capacity_exceeded', { headers, incoming })
        })
      },
  },
  {
    kind: 'scenario',
    name: 'no-room-at-times',
    summary: 'Lawful: of the submissions of a key, one in so many is answered 429, over and over.',
    parameters: [count('one-in', 'which one is refused: the third, the sixth, …', { least: 2, usual: 3 })],
    patch: (values) => (behaviour) => {
      const submissions = counting()
      around(behaviour, 'submit', (next, caller, incoming) =>
        submissions.next(caller.keyId) % Number(values['one-in']) === 0
          ? behaviour.refuse('capacity_exceeded', { incoming })
          : next(caller, incoming),
      )
    },
  },
]
