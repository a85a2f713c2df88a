import type { ClientClauseData } from '../clause.ts'

export const polling = [
  {
    id: 'client.polls-no-faster-than-3-s',
    level: 'must',
    section: '§8',
    rule: 'The client waits at least 3 seconds between two polls of one job.',
  },
  {
    id: 'client.stops-at-a-final-state',
    level: 'must',
    section: '§3.1',
    rule: 'The client stops polling a job once a response shows succeeded or failed.',
  },
  {
    id: 'client.polls-the-id-it-was-given',
    level: 'must',
    section: '§2',
    rule: 'The client polls exactly the id from the response to its submission, as text.',
  },
  {
    id: 'client.polls-within-5-s',
    level: 'should',
    section: '§8',
    rule: 'The client usually waits no more than 5 seconds between two polls of one job.',
  },
  {
    id: 'client.encodes-the-id',
    level: 'should',
    section: '§4',
    rule: 'The client percent-encodes characters of the id that have another meaning in a path.',
  },
  {
    id: 'client.takes-any-id',
    level: 'should',
    section: '§2',
    rule: 'The client accepts any id: long, short, a number, with a slash or a space.',
  },
  {
    id: 'client.goes-on-whatever-was-not-promised',
    level: 'should',
    section: '§3.3',
    rule: 'Fields and states that the specification does not mention do not stop the client.',
  },
  {
    id: 'client.needs-no-more-than-is-promised',
    level: 'should',
    section: '§2',
    rule: 'The client needs no header, field or status beyond the specification.',
  },
] as const satisfies readonly ClientClauseData[]
