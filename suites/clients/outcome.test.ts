import { describe, expect, it } from 'vitest'
import type { ClientOptions, Outcome } from '../../engine/judge/clients/check.ts'
import type { OpenPointId } from '../../spec/open-points.ts'
import { BODY, type Event, polls, reads, submits, turnedAway, verdictOn } from './scenes-for-tests.ts'

const CLAUSE = 'client.goes-on-whatever-was-not-promised'
const options = (end: Outcome['end'] = { exit: 1 }): ClientOptions => ({
  scenario: { name: 'tried', tries: CLAUSE },
  outcome: { end, output: '' },
})
const verdictAfter = (events: readonly Event[], end?: Outcome['end']) =>
  verdictOn(CLAUSE, events, { options: options(end) }).verdict

const first = [submits(0), polls(3, 'queued'), polls(6, 'running')]

describe('a client that stops polling an unfinished job', () => {
  it.each<[string, readonly Event[]]>([
    ['has gone on after the state went back', [...first, polls(9, 'queued'), polls(12, 'queued')]],
    ['has seen nothing odd of late', [submits(0), polls(3, 'queued'), polls(6, 'queued')]],
  ])('may have waited long enough, where it %s', (_, events) => {
    expect(verdictAfter(events)).toBe('not judged')
  })

  it.each<[string, readonly Event[]]>([
    ['a state that went back', [...first, polls(9, 'queued')]],
    [
      'a field that was not there before',
      [...first, polls(9, 'running', { says: { id: 'job-1', status: 'running', mood: 'high' } })],
    ],
  ])('was stopped by what it had not seen, at %s', (_, events) => {
    expect(verdictAfter(events)).toBe('fail')
  })

  it('has not given up if it crashed or hung', () => {
    const events = [...first, polls(9, 'queued'), polls(12, 'queued')]
    expect(verdictAfter(events, { signal: 'SIGABRT' })).toBe('fail')
    expect(verdictAfter(events, { timedOut: true })).toBe('fail')
  })
})

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
  ['body.extra-fields', body({ scene: 7 })],
  ['body.content-type', [submits(0, { body: ORDER, headers: { 'Content-Type': 'text/plain' }, ...REFUSED })]],
]

describe('a client whose request another server may accept', () => {
  it.each(OPEN)('may have been stopped by the refusal: %s', (point, events) => {
    for (const verdict of verdictsOn(events))
      expect(verdict).toMatchObject({ verdict: 'not judged', cause: { kind: 'open to servers', point } })
  })

  it.each<[string, readonly Event[]]>([
    ['was told to wait, and taken on then', [turnedAway(0, 1, { body: ORDER }), submits(2, { body: ORDER })]],
    ['asked as the law has it', [submits(0, { body: ORDER, ...REFUSED })]],
    ['changed the letters of an alias', body({ model: 'swift' })],
  ])('was stopped by something else, if it %s', (_, events) => {
    for (const verdict of verdictsOn(events)) expect(verdict.verdict).toBe('fail')
  })

  it.each<[string, readonly Event[]]>([
    ['a model that is not listed', body({ model: 'best' })],
    [
      'nothing, for one of several was turned away again and again',
      [
        submits(0, { body: ORDER }),
        ...[1, 3, 5].map((at) => turnedAway(at, 1, { body: ORDER })),
        submits(9, { body: ORDER }),
      ],
    ],
  ])('was stopped by what it sent, which other clauses judge: %s', (_, events) => {
    for (const verdict of verdictsOn(events))
      expect(verdict).toMatchObject({ verdict: 'not judged', cause: { kind: 'not decided' } })
  })
})
