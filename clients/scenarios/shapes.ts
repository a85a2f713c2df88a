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

/** What answers look like, within the law. */
export const shapes: readonly ClientScenario[] = [
  anId('slash', 'has slashes in it'),
  anId('percent', 'has percent signs in it, one before two digits'),
  anId('space', 'has spaces in it'),
  anId('long', 'is 240 characters long'),
  anId('short', 'is two characters long'),
  anId('number', 'is a number'),
  anId('digits', 'is a text of digits, two zeros in front, and more of them than a number holds'),
  {
    name: 'new-names',
    about: 'The aliases, and further fields of the record, have names that nobody has seen before.',
    plays: (seed) => [{ play: 'new-names', with: { seed } }],
    // Whoever knows its alias beforehand reads none.
    needs: { seen: 'a request' },
    ...UNPROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'unknown-fields',
    about: 'Every answer carries fields that the specification does not show, of odd names and types.',
    plays: playing('unknown-fields'),
    needs: { seen: 'answered well' },
    ...UNPROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'nulls',
    about: 'What has nothing to say is null: url, error and stage of an unfinished job, and further fields.',
    plays: playing('nulls'),
    needs: TAKEN_ON,
    ...UNPROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'states-go-back',
    about: 'A job that was running is found queued again, twice.',
    plays: playing('backwards'),
    needs: { seen: 'gone back' },
    ...UNPROMISED,
    polls: 7,
    waits: 0,
  },
  {
    name: 'no-stage',
    about: 'The queued job shows no stage.',
    plays: playing('queue,polls=2,stage=absent'),
    needs: { seen: 'state', status: 'queued', stage: 'absent' },
    ...UNPROMISED,
    polls: 4,
    waits: 0,
  },
]
