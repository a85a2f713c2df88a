import { expect, it } from 'vitest'
import type { AboutToSubmit } from '../../engine/history/entry/entries.ts'
import type { Exchange, FailureKind } from '../../engine/history/entry/exchange.ts'
import { answered, BEGAN, polled, unanswered } from '../../engine/history/handwritten-for-tests.ts'
import { recordingOf } from '../../engine/history/recording.ts'
import { MOST_STATES, tallyOf } from './tally.ts'

const told = { by: 'orders', part: 'submission', posted: '{"duration":3}' } as const
const noted = ({ n, at }: Exchange): AboutToSubmit => ({
  kind: 'about to submit',
  ...{ n, at, by: 'orders', case: 'a plain one', key: 'A', videoSeconds: 3 },
})
const tally = (...all: Parameters<typeof noted>[0][]) =>
  tallyOf(recordingOf([BEGAN, ...all.flatMap((each) => [noted(each), each])]))
const lost = (kind: FailureKind) => unanswered(kind, told)

it('lists a submission without a response as uncertain', () => {
  const one = lost('reset')
  expect(tally(one, answered(202, told), answered(400, told)).uncertain).toEqual([
    { n: one.n, at: one.at, by: 'orders', case: 'a plain one', videoSeconds: 3, why: 'reset' },
  ])
})

it.each<[FailureKind, boolean]>([
  ['reset', true],
  ['timeout', true],
  ['malformed', true],
  ['interrupted', true],
  ['refused', false],
  ['dns', false],
  ['tls', false],
])('counts a submission as uncertain after %s: %s', (kind, isUncertain) => {
  expect(tally(lost(kind)).uncertain).toHaveLength(isUncertain ? 1 : 0)
})

it('counts an announced submission without an exchange as a job', () => {
  const one = answered(202, told)
  const { uncertain, spent } = tallyOf(recordingOf([BEGAN, noted(one)]))
  expect(uncertain).toMatchObject([{ n: one.n, why: 'the run was interrupted before a response' }])
  expect(spent).toEqual({ requests: 0, jobs: 1, videoSeconds: 3 })
})

it('bounds the states of a job, and keeps the last one', () => {
  const submission = answered(202, { posted: '{}', body: { id: 'job-1' } })
  const polls = Array.from({ length: 2000 }, (_, n) =>
    polled({ id: 'job-1', status: 'running', stage: `${n} ${'x'.repeat(10_000)}` }, { job: submission.n }),
  )
  const end = polled({ id: 'job-1', status: 'succeeded' }, { job: submission.n })
  const [job] = tallyOf(recordingOf([submission, ...polls, end])).jobs
  expect(job!.states).toHaveLength(MOST_STATES)
  expect(job!.states.at(-1)).toEqual([end.at, 'succeeded', null])
  expect(JSON.stringify(job).length).toBeLessThan(MOST_STATES * 300)
})
