import { isoTime } from '../../../journal/iso-time.ts'
import type { Hands } from '../../hands.ts'
import { Refused } from '../problem.ts'
import { fields, type Route, record, type Schemas, time } from '../route.ts'

const FASTEST = 1_000_000
const LAST_MOMENT = Date.UTC(10_000, 0) - 1

export const clockSchemas: Schemas = {
  Clock: record({
    now: time('What the service says the time is.'),
    ms: { type: 'integer', description: 'The same in milliseconds since 1970.' },
    speed: { type: 'number', minimum: 0, description: 'How many of its seconds pass in one of the machine.' },
    isStopped: { type: 'boolean' },
  }),
  Run: fields({
    speed: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: FASTEST,
      default: 1,
      description: 'How many of its seconds pass in one of the machine.',
    },
  }),
  Move: {
    ...fields({
      by: { type: 'number', description: 'Seconds: on, or back where it is less than nothing.' },
      to: {
        type: 'string',
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$',
        description: 'A time, with its zone.',
        examples: ['2026-03-01T12:00:00Z'],
      },
    }),
    description: 'One of the two.',
  },
}

const answer = { about: 'The clock as it is now.', schema: 'Clock' } as const

export const clockRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/clock',
    id: 'readClock',
    tag: 'Clock',
    summary: 'The time of the service',
    answer,
    act: ({ hands }) => clockOf(hands),
  },
  {
    method: 'POST',
    path: '/clock/run',
    id: 'runClock',
    tag: 'Clock',
    summary: 'Let it run, at a speed',
    body: { schema: 'Run', about: 'How fast; as fast as the machine, unless said.', mayBeLeftOut: true },
    answer,
    act: ({ hands, body }) => {
      const { speed = 1 } = body as { speed?: number }
      hands.clock.run(speed)
      return clockOf(hands)
    },
  },
  {
    method: 'POST',
    path: '/clock/stop',
    id: 'stopClock',
    tag: 'Clock',
    summary: 'Let it stand still',
    answer,
    act: ({ hands }) => {
      hands.clock.stop()
      return clockOf(hands)
    },
  },
  {
    method: 'POST',
    path: '/clock/move',
    id: 'moveClock',
    tag: 'Clock',
    summary: 'Put it elsewhere',
    about: 'Who waits for a time that has come then, waits no longer. Running or standing still, it stays so.',
    body: { schema: 'Move', about: 'By how much, or to which time.' },
    answer,
    act: ({ hands, body }) => {
      hands.clock.moveTo(goalOf(body as { by?: number; to?: string }, hands))
      return clockOf(hands)
    },
  },
]

function goalOf({ by, to }: { by?: number; to?: string }, { clock }: Hands): number {
  if ((by === undefined) === (to === undefined)) throw new Refused(400, 'the body must say either by or to')
  const goal = by === undefined ? Date.parse(to!) : clock.now() + by * 1000
  if (goal >= 0 && goal <= LAST_MOMENT) return goal
  throw new Refused(400, 'there is no such time between 1970 and 9999')
}

function clockOf({ clock }: Hands) {
  const ms = clock.now()
  return { now: isoTime(ms), ms, speed: clock.speed, isStopped: clock.speed === 0 }
}
