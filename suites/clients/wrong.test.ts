import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../../engine/judge/clients/check.ts'
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
  'a key that it was not given': {
    breaks: 'client.sends-its-key',
    events: [submits(0, { key: 'K2', status: 401 })],
    options: { keys: ['K1'] },
  },
  'the key in the query': {
    breaks: 'client.keeps-its-key-in-the-header',
    events: [submits(0, { path: '/v1/videos?api_key={{K1}}' })],
  },
  'the key with the download': {
    breaks: 'client.keeps-its-key-from-other-origins',
    events: [
      ...AT_ONCE,
      asksElsewhere(6.3, 'https://files.test/job-1.mp4?sig=a%20b', { authorization: 'Bearer {{K1}}' }),
    ],
  },
  'a page': { breaks: 'client.runs-on-a-server', events: [submits(0, { headers: { Origin: 'https://app.test' } })] },
  'the version twice': {
    breaks: 'client.names-the-version-once',
    events: [submits(0, { path: '/v1/v1/videos', status: 404 })],
  },
  'videos twice': {
    breaks: 'client.appends-paths-to-the-base-url',
    events: [submits(0), polls(3, 'running', { path: '/v1/videos/videos/job-1', status: 404 })],
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
  'neither a prompt nor an image': {
    breaks: 'client.submits-a-prompt-or-an-image',
    events: [submits(0, { body: { model: 'swift' }, ...refused })],
  },
  'an image by http': {
    breaks: 'client.submits-an-https-image',
    events: body({ prompt: undefined, image_url: 'http://images.test/gate.png' }),
  },
  'a duration beyond the range': { breaks: 'client.submits-values-in-range', events: body({ duration: 61 }) },
  'a number as text': { breaks: 'client.submits-the-types-of-the-table', events: body({ duration: '5' }) },
  'an image at home': {
    breaks: 'client.submits-a-public-image',
    events: body({ prompt: undefined, image_url: 'https://192.168.0.7/gate.png' }),
  },
  'a poll each second': {
    breaks: 'client.polls-no-faster-than-3-s',
    events: [submits(0), polls(1), polls(2), polls(3), polls(4, 'succeeded')],
  },
  'a second look at the end, on a connection of its own': {
    breaks: 'client.stops-at-a-final-state',
    events: [submits(0), polls(3), polls(6.1, 'succeeded'), polls(6.13, 'succeeded')],
  },
  'an id in small letters': {
    breaks: 'client.polls-the-id-it-was-given',
    events: [submits(0, { id: 'Job-XYZ' }), polls(3, 'running', { id: 'job-xyz', status: 404, says: {} })],
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
  'another order upon each refusal, which takes longer than lies between what is sent at once': {
    breaks: 'client.waits-out-a-refused-submission',
    events: [
      turnedAway(0, 7, { for: 0.4, ...another(1) }),
      turnedAway(0.41, 7, { for: 0.4, ...another(2) }),
      submits(0.85, another(3)),
      polls(5, 'succeeded', { id: 'job-3' }),
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
  'six submissions without a look at the room': {
    breaks: 'client.reads-capacity-before-a-burst',
    events: [0, 1, 2, 3, 4, 5].map((n) => submits(10 + n / 10, another(n))),
  },
  'a failed job that is kept quiet': {
    breaks: 'client.says-that-a-job-failed',
    events: [submits(0), polls(3, 'failed')],
    options: { outcome: { end: { exit: 0 }, output: 'done' } },
  },
  'exit 0 without a video': {
    breaks: 'client.ends-well-only-with-a-video',
    events: [submits(0), polls(3)],
    options: { outcome: { end: { exit: 0 }, output: '' } },
  },
  'a url without its query': {
    breaks: 'client.fetches-the-url-as-given',
    events: [...AT_ONCE, asksElsewhere(6.3, 'https://files.test/job-1.mp4')],
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

describe('a client that violates one clause fails that clause', () => {
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

  it('covers each clause', () => {
    const shown = new Set(Object.values(WRONG).map(({ breaks }) => breaks))
    expect(CLIENT_CLAUSES.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([])
  })
})
