import { expect, it } from 'vitest'
import { MOST_EXCHANGES } from '../../engine/judge/clients/windows.ts'
import { judgeClient } from './index.ts'
import { BODY, type Event, history, polls, reads, submits } from './scenes-for-tests.ts'

/** Polls of a client without violations. */
const filled = (from: number, count: number): Event[] =>
  Array.from({ length: count }, (_, n) => reads(from + n / 100, '/usage'))

const brokenIn = (events: readonly Event[]) =>
  judgeClient(history(events)).clauses.flatMap(({ id, verdict }) => (verdict.verdict === 'fail' ? [id] : []))

it('fails no clause when old exchanges are no longer kept', () => {
  const burst = (at: number) =>
    [0, 1, 2, 3, 4, 5].map((n) => submits(at + n / 10, { id: `b-${n}`, body: { ...BODY, prompt: `Gate ${n}` } }))
  const at = 10 + (2 * MOST_EXCHANGES) / 100
  const read = [submits(0, { id: 'Job-X' }), polls(1, 'running', { id: 'Job-X' }), reads(2, '/capacity')]
  const events = [
    ...read,
    ...filled(5, 2 * MOST_EXCHANGES),
    ...burst(at),
    polls(at + 5, 'running', { id: 'job-x', status: 404, says: {} }),
  ]
  expect(brokenIn(events)).toEqual([])
  expect(brokenIn([...events.slice(0, 2), ...events.slice(-7)])).toEqual(['client.reads-capacity-before-a-burst'])
})

it('reports violations from long ago', () => {
  const hurry = [submits(0), polls(1), polls(2), polls(3), polls(7, 'succeeded')]
  expect(brokenIn([...hurry, ...filled(10, 3 * MOST_EXCHANGES)])).toEqual(['client.polls-no-faster-than-3-s'])
})
