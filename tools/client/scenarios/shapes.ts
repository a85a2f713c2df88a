import { type ClientScenario, playing } from './scenario.ts'

const TAKEN_ON = { seen: 'taken on' } as const
const UNPROMISED = { rightEnd: 'video', tries: 'client.goes-on-whatever-was-not-promised' } as const

const anId = (form: string, about: string): ClientScenario => ({
  name: `id-${form}`,
  about: `The id ${about}.`,
  plays: playing({ play: 'ids', with: { form } }),
  needs: TAKEN_ON,
  rightEnd: 'video',
  tries: 'client.takes-any-id',
  polls: 3,
  waits: 0,
})

/** Unusual but conforming responses. */
export const shapes: readonly ClientScenario[] = [
  anId('slash', 'contains slashes'),
  anId('percent', 'contains percent signs, one before two digits'),
  anId('space', 'contains spaces'),
  anId('long', 'is 240 characters long'),
  anId('short', 'is two characters long'),
  anId('number', 'is a number'),
  anId('digits', 'is a string of digits with two leading zeros, too long for a number'),
  {
    name: 'new-names',
    about: 'The aliases and additional fields of the job record have new names.',
    plays: (seed) => [{ play: 'new-names', with: { seed } }],
    // A client that knows its alias does not list models.
    needs: { seen: 'a request' },
    ...UNPROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'unknown-fields',
    about: 'Every response has additional fields with unusual names and types.',
    plays: playing('unknown-fields'),
    needs: { seen: 'answered well' },
    ...UNPROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'nulls',
    about: 'Fields without a value are null: url, error and stage of an unfinished job, and additional fields.',
    plays: playing('nulls'),
    needs: TAKEN_ON,
    ...UNPROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'states-go-back',
    about: 'A running job is queued again, twice.',
    plays: playing('backwards'),
    needs: { seen: 'gone back' },
    ...UNPROMISED,
    polls: 7,
    waits: 0,
  },
  {
    name: 'no-stage',
    about: 'The queued job has no stage.',
    plays: playing('queue,polls=2,stage=absent'),
    needs: { seen: 'state', status: 'queued', stage: 'absent' },
    ...UNPROMISED,
    polls: 4,
    waits: 0,
  },
]
