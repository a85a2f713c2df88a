import { expect, it } from 'vitest'
import type { Exchange } from '../../../engine/history/entry/exchange.ts'
import { recordingOf } from '../../../engine/history/recording.ts'
import { keyOf, Noticed } from './habit.ts'
import { noticeJourneys } from './journeys.ts'

/** A poll and its status, undefined for a lost response; with the time in flight if polls overlap. */
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
  noticeJourneys(recordingOf(polls.map((each, index) => poll(each, index + 1))), into)
  const of = (aspect: 'state' | 'step' | 'polls') => [
    ...(into.habits.get(keyOf({ endpoint: 'GET /videos/{id}' }, aspect))?.tally.keys() ?? []),
  ]
  return { states: of('state'), steps: of('step'), polls: of('polls') }
}

const STEPS = ['submitted → queued', 'queued → running (generating)', 'running (generating) → succeeded']

it.each<[title: string, polls: Poll[], seen: Partial<ReturnType<typeof seenOf>>]>([
  [
    'the states of a job, the steps between them and the number of polls',
    [['queued'], ['running generating'], ['running generating'], ['succeeded'], ['succeeded']],
    { states: ['queued', 'running'], steps: STEPS, polls: ['3'] },
  ],
  ['nothing of an unfinished job', [['queued'], ['running generating']], { states: [], steps: [], polls: [] }],
  ['a status that is not listed', [['paused'], ['succeeded']], { states: ['paused'] }],
  ['no status that is no word', [['17%'], ['succeeded']], { states: ['another status'] }],
  [
    'three made-up statuses',
    [['red'], ['green'], ['blue'], ['black'], ['white'], ['succeeded']],
    { states: ['red', 'green', 'blue', 'another status'] },
  ],
  ['a final status that is not listed', [['queued'], ['completed']], { states: ['queued', 'completed'], polls: [] }],
  [
    'no order between polls that overlap',
    [
      ['queued', 1, 2],
      ['running generating', 3, 8],
      ['queued', 4, 7],
      ['succeeded', 9, 10],
    ],
    { states: ['queued', 'running'], steps: [] },
  ],
  [
    'a final state last, although its poll overlaps another',
    [
      ['queued', 1, 2],
      ['succeeded', 3, 9],
      ['running generating', 4, 8],
    ],
    { steps: STEPS },
  ],
  ['no step across a lost response', [['queued'], [undefined], ['succeeded']], { steps: [], polls: ['3'] }],
])('records %s', (_, polls, seen) => {
  expect(seenOf(polls)).toMatchObject(seen)
})
