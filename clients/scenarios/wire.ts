import { type ClientScenario, playing } from './scenario.ts'

const PROMISED = { rightEnd: 'video', tries: 'client.needs-no-more-than-is-promised' } as const

/** How answers come, by HTTP's own rules. */
export const wire: readonly ClientScenario[] = [
  {
    name: 'chunked',
    about: 'Answers come in tiny pieces, and do not say how long they are.',
    plays: playing('pieces,of=submissions+polls+readings'),
    needs: { seen: 'coded', how: 'chunked' },
    ...PROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'gzip',
    about: 'Answers come compressed, where the client says that it accepts that.',
    plays: playing('gzip'),
    needs: { seen: 'coded', how: 'gzip' },
    ...PROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'headers',
    about: 'Names of headers come in capital letters, Retry-After as well, and the label of JSON with a charset.',
    plays: playing('busy,times=1,seconds=3', 'loud-headers'),
    needs: { seen: 'a request' },
    ...PROMISED,
    polls: 3,
    waits: 3,
  },
  {
    name: 'slow-answers',
    about: 'Every answer comes two seconds late.',
    plays: playing('late,seconds=2'),
    needs: { seen: 'a request' },
    ...PROMISED,
    polls: 3,
    waits: 12,
  },
]
