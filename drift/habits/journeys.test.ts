import { expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { RecordingInMemory } from '../../runner/history/recording.ts'
import { keyOf, Noticed } from './habit.ts'
import { noticeJourneys } from './journeys.ts'

/** A poll and what it showed; nothing where its answer was lost. When it was under way, if not one after the other. */
type Poll = [shown: string | undefined, sent?: number, received?: number]

function poll([shown, sent, received]: Poll, n: number): Exchange {
  const [status, stage] = shown?.split(' ') ?? []
  const answer = shown !== undefined && {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ status, ...(stage && { stage }) }),
  }
  return {
    kind: 'exchange',
    n,
    purpose: { by: 'jobs', part: 'poll', job: 1, polled: 'id' },
    request: { method: 'GET', path: '/v1/videos/id', headers: [] },
    ...(answer && { answer }),
    sent: sent ?? n * 10,
    received: received ?? n * 10 + 1,
  } as unknown as Exchange
}

function seenOf(polls: Poll[]) {
  const into = new Noticed()
  noticeJourneys(new RecordingInMemory(polls.map((each, index) => poll(each, index + 1))), into)
  const of = (aspect: 'state' | 'step' | 'polls') => [
    ...(into.habits.get(keyOf({ endpoint: 'GET /videos/{id}' }, aspect))?.tally.keys() ?? []),
  ]
  return { states: of('state'), steps: of('step'), polls: of('polls') }
}

it('knows the states of a job, the steps between them, and roughly how many polls it needed', () => {
  expect(seenOf([['queued'], ['running generating'], ['running generating'], ['succeeded'], ['succeeded']])).toEqual({
    states: ['queued', 'running'],
    steps: ['submitted → queued', 'queued → running (generating)', 'running (generating) → succeeded'],
    polls: ['3'],
  })
})

it('says nothing of a job whose end was not seen', () => {
  expect(seenOf([['queued'], ['running generating']])).toEqual({ states: [], steps: [], polls: [] })
})

it('names a status that is not listed, unless it is no word or the server makes up many', () => {
  expect(seenOf([['paused'], ['succeeded']]).states).toEqual(['paused'])
  expect(seenOf([['17%'], ['succeeded']]).states).toEqual(['another status'])
  const many: Poll[] = [['red'], ['green'], ['blue'], ['black'], ['white'], ['succeeded']]
  expect(seenOf(many).states).toEqual(['red', 'green', 'blue', 'another status'])
})

it('names an end that is not listed', () => {
  expect(seenOf([['queued'], ['completed'], ['completed']])).toEqual({
    states: ['queued', 'completed'],
    steps: [],
    polls: [],
  })
})

it('takes no order from polls that were under way at once', () => {
  const { steps, states } = seenOf([
    ['queued', 1, 2],
    ['running generating', 3, 8],
    ['queued', 4, 7],
    ['succeeded', 9, 10],
  ])
  expect(steps).toEqual([])
  expect(states).toEqual(['queued', 'running'])
})

it('knows that what is final comes last, whatever was asked beside it', () => {
  const steps = ['submitted → queued', 'queued → running (generating)', 'running (generating) → succeeded']
  expect(
    seenOf([
      ['queued', 1, 2],
      ['running generating', 3, 8],
      ['succeeded', 4, 9],
    ]).steps,
  ).toEqual(steps)
  expect(
    seenOf([
      ['queued', 1, 2],
      ['succeeded', 3, 9],
      ['running generating', 4, 8],
    ]).steps,
  ).toEqual(steps)
})

it('takes no step over an answer that was lost', () => {
  expect(seenOf([['queued'], [undefined], ['succeeded']])).toEqual({
    states: ['queued'],
    steps: [],
    polls: ['3'],
  })
})
