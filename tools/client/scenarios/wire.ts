import { type ClientScenario, playing } from './scenario.ts'

const PROMISED = { rightEnd: 'video', tries: 'client.needs-no-more-than-is-promised' } as const

/** Variants of HTTP transfer. */
export const wire: readonly ClientScenario[] = [
  {
    name: 'chunked',
    about: 'Responses are chunked into tiny pieces, without Content-Length.',
    plays: playing('pieces,of=submissions+polls+readings'),
    needs: { seen: 'coded', how: 'chunked' },
    ...PROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'gzip',
    about: 'Responses are compressed if the client accepts it.',
    plays: playing('gzip'),
    needs: { seen: 'coded', how: 'gzip' },
    ...PROMISED,
    polls: 3,
    waits: 0,
  },
  {
    name: 'headers',
    about: 'Header names are in upper case, including Retry-After, and the Content-Type of JSON has a charset.',
    plays: playing('busy,times=1,seconds=3', 'loud-headers'),
    needs: { seen: 'a request' },
    ...PROMISED,
    polls: 3,
    waits: 3,
  },
  {
    name: 'slow-answers',
    about: 'Every response is delayed by two seconds.',
    plays: playing('late,seconds=2'),
    needs: { seen: 'a request' },
    ...PROMISED,
    polls: 3,
    waits: 12,
  },
]
