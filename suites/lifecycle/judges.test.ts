import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { isObservation } from '../../runner/judging/check.ts'
import { answered, idFound, polled, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
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

const CASES: Record<string, { passes: Exchange[]; fails: Exchange[]; expected: string; received: string }> = {
  'jobs.poll-is-answered': {
    passes: [polled({ id: 'job-1', status: 'queued' })],
    fails: [idFound(), answered(404, { part: 'poll', job: 1, polled: 'job-1' })],
    expected: '2xx with a JSON object',
    received: '404 with an empty body',
  },
  'jobs.record-shows-its-id': {
    passes: [polled({ id: 'job-1' })],
    fails: [polled({ id: 'job-2' })],
    expected: 'id "job-1"',
    received: 'id "job-2"',
  },
  'jobs.status-word': {
    passes: ['queued', 'running', 'succeeded', 'failed'].map((status) => polled({ status })),
    fails: [polled({ status: 'Queued' })],
    expected: 'status queued, running, succeeded or failed',
    received: 'status "Queued"',
  },
  'jobs.stage-while-running': {
    passes: [polled({ status: 'running', stage: 'enhancing' })],
    fails: [polled({ status: 'running' })],
    expected: 'stage generating or enhancing while running',
    received: 'stage missing',
  },
  'jobs.stage-while-queued': {
    passes: [polled({ status: 'queued', stage: null })],
    fails: [polled({ status: 'queued', stage: 'waiting' })],
    expected: 'no stage, or generating or enhancing, while queued',
    received: 'stage "waiting"',
  },
  'jobs.url-when-succeeded': {
    passes: [succeeded()],
    fails: [polled({ status: 'succeeded', url: '/files/1.mp4' })],
    expected: 'an absolute http or https address in url',
    received: 'url "/files/1.mp4"',
  },
  'jobs.error-when-failed': {
    passes: [polled({ status: 'failed', error: { code: 'upstream', message: '', details: [] } })],
    fails: [polled({ status: 'failed', error: { code: 17, message: 'no' } })],
    expected: 'error with code and message, both strings',
    received: 'error {"code":17,"message":"no"}',
  },
  'jobs.final-status-stays': {
    passes: [succeeded(), succeeded()],
    fails: [succeeded(), polled({ status: 'running', stage: 'generating' })],
    expected: 'status "succeeded", as once seen',
    received: 'status "running"',
  },
  'jobs.final-result-stays': {
    passes: [succeeded(), polled({ status: 'succeeded', url: `${URL}?signed=anew` })],
    fails: [succeeded(), polled({ status: 'succeeded' })],
    expected: 'a url, as when the job ended',
    received: 'url undefined',
  },
  'jobs.polled-to-the-end': {
    passes: [polled({ status: 'queued' }), succeeded()],
    fails: [succeeded(), other('queued', 0), other('queued', 40_000)],
    expected: 'an end within 60 s',
    received: '2 polls in 40 s left a job unfinished',
  },
  'jobs.polls-lead-to-the-end': {
    passes: [...lived('queued', 'queued', 'succeeded'), ...lived('queued', 'failed')],
    fails: [...lived('queued', 'queued', 'succeeded'), ...lived(...Array.from({ length: 200 }, () => 'queued'))],
    expected: 'a final status, as its twin showed after 3 polls',
    received: 'none after 200 polls',
  },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(lifecycle.checks.filter((check) => !isObservation(check)).map((check) => check.id))
})

/** A run that used its time, and whose good requests succeeded to its end. */
const ended = { kind: 'ended', at: 60_000, how: 'deadline' } as const
const control = () => answered(200, { part: 'control' })

describe.each(Object.entries(CASES))('%s', (id, { passes, fails, expected, received }) => {
  const check = lifecycle.checks.find((each) => each.id === id)!

  it('passes what keeps the law', () => {
    expect(verdictOf(check, passes)).toMatchObject({ verdict: 'pass' })
  })

  it('names what breaks it', () => {
    const verdict = verdictOf(check, [...fails, control()], { facts: { ended } })
    expect(verdict).toMatchObject({ verdict: 'fail', expected, received })
    expect(verdict).toMatchObject({ evidence: expect.arrayContaining([fails.at(-1)!.n]) })
  })

  it('says nothing of a run without jobs', () => {
    expect(verdictOf(check, [answered(200)])).toMatchObject({ verdict: 'skip' })
  })
})
