import { describe, expect, it } from 'vitest'
import { CLIENT_CLAUSES } from '../../spec/clients/clauses.ts'
import { CLIENT_OPEN_POINTS } from '../../spec/clients/open-points.ts'
import { CLIENT_CHECKS, clientJudging, judgeClient } from './index.ts'
import { asksElsewhere, type Event, history, polls, RIGHT, reads, submits, turnedAway } from './scenes-for-tests.ts'

const ids = ({ checks }: typeof CLIENT_CHECKS) => checks.map(({ clause }) => clause)

it('judges each clause that binds clients, once and in its order', () => {
  expect(ids(CLIENT_CHECKS)).toEqual(CLIENT_CLAUSES.map(({ id }) => id))
})

it('observes each point that is open to clients, once and in its order', () => {
  expect(CLIENT_CHECKS.observations.map(({ open }) => open)).toEqual(CLIENT_OPEN_POINTS.map(({ id }) => id))
})

const accused = (
  events: readonly Event[],
  besides: Parameters<typeof history>[1] = {},
  options: Parameters<typeof judgeClient>[1] = {},
) => {
  const { clauses, faults } = judgeClient(history(events, besides), options)
  expect(faults).toEqual([])
  return clauses.flatMap(({ id, verdict }) => (verdict.verdict === 'fail' ? [{ id, received: verdict.received }] : []))
}

/** The same client again, on another job, under another key. */
const again = (key: string, id: string, later: number): Event[] => [
  submits(0.2 + later, { key, id }),
  polls(1 + later, 'queued', { key, id }),
  polls(5 + later, 'running', { key, id }),
  polls(9 + later, 'succeeded', { key, id }),
]

function withoutBody({ request: { body: _, ...request }, ...rest }: Event): Event {
  return { ...rest, request }
}

