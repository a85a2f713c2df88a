import { adjust } from '../../interface/adjust.ts'
import { around } from '../../interface/behaviour.ts'
import type { Caller } from '../../interface/world.ts'
import { count, seconds } from '../parameters.ts'
import { counting } from '../requests/counts.ts'
import type { Scenario } from '../scenario.ts'

/** Limit if there is no other. */
const SOME = 4

export const roomScenarios: readonly Scenario[] = [
  {
    kind: 'scenario',
    name: 'capacity',
    summary: 'Conforming: each account is limited to the given number of unfinished jobs; further submissions get 429.',
    parameters: [count('jobs', 'limit of unfinished jobs', { usual: 1 })],
    patch:
      ({ jobs }) =>
      (_, world) =>
        adjust(world, 'capacity', () => Number(jobs)),
  },
  {
    kind: 'scenario',
    name: 'full',
    summary: 'Conforming: no capacity. GET /capacity reports none, and every submission gets 429.',
    parameters: [],
    patch: () => (_, world) => adjust(world, 'capacity', () => 0),
  },
  {
    kind: 'scenario',
    name: 'busy-until',
    summary:
      'Conforming: from the first submission of a key, all get 429 until the time in Retry-After has passed. Early retries get the remaining seconds.',
    parameters: [seconds('duration without capacity', { least: 1, usual: 120 })],
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
      'Conforming: from its first submission, other jobs use the whole capacity of an account for some seconds, and later a part. GET /capacity reports it; submissions get 429.',
    parameters: [
      seconds('duration without capacity', { least: 1, usual: 3 }),
      count('wait', 'value of Retry-After', { least: 0, usual: 2 }),
      count('left', 'capacity afterwards; 0 means unchanged', {
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
    summary: 'Conforming: every n-th submission of a key gets 429.',
    parameters: [count('one-in', 'n; 3 rejects the third, the sixth, …', { least: 2, usual: 3 })],
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
