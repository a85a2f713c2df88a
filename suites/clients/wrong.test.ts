import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../../runner/judging/clients/options.ts'
import { CLIENT_CLAUSES, type ClientClauseId } from '../../spec/clients/clauses.ts'
import { judgeClient } from './index.ts'
import { asksElsewhere, BODY, type Event, history, polls, reads, submits, turnedAway } from './scenes-for-tests.ts'

type Wrong = { breaks: ClientClauseId; also?: ClientClauseId[]; events: readonly Event[]; options?: ClientOptions }

const another = (n: number) => ({ id: `job-${n}`, body: { model: 'swift', prompt: `Gate ${n}` } })
const body = (changes: object) => [
  reads(0, '/models', { says: ['swift'] }),
  submits(1, { body: { ...BODY, ...changes } }),
]
const refused = { status: 400, says: { error: { code: 'invalid_request' } } }
const AT_ONCE = [submits(0), polls(3), polls(6.1, 'succeeded')]
const END = { mustBeSeen: [], name: 'tried' } as const

const WRONG: Record<string, Wrong> = {
  'no key at all': { breaks: 'client.sends-its-key', events: [submits(0, { authorization: [], status: 401 })] },
  'the bare key': { breaks: 'client.sends-its-key', events: [submits(0, { authorization: '{{K1}}', status: 401 })] },
  'another scheme': {
    breaks: 'client.sends-its-key',
    events: [submits(0, { authorization: 'Token {{K1}}', status: 401 })],
  },
  'undefined as the key': {
    breaks: 'client.sends-its-key',
    events: [submits(0, { authorization: 'Bearer (withheld)', status: 401 })],
  },
  'two headers': {
    breaks: 'client.sends-its-key',
    events: [submits(0, { authorization: ['Bearer {{K1}}', 'Bearer {{K1}}'] })],
  },
  'a key that it was not given': {
    breaks: 'client.sends-its-key',
    events: [submits(0, { key: 'K2', status: 401 })],
    options: { keys: ['K1'] },
  },
  'the key in the query': {
    breaks: 'client.keeps-its-key-in-the-header',
    events: [submits(0, { path: '/v1/videos?api_key={{K1}}' })],
  },
  'the key in the body': {
    breaks: 'client.keeps-its-key-in-the-header',
    events: [submits(0, { body: { ...BODY, key: '{{K1}}' } })],
  },
  'the key in a cookie': {
    breaks: 'client.keeps-its-key-in-the-header',
    events: [submits(0, { headers: { Cookie: 'key={{K1}}' } })],
  },
  'the key in another header': {
    breaks: 'client.keeps-its-key-in-the-header',
    events: [submits(0, { headers: { 'X-Api-Key': '{{K1}}' } })],
  },
  'the key with the download': {
    breaks: 'client.keeps-its-key-from-other-origins',
    events: [
      ...AT_ONCE,
      asksElsewhere(6.3, 'https://files.test/job-1.mp4?sig=a%20b', { authorization: 'Bearer {{K1}}' }),
    ],
  },
  'a page': { breaks: 'client.runs-on-a-server', events: [submits(0, { headers: { Origin: 'https://app.test' } })] },
  'a page of the same site': {
    breaks: 'client.runs-on-a-server',
    events: [submits(0, { headers: { 'Sec-Fetch-Site': 'same-site' } })],
  },
  'a preflight': {
    breaks: 'client.runs-on-a-server',
    events: [
      reads(0, '/videos', {
        method: 'OPTIONS',
        authorization: [],
        headers: { 'Access-Control-Request-Method': 'POST' },
      }),
    ],
  },
  'the version twice': {
    breaks: 'client.names-the-version-once',
    events: [submits(0, { path: '/v1/v1/videos', status: 404 })],
  },
  'the version left out': {
    breaks: 'client.names-the-version-once',
    events: [submits(0), asksElsewhere(3, 'https://server.test/videos/job-1', { status: 404 })],
  },
  'videos twice': {
    breaks: 'client.appends-paths-to-the-base-url',
    events: [submits(0), polls(3, 'running', { path: '/v1/videos/videos/job-1', status: 404 })],
  },
  'two slashes': {
    breaks: 'client.appends-paths-to-the-base-url',
    events: [submits(0, { path: '/v1//videos', status: 404 })],
    options: { baseUrlGiven: true },
  },
  'a form for a body': {
    breaks: 'client.submits-a-json-object',
    events: [submits(0, { body: 'model=swift&prompt=gate', ...refused })],
  },
  'no model': { breaks: 'client.submits-a-listed-model', events: [submits(0, { body: { prompt: 'a' }, ...refused })] },
  'a model that is not listed': {
    breaks: 'client.submits-a-listed-model',
    events: [reads(0, '/models', { says: ['swift'] }), submits(1, { body: { ...BODY, model: 'best' }, ...refused })],
  },
  'a model that is not among those it was told of, taken on or not': {
    breaks: 'client.submits-a-listed-model',
    events: [submits(1, { body: { ...BODY, model: 'best' } })],
    options: { aliases: ['swift'] },
  },
  'neither a prompt nor an image': {
    breaks: 'client.submits-a-prompt-or-an-image',
    events: [submits(0, { body: { model: 'swift' }, ...refused })],
  },
  'an empty prompt': { breaks: 'client.submits-a-prompt-or-an-image', events: body({ prompt: '' }) },
  'an image by http': {
    breaks: 'client.submits-an-https-image',
    events: body({ prompt: undefined, image_url: 'http://images.test/gate.png' }),
  },
  'a duration beyond the range': { breaks: 'client.submits-values-in-range', events: body({ duration: 61 }) },
  'a resolution of its own': { breaks: 'client.submits-values-in-range', events: body({ resolution: '8k' }) },
  'a number as text': { breaks: 'client.submits-the-types-of-the-table', events: body({ duration: '5' }) },
  'an image at home': {
    breaks: 'client.submits-a-public-image',
    events: body({ prompt: undefined, image_url: 'https://192.168.0.7/gate.png' }),
  },
  'a poll each second': {
    breaks: 'client.polls-no-faster-than-3-s',
    events: [submits(0), polls(1), polls(2), polls(3), polls(4, 'succeeded')],
  },
  'two pauses a little too short': {
    breaks: 'client.polls-no-faster-than-3-s',
    events: [submits(0), polls(3), polls(5.6), polls(8.2), polls(12, 'succeeded')],
  },
  'once two polls in a row': {
    breaks: 'client.polls-no-faster-than-3-s',
    events: [submits(0), polls(3), polls(3.1), polls(7, 'succeeded')],
  },
  'a poll at once after a 429 that asks for nothing': {
    breaks: 'client.polls-no-faster-than-3-s',
    events: [submits(0), polls(3, 'running', { status: 429, says: {} }), polls(3.3), polls(7, 'succeeded')],
  },
  'polls that never end': {
    breaks: 'client.stops-at-a-final-state',
    events: [submits(0), polls(3, 'failed'), polls(6.5, 'failed'), polls(10, 'failed')],
  },
  'a second look at the end, on a connection of its own': {
    breaks: 'client.stops-at-a-final-state',
    events: [submits(0), polls(3), polls(6.1, 'succeeded'), polls(6.13, 'succeeded')],
  },
  'a second look at the end, on the same connection': {
    breaks: 'client.stops-at-a-final-state',
    events: [
      submits(0),
      polls(3, 'succeeded', { for: 2.9, connection: 1, http: '1.1' }),
      polls(5.91, 'succeeded', { connection: 1, http: '1.1' }),
    ],
  },
  'an id in small letters': {
    breaks: 'client.polls-the-id-it-was-given',
    events: [submits(0, { id: 'Job-XYZ' }), polls(3, 'running', { id: 'job-xyz', status: 404, says: {} })],
  },
  'a number for an id that is text': {
    breaks: 'client.polls-the-id-it-was-given',
    events: [
      submits(0, { id: '00012345678901234567890' }),
      polls(3, 'running', { id: '12345678901234567000', status: 404, says: {} }),
    ],
  },
  'an id cut to what a column holds': {
    breaks: 'client.polls-the-id-it-was-given',
    events: [submits(0, { id: 'job-0123456789abcdef' }), polls(3, 'running', { id: 'job-01234567', status: 404 })],
  },
  'undefined for an id': {
    breaks: 'client.polls-the-id-it-was-given',
    events: [submits(0), polls(3, 'running', { id: 'undefined', status: 404, says: {} })],
  },
  'a name of its own making, once the answer with the id was lost': {
    breaks: 'client.polls-the-id-it-was-given',
    events: [submits(0, { fails: 'reset' }), polls(3, 'running', { id: 'latest', status: 404, says: {} })],
    options: { isWhole: true },
  },
  'a poll each ten seconds': {
    breaks: 'client.polls-within-5-s',
    events: [submits(0), polls(10), polls(20), polls(30), polls(40, 'succeeded')],
  },
  'a slash that is not encoded': {
    breaks: 'client.encodes-the-id',
    events: [submits(0, { id: 'a/b' }), polls(3, 'running', { path: '/v1/videos/a/b', status: 404 })],
  },
  'a percent sign that is not encoded': {
    breaks: 'client.encodes-the-id',
    events: [submits(0, { id: 'a%2Fb' }), polls(3, 'running', { path: '/v1/videos/a%2Fb', status: 404 })],
  },
  'an id encoded twice': {
    breaks: 'client.encodes-the-id',
    events: [submits(0, { id: 'a/b' }), polls(3, 'running', { path: '/v1/videos/a%252Fb', status: 404 })],
  },
  'a question mark that is not encoded': {
    breaks: 'client.encodes-the-id',
    events: [submits(0, { id: 'a?b' }), polls(3, 'running', { path: '/v1/videos/a?b', status: 404 })],
  },
  'an end at an odd id': {
    breaks: 'client.takes-any-id',
    events: [submits(0, { id: 4711 })],
    options: { scenario: { ...END, tries: 'client.takes-any-id' }, outcome: { end: { exit: 1 }, output: '' } },
  },
  'an end at an unknown field': {
    breaks: 'client.goes-on-whatever-was-not-promised',
    events: [submits(0), polls(3)],
    options: {
      scenario: { ...END, tries: 'client.goes-on-whatever-was-not-promised' },
      outcome: { end: { signal: 'SIGABRT' }, output: '' },
    },
  },
  'an end without a field that nobody promised': {
    breaks: 'client.needs-no-more-than-is-promised',
    events: [submits(0), polls(3)],
    options: {
      scenario: { ...END, tries: 'client.needs-no-more-than-is-promised' },
      outcome: { end: { timedOut: true }, output: '' },
    },
  },
  'a retry before its time': {
    breaks: 'client.waits-out-a-refused-submission',
    events: [turnedAway(0, 7), submits(1), polls(5, 'succeeded')],
  },
  'a storm on connections of its own': {
    breaks: 'client.waits-out-a-refused-submission',
    events: [0, 1, 2, 3, 4].map((n) => turnedAway(n * 0.02, 1)),
  },
  'one retry at once, of a client that makes one video': {
    breaks: 'client.waits-out-a-refused-submission',
    events: [turnedAway(0, 7), submits(0.02), polls(5, 'succeeded')],
    options: { makesOneVideo: true },
  },
  'another order upon each refusal, which takes longer than lies between what is sent at once': {
    breaks: 'client.waits-out-a-refused-submission',
    events: [
      turnedAway(0, 7, { for: 0.4, ...another(1) }),
      turnedAway(0.41, 7, { for: 0.4, ...another(2) }),
      submits(0.85, another(3)),
      polls(5, 'succeeded', { id: 'job-3' }),
    ],
  },
  'another job before its time': {
    breaks: 'client.waits-out-a-refused-submission',
    events: [turnedAway(0, 20), submits(2, another(2)), submits(20.5)],
  },
  'a date that was not waited for': {
    breaks: 'client.waits-out-a-refused-submission',
    events: [
      turnedAway(0, 'Thu, 01 Jan 2026 00:00:20 GMT', {
        with: { 'Retry-After': 'Thu, 01 Jan 2026 00:00:20 GMT', Date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      }),
      submits(2),
    ],
  },
  'a poll before its time': {
    breaks: 'client.waits-out-a-refused-poll',
    events: [
      submits(0),
      polls(3, 'running', { status: 429, says: {}, with: { 'Retry-After': '20' } }),
      polls(6.1),
      polls(10, 'succeeded'),
    ],
  },
  'a storm of polls on connections of its own': {
    breaks: 'client.waits-out-a-refused-poll',
    events: [
      submits(0),
      ...[0, 1, 2].map((n) => polls(3 + n * 0.02, 'running', { status: 429, says: {}, with: { 'Retry-After': '1' } })),
    ],
  },
  'giving up at the first 429': {
    breaks: 'client.tries-again-after-waiting',
    events: [turnedAway(0, 1)],
    options: { outcome: { end: { exit: 1 }, output: 'no room' } },
  },
  'a refused body again and again': {
    breaks: 'client.repeats-no-refused-request',
    also: ['client.submits-a-prompt-or-an-image'],
    events: [0, 1, 2].map((n) => submits(n, { body: { model: 'swift' }, ...refused })),
  },
  'a 401 again and again, at once': {
    breaks: 'client.repeats-no-refused-request',
    events: [0, 1, 2, 3, 4].map((n) => submits(n * 0.02, { status: 401, says: {} })),
  },
  'a 401 again at once on the same connection, of a client that makes one video': {
    breaks: 'client.repeats-no-refused-request',
    events: [0, 1].map((n) => submits(n * 0.02, { status: 401, says: {}, connection: 1, http: '1.1' })),
    options: { makesOneVideo: true },
  },
  'six submissions without a look at the room': {
    breaks: 'client.reads-capacity-before-a-burst',
    events: [0, 1, 2, 3, 4, 5].map((n) => submits(10 + n / 10, another(n))),
  },
  'a failed job that is kept quiet': {
    breaks: 'client.says-that-a-job-failed',
    events: [submits(0), polls(3, 'failed')],
    options: { outcome: { end: { exit: 0 }, output: 'done' } },
  },
  'a failed job without its reason': {
    breaks: 'client.says-that-a-job-failed',
    events: [submits(0), polls(3, 'failed')],
    options: { outcome: { end: { exit: 1 }, output: 'something went wrong' } },
  },
  'a download of a failed job, from an address of its own making': {
    breaks: 'client.says-that-a-job-failed',
    events: [
      submits(0),
      polls(3, 'failed'),
      asksElsewhere(3.1, 'https://server.test/files/job-1.mp4', { status: 404 }),
    ],
    options: { outcome: { end: { exit: 1 }, output: 'out_of_paint' } },
  },
  'a good end after nothing': {
    breaks: 'client.ends-well-only-with-a-video',
    events: [submits(0), polls(3)],
    options: { outcome: { end: { exit: 0 }, output: '' } },
  },
  'a good end after half a video': {
    breaks: 'client.ends-well-only-with-a-video',
    events: [submits(0), polls(3, 'succeeded')],
    options: { outcome: { end: { exit: 0 }, output: '', hasVideo: false } },
  },
  'a url without its query': {
    breaks: 'client.fetches-the-url-as-given',
    events: [...AT_ONCE, asksElsewhere(6.3, 'https://files.test/job-1.mp4')],
  },
  'a url on the host of the base URL, which leads elsewhere': {
    breaks: 'client.fetches-the-url-as-given',
    events: [...AT_ONCE, asksElsewhere(6.3, 'https://server.test/job-1.mp4?sig=a%20b')],
    options: { baseUrlGiven: true },
  },
  'the key with a video at home': {
    breaks: 'client.fetches-without-the-key',
    events: [
      submits(0),
      polls(3, 'succeeded', { says: { status: 'succeeded', url: 'https://server.test/files/job-1.mp4' } }),
      asksElsewhere(3.2, 'https://server.test/files/job-1.mp4', { authorization: 'Bearer {{K1}}' }),
    ],
  },
  'a download after the url expired': {
    breaks: 'client.fetches-before-the-url-expires',
    events: [...AT_ONCE, asksElsewhere(20, 'https://files.test/job-1.mp4?sig=a%20b', { status: 403 })],
    options: { scenario: { ...END, urlLivesMs: 5000 } },
  },
}

describe('a client that breaks one rule is caught by that one', () => {
  it.each(Object.keys(WRONG))('%s', (name) => {
    const { breaks, also = [], events, options = {} } = WRONG[name]!
    const { clauses, faults } = judgeClient(history(events), options)
    expect(faults).toEqual([])
    const broken = clauses.filter(({ verdict }) => verdict.verdict === 'fail')
    expect(broken.map(({ id }) => id).sort()).toEqual([breaks, ...also].sort())
    for (const { verdict } of broken) {
      if (verdict.verdict !== 'fail') continue
      expect(verdict.expected).not.toContain('undefined')
      expect(verdict.cases).toBeGreaterThan(0)
      for (const each of verdict.violations) expect(each.fact.kind).toBeTypeOf('string')
    }
  })

  it('and there is one for each clause', () => {
    const shown = new Set(Object.values(WRONG).map(({ breaks }) => breaks))
    expect(CLIENT_CLAUSES.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([])
  })
})