const LAWFUL: Record<string, readonly Event[]> = {
  'a plain client': RIGHT,
  'a timer of 3 s from arrival to arrival, whatever the answers take': [
    submits(0),
    polls(3, 'running', { for: 2.9 }),
    polls(6, 'running', { for: 2.9 }),
    polls(9, 'running', { for: 2.9 }),
    polls(12, 'succeeded'),
  ],
  'a timer that has sent the next poll before the last answer came': [
    submits(0),
    polls(3, 'running', { for: 3.5 }),
    polls(6, 'succeeded', { for: 3.5 }),
    polls(9, 'succeeded'),
  ],
  "a retry of Node's own after a reset": [
    submits(0),
    polls(3),
    polls(6, 'running', { fails: 'reset' }),
    polls(6.01),
    polls(9.1, 'succeeded'),
  ],
  'a poll sent again at once after a 502': [
    submits(0),
    polls(3, 'running', { status: 502, says: '<html>' }),
    polls(3.1, 'running', { status: 504, says: '<html>' }),
    polls(3.2),
    polls(6.3, 'succeeded'),
  ],
  'a poll whose answer broke off at the client': [
    submits(0),
    polls(3, 'succeeded', { lost: true }),
    polls(3.1, 'succeeded'),
  ],
  'a redirect that is followed at once': [
    submits(0),
    polls(3, 'running', { status: 307, says: '', with: { Location: '/v1/videos/job-1' } }),
    polls(3.05),
    polls(6.2, 'succeeded'),
  ],
  'several jobs at once': [
    ...[0, 1, 2].flatMap((n) => [
      submits(n / 10, { id: `job-${n}`, body: { model: 'swift', prompt: `Gate ${n}` } }),
      polls(3 + n / 10, 'running', { id: `job-${n}` }),
      polls(6.1 + n / 10, 'succeeded', { id: `job-${n}` }),
    ]),
  ],
  'two processes with two keys, one of them turned away': [
    turnedAway(0, 7),
    ...again('K2', 'job-2', 0.5),
    submits(7.1),
    polls(11),
    polls(15, 'succeeded'),
  ],
  'two processes with two keys that poll one job': [
    submits(0),
    polls(1),
    polls(2, 'running', { key: 'K2' }),
    polls(4.1),
    polls(5.1, 'running', { key: 'K2' }),
    polls(7.2, 'succeeded'),
    polls(8.2, 'succeeded', { key: 'K2' }),
  ],
  'a wait until an HTTP date': [
    turnedAway(0, 'Thu, 01 Jan 2026 00:00:07 GMT', {
      with: { 'Retry-After': 'Thu, 01 Jan 2026 00:00:07 GMT', Date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
    }),
    submits(6.2),
    polls(8),
    polls(12, 'succeeded'),
  ],
  'three orders side by side, each answered before the next arrived, and again after the wait': [0, 2.01, 4.02].flatMap(
    (at) => [0, 1, 2].map((n) => turnedAway(at + n * 0.02, 2, { body: { model: 'swift', prompt: `Gate ${n}` } })),
  ),
  'the same order three times side by side, and again after the wait': [0, 2.01, 4.02].flatMap((at) =>
    [0, 1, 2].map((n) => turnedAway(at + n * 0.02, 2)),
  ),
  'the same order three times side by side, refused each time': [0, 1, 2].map((n) =>
    submits(n * 0.02, { status: 401, says: {} }),
  ),
  'the same order three times, one after the other on one connection': [0, 1, 2].map((n) =>
    submits(n * 0.02, { status: 401, says: {}, connection: 1, http: '1.1' }),
  ),
  'three orders that waited their turn for one connection': [0, 1, 2].map((n) =>
    turnedAway(n * 0.02, 2, { connection: 1, http: '1.1', body: { model: 'swift', prompt: `Gate ${n}` } }),
  ),
  'what was under way when a 429 came': [
    turnedAway(0, 7, { for: 0.1 }),
    submits(0.05, { id: 'job-2', body: { model: 'swift', prompt: 'Another' } }),
    submits(7.2),
  ],
  'orders sent side by side, some of which waited their turn for a connection that brought a 429': [
    submits(0, { for: 0.05, connection: 1, http: '1.1' }),
    turnedAway(0.01, 7, { connection: 2, http: '1.1' }),
    turnedAway(0.06, 7, { connection: 2, http: '1.1', body: { model: 'swift', prompt: 'Another' } }),
    turnedAway(0.07, 7, { connection: 1, http: '1.1', body: { model: 'swift', prompt: 'A third' } }),
  ],
  'what arrived a moment after a 429 on another connection': [
    turnedAway(0, 7, { connection: 1, http: '1.1' }),
    submits(0.05, { id: 'job-2', connection: 2, http: '1.1', body: { model: 'swift', prompt: 'Another' } }),
    submits(7.2),
  ],
  'an id with a slash, percent-encoded': [
    submits(0, { id: 'a/b' }),
    polls(3, 'running', { id: 'a/b' }),
    polls(6, 'succeeded', { id: 'a/b' }),
  ],
  'a number as id': [
    submits(0, { id: 4711 }),
    polls(3, 'running', { id: '4711' }),
    polls(6, 'succeeded', { id: '4711' }),
  ],
  'a number that no double holds': [
    submits(0, { says: '{"id":12345678901234567890}' }),
    polls(3, 'running', { id: '12345678901234567000', status: 404, says: {} }),
  ],
  'an older job that is gone, with an id that counts on': [
    polls(0, 'running', { id: 'job-1', status: 404, says: {} }),
    submits(1, { id: 'job-12' }),
    polls(2, 'running', { id: 'job-1', status: 404, says: {}, path: '/v1/videos/job-1?again' }),
    polls(2.5, 'running', { id: 'job-123', status: 404, says: {} }),
    polls(4, 'succeeded', { id: 'job-12' }),
  ],
  'a submission that found no room, of a model that another key was not told of': [
    reads(0, '/models', { key: 'K2', says: { models: ['slow'] } }),
    turnedAway(1, 1),
    submits(2.1, { status: 403, says: {} }),
  ],
  'a submission whose body was not written down': [withoutBody(submits(0))],
  'a few characters of its key in a header of its own': [
    submits(0, { headers: { 'X-Key-Hint': '{{K1 from character 1 to 8}}' } }),
  ],
  'a word that was kept out, in a header': [submits(0, { headers: { 'X-Team': '{{W1}}' } })],
  'bearer in small letters, and two spaces': [
    submits(0, { authorization: 'bearer {{K1}}' }),
    polls(3, 'running', { authorization: 'BEARER  {{K1}}' }),
    polls(6.1, 'succeeded', { authorization: 'bearer {{K1}}' }),
  ],
  'a slash at the end of each path': [
    submits(0, { path: '/v1/videos/' }),
    polls(3, 'running', { path: '/v1/videos/job-1/' }),
    polls(6.1, 'succeeded', { path: '/v1/videos/job-1/' }),
  ],
  "what Node's own fetch sends": RIGHT.map((each) => ({
    ...each,
    request: { ...each.request, headers: [...each.request.headers, ['sec-fetch-mode', 'cors'] as const] },
  })),
  'the origin of the base URL for the video, and below it': [
    submits(0),
    polls(3, 'succeeded', {
      says: { id: 'job-1', status: 'succeeded', url: 'https://server.test/v1/files/job-1.mp4?t=1' },
    }),
    reads(3.1, '/files/job-1.mp4?t=1', { authorization: [] }),
    reads(3.2, '/files/job-1.mp4?t=1', { authorization: [], headers: { Range: 'bytes=0-' } }),
  ],
  'a url that the URL standard writes otherwise': [
    submits(0),
    polls(3, 'succeeded', {
      says: { id: 'job-1', status: 'succeeded', url: 'https://Files.test:443/a b/../ü.mp4?x=é y#t=3' },
    }),
    asksElsewhere(3.1, 'https://files.test/%C3%BC.mp4?x=%C3%A9%20y'),
  ],
  'a model that was listed to somebody else, and is taken on': [
    reads(0, '/models', { says: { models: ['slow'] } }),
    submits(1),
  ],
  'five submissions in a moment': [0, 1, 2, 3, 4].map((n) =>
    submits(10 + n / 10, { id: `job-${n}`, body: { model: 'swift', prompt: `Gate ${n}` } }),
  ),
  'six submissions after a look at the room': [
    reads(9, '/capacity'),
    ...[0, 1, 2, 3, 4, 5].map((n) =>
      submits(10 + n / 10, { id: `job-${n}`, body: { model: 'swift', prompt: `Gate ${n}` } }),
    ),
  ],
  'one pause that was a little too short': [submits(0), polls(1), polls(3.4), polls(7), polls(11, 'succeeded')],
  'a 429 to a poll, waited out': [
    submits(0),
    polls(3, 'running', { status: 429, says: {}, with: { 'Retry-After': '7' } }),
    polls(10.2),
    polls(14, 'succeeded'),
  ],
  'a shorter wait after a 429 to a poll': [
    submits(0),
    polls(3, 'running', { status: 429, says: {}, with: { 'Retry-After': '1' } }),
    polls(4.1),
    polls(7.5, 'succeeded'),
  ],
  'a nap of twelve seconds, between two polls of three': [
    submits(0),
    polls(1, 'queued'),
    polls(4.5),
    polls(16.5, 'succeeded'),
  ],
  'a submission with each tick of a second, one of which was a little early': [
    ...[0, 1, 2, 3, 4].map((n) => submits(10 + n, { id: `job-${n}`, body: { model: 'swift', prompt: `Gate ${n}` } })),
    submits(14.998, { id: 'job-5', body: { model: 'swift', prompt: 'Gate 5' } }),
  ],
  'a preview of its own beside the interface': [
    ...RIGHT,
    asksElsewhere(20, 'https://server.test/usage'),
    asksElsewhere(21, 'https://server.test/videos/the-gate.html'),
  ],
}

describe('a lawful client is accused of nothing', () => {
  it.each(Object.keys(LAWFUL))('%s', (name) => {
    expect(accused(LAWFUL[name]!)).toEqual([])
  })

  it('who sends orders beside each other and takes what is taken on, however close answers are', () => {
    const order = (n: number) => ({ id: `job-${n}`, body: { model: 'swift', prompt: `Gate ${n}` } })
    const beside = (apart: number, took: number) => [
      turnedAway(0, 7, { for: took, ...order(1) }),
      turnedAway(apart, 7, { for: took, ...order(2) }),
      submits(2 * apart, { for: took, ...order(3) }),
      polls(5, 'succeeded', { id: 'job-3' }),
    ]
    for (const events of [beside(0.02, 0.01), beside(0.02, 0.4), beside(0.2, 0.19)])
      expect(accused(events, {}, { makesOneVideo: true })).toEqual([])
  })

  it('who ends well with the video of one job, while it waits to poll or submit another', () => {
    const one = [submits(0), submits(0.5, { id: 'job-2' }), polls(3, 'running', { id: 'job-2' })]
    const refused = { id: 'job-2', status: 429, says: {}, with: { 'Retry-After': '12' } }
    const outcome = { end: { exit: 0 }, output: 'https://files.test/job-1.mp4' }
    const polled = [...one, polls(6.1, 'running', refused), polls(8, 'succeeded')]
    const submitted = [...one, turnedAway(4, 12), polls(8, 'succeeded')]
    for (const events of [polled, submitted]) {
      expect(accused(events, {}, { outcome })).toEqual([])
      const [first] = accused(events, {}, { outcome: { ...outcome, end: { exit: 1 } } })
      expect(first?.id).toBe('client.tries-again-after-waiting')
    }
    expect(accused(polled.slice(0, -1), {}, { outcome }).map(({ id }) => id)).toContain(
      'client.tries-again-after-waiting',
    )
  })

  it('a quick one, while whoever recorded it was late itself', () => {
    const quick = [submits(0), polls(2), polls(3.1), polls(7, 'succeeded'), polls(7.1, 'succeeded')]
    expect(accused(quick).map(({ id }) => id)).toContain('client.polls-no-faster-than-3-s')
    const late = {
      late: [
        { at: 1, for: 2 },
        { at: 7, for: 1 },
      ],
    }
    expect(accused(quick, late)).toEqual([])
  })

  it('not even while its traffic goes on: what came so far decides', () => {
    for (const events of Object.values(LAWFUL)) {
      const live = clientJudging()
      for (const entry of history(events)) {
        live.take(entry)
        const broken = live.judgement().clauses.filter(({ verdict }) => verdict.verdict === 'fail')
        expect(broken).toEqual([])
      }
    }
  })
})

it('lets a client that could not fetch the video hand on its url, which it was shown', () => {
  const events = [
    submits(0),
    polls(3, 'succeeded'),
    asksElsewhere(3.1, 'https://files.test/job-1.mp4?sig=a%20b', { status: 403 }),
  ]
  const printed = (output: string) =>
    accused(events, {}, { outcome: { end: { exit: 0 }, output, hasVideo: false } }).map(({ id }) => id)
  expect(printed('not to be had: 403\nhttps://files.test/job-1.mp4?sig=a%20b\n')).toEqual([])
  expect(printed('"url": "https://files.test/job-1.mp4?sig=a%20b",')).toEqual([])
  for (const output of [
    'done: job-1.mp4',
    'INFO HTTP Request: GET https://files.test/job-1.mp4?sig=a%20b "HTTP/1.1 403 Forbidden"',
    'GET https://files.test/job-1.mp4?sig=a%20b',
  ])
    expect(printed(output)).toEqual(['client.ends-well-only-with-a-video'])
  expect(printed('saved')).toEqual(['client.ends-well-only-with-a-video'])
})
