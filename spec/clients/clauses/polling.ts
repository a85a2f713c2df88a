import type { ClientClauseData } from '../clause.ts'

export const polling = [
  {
    id: 'client.polls-no-faster-than-3-s',
    level: 'must',
    section: '§8',
    rule: 'Between two polls of one job lie at least 3 seconds.',
  },
  {
    id: 'client.stops-at-a-final-state',
    level: 'must',
    section: '§3.1',
    rule: 'Once an answer has shown a job succeeded or failed, the client asks for that job no more.',
  },
  {
    id: 'client.polls-the-id-it-was-given',
    level: 'must',
    section: '§2',
    rule: 'The client polls the very id that its submission was answered with, as text.',
  },
  {
    id: 'client.polls-within-5-s',
    level: 'should',
    section: '§8',
    rule: 'Between two polls of one job lie usually no more than 5 seconds.',
  },
  {
    id: 'client.encodes-the-id',
    level: 'should',
    section: '§4',
    rule: 'An id with characters that mean something else in a path is percent-encoded there.',
  },
  {
    id: 'client.takes-any-id',
    level: 'should',
    section: '§2',
    rule: 'An id is taken as it is, whatever it looks like: long, short, a number, with a slash or a space.',
  },
  {
    id: 'client.goes-on-whatever-was-not-promised',
    level: 'should',
    section: '§3.3',
    rule: 'Fields and states that the specification neither promises nor forbids do not stop the client.',
  },
  {
    id: 'client.needs-no-more-than-is-promised',
    level: 'should',
    section: '§2',
    rule: 'What the specification promises is enough for the client: it needs no header, field or status beyond that.',
  },
] as const satisfies readonly ClientClauseData[]
