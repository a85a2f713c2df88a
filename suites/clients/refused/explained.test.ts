import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../../../runner/judging/clients/options.ts'
import type { OpenPointId } from '../../../spec/open-points.ts'
import { BODY, type Event, polls, reads, submits, turnedAway, verdictOn } from '../scenes-for-tests.ts'

const CLAUSES = [
  'client.takes-any-id',
  'client.goes-on-whatever-was-not-promised',
  'client.needs-no-more-than-is-promised',
] as const

const ended = (tries: (typeof CLAUSES)[number], exit = 1): ClientOptions => ({
  aliases: ['Swift'],
  scenario: { name: 'tried', tries },
  outcome: { end: { exit }, output: '' },
})
const verdictsOn = (events: readonly Event[]) =>
  CLAUSES.map((clause) => verdictOn(clause, events, { options: ended(clause) }))

const REFUSED = { status: 400, says: { error: { code: 'invalid_request' } } }
const ORDER = { ...BODY, model: 'Swift' }
const body = (changes: object) => [submits(0, { body: { ...ORDER, ...changes }, ...REFUSED })]
const SMALL = { authorization: 'bearer {{K1}}', status: 401, says: {} }

const OPEN: [OpenPointId, readonly Event[]][] = [
  ['auth.lower-case-bearer', [reads(0, '/models', SMALL)]],
  [
    'auth.extra-spaces',
    [submits(0, { body: ORDER }), polls(1, 'queued', { ...SMALL, authorization: 'Bearer  {{K1}}' })],
  ],
  ['paths.trailing-slash', [reads(0, '/models/', { status: 404 })]],
  [
    'paths.trailing-slash',
    [submits(0, { body: ORDER }), polls(3, 'queued', { path: '/v1/videos/job-1/', status: 405 })],
  ],
  ['paths.head', [reads(0, '/models', { method: 'HEAD', status: 405, says: '' })]],
  ['body.extra-fields', body({ scene: 7 })],
  ['prompt.with-image', body({ image_url: 'https://images.example/1.png' })],
  ['body.content-type', [submits(0, { body: ORDER, headers: { 'Content-Type': 'text/plain' }, ...REFUSED })]],
  ['body.content-type', [submits(0, { body: ORDER, headers: { 'Content-Encoding': 'gzip' }, ...REFUSED })]],
]

describe('who was refused what another server may take', () => {
  it.each(OPEN)('was perhaps stopped by that: %s', (point, events) => {
    for (const verdict of verdictsOn(events))
      expect(verdict).toMatchObject({ verdict: 'not judged', cause: { kind: 'open to servers', point } })
  })

  it('has passed all the same, if it ended well', () => {
    const events = [reads(0, '/capacity/', { status: 404 }), submits(1, { body: ORDER }), polls(2, 'succeeded')]
    const options = ended('client.needs-no-more-than-is-promised', 0)
    expect(verdictOn('client.needs-no-more-than-is-promised', events, { options }).verdict).toBe('pass')
  })

  it.each<[string, readonly Event[]]>([
    ['was taken on later', [reads(0, '/models/', { status: 404 }), reads(1, '/models'), submits(2, { body: ORDER })]],
    ['was told to wait, and taken on then', [turnedAway(0, 1, { body: ORDER }), submits(2, { body: ORDER })]],
    ['was told to wait before a poll', [submits(0, { body: ORDER }), polls(3, 'queued', { status: 429 })]],
    ['asked as the law has it', [submits(0, { body: ORDER, ...REFUSED })]],
    ['asks for what is no path with a slash', [reads(0, '/jobs/', { status: 404 })]],
    ['changed the letters of an alias', body({ model: 'swift' })],
  ])('was stopped by something else, if it %s', (_, events) => {
    for (const verdict of verdictsOn(events)) expect(verdict.verdict).toBe('fail')
  })

  it.each<[string, readonly Event[]]>([
    ['a value out of its range', [submits(0, { body: { ...ORDER, scene: 7, fps: 500 }, ...REFUSED })]],
    ['a model that is not listed', body({ model: 'best' })],
    [
      'nothing, for there was no room',
      [submits(0, { body: ORDER }), turnedAway(1, 1, { body: { ...ORDER, scene: 7 } })],
    ],
    [
      'nothing, for one of several was turned away again and again',
      [
        submits(0, { body: ORDER }),
        ...[1, 3, 5].map((at) => turnedAway(at, 1, { body: ORDER })),
        submits(9, { body: ORDER }),
      ],
    ],
    ['no good key', [reads(0, '/models', { authorization: 'bearer', status: 401 })]],
  ])('was stopped by what it sent, which other clauses judge: %s', (_, events) => {
    for (const verdict of verdictsOn(events))
      expect(verdict).toMatchObject({ verdict: 'not judged', cause: { kind: 'not decided' } })
  })
})
