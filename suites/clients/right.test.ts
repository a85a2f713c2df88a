import { describe, expect, it } from 'vitest'
import { CLIENT_CLAUSES } from '../../spec/clients/clauses.ts'
import { CLIENT_CHECKS, clientJudging, judgeClient } from './index.ts'
import { asksElsewhere, type Event, history, polls, RIGHT, reads, submits, turnedAway } from './scenes-for-tests.ts'

const ids = ({ checks }: typeof CLIENT_CHECKS) => checks.map(({ clause }) => clause)

it('judges each client clause once and in order', () => {
  expect(ids(CLIENT_CHECKS)).toEqual(CLIENT_CLAUSES.map(({ id }) => id))
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

/** The same client with another job and another key. */
const again = (key: string, id: string, later: number): Event[] => [
  submits(0.2 + later, { key, id }),
  polls(1 + later, 'queued', { key, id }),
  polls(5 + later, 'running', { key, id }),
  polls(9 + later, 'succeeded', { key, id }),
]

const LAWFUL: Record<string, readonly Event[]> = {
  'a plain client': RIGHT,
  "a retry of Node's own after a reset": [
    submits(0),
    polls(3),
    polls(6, 'running', { fails: 'reset' }),
    polls(6.01),
    polls(9.1, 'succeeded'),
  ],
  'two processes with two keys, one of them turned away': [
    turnedAway(0, 7),
    ...again('K2', 'job-2', 0.5),
    submits(7.1),
    polls(11),
    polls(15, 'succeeded'),
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
  'a preview of its own beside the interface': [
    ...RIGHT,
    asksElsewhere(20, 'https://server.test/usage'),
    asksElsewhere(21, 'https://server.test/videos/the-gate.html'),
  ],
}

describe('a conforming client fails no clause', () => {
  it.each(Object.keys(LAWFUL))('%s', (name) => {
    expect(accused(LAWFUL[name]!)).toEqual([])
  })

  it('a fast one, while the recorder was delayed', () => {
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

  it('not even while its traffic continues', () => {
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
