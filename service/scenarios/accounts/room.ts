import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import type { Caller } from '../../interface/world.ts'
import { count, seconds } from '../parameters.ts'
import { counting } from '../requests/counts.ts'
import type { Scenario } from '../scenario.ts'

/** Where nothing else bounds it. */
const SOME = 4

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
    name: 'taken',
    summary:
      'Lawful: for so many seconds from the first submission of an account on, its other jobs take all the room, and afterwards leave as much as is said: GET /capacity says so, and submissions are answered 429.',
    parameters: [
      seconds('how long there is no room', { least: 1, usual: 3 }),
      count('wait', 'what Retry-After says', { least: 0, usual: 2 }),
      count('left', 'for how many jobs they leave room afterwards; 0: for as many as there ever was', {
        least: 0,
        usual: 0,
      }),
    ],
    patch:
      ({ seconds, wait, left }) =>
      (behaviour, world) => {
        adjust(world, 'dialect', (dialect) => ({ ...dialect, retryAfterSeconds: Number(wait) }))
        if (Number(left) > 0) adjust(world, 'capacity', () => Number(left))
        const firstAt = new Map<string, number>()
        const isTaken = ({ account }: Caller) => {
          const first = firstAt.get(account)
          return first === undefined || world.clock.now() - first < Number(seconds) * 1000
        }
        around(behaviour, 'submit', (next, caller, incoming) => {
          if (!firstAt.has(caller.account)) firstAt.set(caller.account, world.clock.now())
          if (!isTaken(caller)) return next(caller, incoming)
          return behaviour.refuse('capacity_exceeded', { incoming })
        })
        around(behaviour, 'room', (next, caller) => (isTaken(caller) ? 0 : next(caller)))
        around(behaviour, 'capacity', (next, caller) => {
          if (!isTaken(caller)) return next(caller)
          const limit = Number.isFinite(world.capacity) ? world.capacity : SOME
          return world.dialect.readings.capacity({ limit, unfinished: limit, free: 0 })
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
