import { describe, expect, it } from 'vitest'
import type { ClientOptions, Outcome } from '../../../engine/judge/clients/check.ts'
import { type Event, polls, submits, verdictOn } from '../scenes-for-tests.ts'

const CLAUSE = 'client.goes-on-whatever-was-not-promised'
const options = (end: Outcome['end'] = { exit: 1 }): ClientOptions => ({
  scenario: { name: 'tried', tries: CLAUSE },
  outcome: { end, output: '' },
})
const verdictAfter = (events: readonly Event[], end?: Outcome['end']) =>
  verdictOn(CLAUSE, events, { options: options(end) }).verdict

const first = [submits(0), polls(3, 'queued'), polls(6, 'running')]

describe('a client that asks no more for a job that is not finished', () => {
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

  it('has given nothing up where it crashed or hung', () => {
    const events = [...first, polls(9, 'queued'), polls(12, 'queued')]
    expect(verdictAfter(events, { signal: 'SIGABRT' })).toBe('fail')
    expect(verdictAfter(events, { timedOut: true })).toBe('fail')
  })
})
