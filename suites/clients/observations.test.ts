import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../../engine/judge/clients/check.ts'
import { CLIENT_OPEN_POINTS, type ClientOpenPointId } from '../../spec/clients/open-points.ts'
import { judgeClient } from './index.ts'
import { asksElsewhere, type Event, history, polls, RIGHT, reads, submits } from './scenes-for-tests.ts'

const told = (open: ClientOpenPointId, events: readonly Event[], options: ClientOptions = {}) =>
  judgeClient(history(events), options).open.find(({ id }) => id === open)!

const limited = (at: number) => polls(at, 'running', { status: 429, says: {}, with: { 'Retry-After': '1' } })
const GAVE_UP: ClientOptions = { outcome: { end: { exit: 1 }, output: '' } }

type Row = [ClientOpenPointId, string[], readonly Event[], ClientOptions?]
const ROWS: Row[] = [
  ['client.shapes-it-worked-with', ['the alias in a list of words in models', 'the id as a string in id'], RIGHT],
  ['client.spelling-of-bearer', ['Bearer and one space'], RIGHT],
  ['client.slash-at-the-end', ['without a trailing slash'], RIGHT],
  ['client.readings', ['GET /capacity', 'GET /models'], [reads(0, '/models'), reads(1, '/capacity')]],
  ['client.aliases', ['swift'], RIGHT],
  ['client.first-poll', ['within 3 s'], RIGHT],
  [
    'client.after-a-lost-submission',
    ['it submits the same again at once, which may have created a second job'],
    [submits(0, { lost: true }), submits(0.1)],
  ],
  ['client.patience', ['it gives up within a minute'], [submits(0), polls(3), polls(30)], GAVE_UP],
  [
    'client.after-server-errors',
    ['after 5xx it polls again after 3 to 5 s'],
    [submits(0), polls(3, 'running', { status: 502 }), polls(6.5)],
  ],
  ['client.after-short-waits', ['after 3 s anyway'], [submits(0), limited(3), polls(6.1)]],
  [
    'client.connections',
    ['several requests on one connection'],
    [submits(0, { connection: 1 }), polls(3, 'running', { connection: 1 })],
  ],
  [
    'client.headers',
    ['user-agent: gate/1', 'x-trace'],
    [submits(0, { headers: { 'User-Agent': 'gate/1', 'X-Trace': '7' } })],
  ],
  [
    'client.download',
    ['it passes the url on'],
    [submits(0), polls(3, 'succeeded')],
    { outcome: { end: { exit: 0 }, output: '' } },
  ],
  [
    'client.jobs-at-once',
    ['several at once'],
    [
      submits(0),
      submits(0.1, { id: 'job-2' }),
      polls(3),
      polls(3.1, 'running', { id: 'job-2' }),
      polls(6.5),
      polls(6.6, 'succeeded', { id: 'job-2' }),
    ],
  ],
]

describe('implementation choices of clients are observed', () => {
  it.each(ROWS)('%s: %j', (open, values, events, options) => {
    expect(told(open, events, options)).toMatchObject({ values })
  })

  it('for each open point', () => {
    expect([...new Set(ROWS.map(([open]) => open))].sort()).toEqual(CLIENT_OPEN_POINTS.map(({ id }) => id).sort())
  })

  it('names the reason if a choice was not observed', () => {
    for (const { id } of CLIENT_OPEN_POINTS)
      expect(told(id, [asksElsewhere(0, 'https://else.test/x')]).untold).toBeTypeOf('string')
  })
})
