import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isObservation } from '../../engine/judge/check.ts'
import { answered, idFound, polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { lifecycle } from './index.ts'

const URL = 'https://videos.test/1.mp4'
const succeeded = () => polled({ id: 'job-1', status: 'succeeded', url: URL })
/** A submission, always of the same body, and the statuses that its polls showed. */
function lived(...statuses: string[]): Exchange[] {
  const submission = answered(202, { part: 'submission', posted: '{"model":"aurora","prompt":"a boat"}' })
  const job = { job: submission.n, polled: `job-${submission.n}` }
  return [submission, ...statuses.map((status) => polled({ status }, job))]
}

const other = (status: string, at: number) => polled({ id: 'job-2', status }, { job: 2, polled: 'job-2', at })

const CASES: Record<string, { passes: Exchange[]; fails: Exchange[] }> = {
  'jobs.poll-answers-an-object': {
    passes: [polled({ id: 'job-1', status: 'queued' })],
    fails: [idFound(), answered(404, { part: 'poll', job: 1, polled: 'job-1' })],
  },
  'jobs.id-is-the-one-polled': { passes: [polled({ id: 'job-1' })], fails: [polled({ id: 'job-2' })] },
  'jobs.status-is-a-listed-word': {
    passes: ['queued', 'running', 'succeeded', 'failed'].map((status) => polled({ status })),
    fails: [polled({ status: 'Queued' })],
  },
  'jobs.running-has-a-stage': {
    passes: [polled({ status: 'running', stage: 'enhancing' })],
    fails: [polled({ status: 'running' })],
  },
  'jobs.queued-stage-is-a-listed-word': {
    passes: [polled({ status: 'queued', stage: null })],
    fails: [polled({ status: 'queued', stage: 'waiting' })],
  },
  'jobs.succeeded-has-a-url': { passes: [succeeded()], fails: [polled({ status: 'succeeded', url: '/files/1.mp4' })] },
  'jobs.failed-has-an-error': {
    passes: [polled({ status: 'failed', error: { code: 'upstream', message: '', details: [] } })],
    fails: [polled({ status: 'failed', error: { code: 17, message: 'no' } })],
  },
  'jobs.final-stays-final': {
    passes: [succeeded(), succeeded()],
    fails: [succeeded(), polled({ status: 'running', stage: 'generating' })],
  },
  'jobs.final-keeps-its-result': {
    passes: [succeeded(), polled({ status: 'succeeded', url: `${URL}?signed=anew` })],
    fails: [succeeded(), polled({ status: 'succeeded' })],
  },
  'jobs.end-within-the-deadline': {
    passes: [polled({ status: 'queued' }), succeeded()],
    fails: [succeeded(), other('queued', 0), other('queued', 40_000)],
  },
  'jobs.polling-reaches-the-end': {
    passes: [...lived('queued', 'queued', 'succeeded'), ...lived('queued', 'failed')],
    fails: [...lived('queued', 'queued', 'succeeded'), ...lived(...Array.from({ length: 200 }, () => 'queued'))],
  },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(lifecycle.checks.filter((check) => !isObservation(check)).map((check) => check.id))
})

/** A run that used its time, and whose good requests succeeded to its end. */
const ended = { kind: 'ended', at: 60_000, how: 'deadline' } as const
const control = () => answered(200, { part: 'control' })

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  const check = lifecycle.checks.find((each) => each.id === id)!

  it('passes a conforming server', () => {
    expect(verdictOf(check, passes)).toMatchObject({ verdict: 'pass' })
  })

  it('fails a violation', () => {
    const verdict = verdictOf(check, [...fails, control()], { facts: { ended } })
    expect(verdict).toMatchObject({ verdict: 'fail' })
    expect(verdict).toMatchObject({ evidence: expect.arrayContaining([fails.at(-1)!.n]) })
  })

  it('says nothing of a run without jobs', () => {
    expect(verdictOf(check, [answered(200)])).toMatchObject({ verdict: 'skip' })
  })
})
