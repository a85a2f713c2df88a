import { isoTime } from '../../../journal/iso-time.ts'
import type { Hands } from '../../hands.ts'
import { Refused } from '../problem.ts'
import { fields, type Route, record, type Schemas, time } from '../route.ts'

const FASTEST = 1_000_000
const LAST_MOMENT = Date.UTC(10_000, 0) - 1

export const clockSchemas: Schemas = {
  Clock: record({
    now: time('Current time of the service.'),
    ms: { type: 'integer', description: 'The same time in milliseconds since 1970.' },
    speed: { type: 'number', minimum: 0, description: 'Seconds of the service per real second.' },
    isStopped: { type: 'boolean' },
  }),
  Run: fields({
    speed: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: FASTEST,
      default: 1,
      description: 'Seconds of the service per real second.',
    },
  }),
  Move: {
    ...fields({
      by: { type: 'number', description: 'Seconds to go forward; a negative number goes back.' },
      to: {
        type: 'string',
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$',
        description: 'A time with its time zone.',
        examples: ['2026-03-01T12:00:00Z'],
      },
    }),
    description: 'Either by or to.',
  },
}

const answer = { about: 'Current state of the clock.', schema: 'Clock' } as const

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
    summary: 'Run the clock at a speed',
    body: { schema: 'Run', about: 'Speed (default: 1).', mayBeLeftOut: true },
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
    summary: 'Stop the clock',
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
    summary: 'Change the time',
    about: 'Releases everything that waits for a time now past. Whether the clock runs does not change.',
    body: { schema: 'Move', about: 'Seconds to move by, or the new time.' },
    answer,
    act: ({ hands, body }) => {
      hands.clock.moveTo(goalOf(body as { by?: number; to?: string }, hands))
      return clockOf(hands)
    },
  },
]

function goalOf({ by, to }: { by?: number; to?: string }, { clock }: Hands): number {
  if ((by === undefined) === (to === undefined)) throw new Refused(400, 'the body needs either by or to')
  const goal = by === undefined ? Date.parse(to!) : clock.now() + by * 1000
  if (goal >= 0 && goal <= LAST_MOMENT) return goal
  throw new Refused(400, 'the time must be between 1970 and 9999')
}

function clockOf({ clock }: Hands) {
  const ms = clock.now()
  return { now: isoTime(ms), ms, speed: clock.speed, isStopped: clock.speed === 0 }
}
