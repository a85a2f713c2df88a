import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Look, Outcome } from '../../engine/history/entry/inspection.ts'
import { INTRODUCTION } from '../../engine/history/entry/senders.ts'
import { answered, FACTS, unanswered } from '../../engine/judge/handwritten-for-tests.ts'
import { skip } from '../../engine/judge/verdict.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import { sampleReport } from '../outcome/sample-report-for-tests.ts'
import { obstaclesOf } from './obstacles.ts'

const report = sampleReport(
  { 'jobs.running-has-a-stage': skip('no job'), 'media.fps': skip('no video') },
  { target: { baseUrl: 'https://server.test/v1' } },
)
const obstaclesIn = (entries: readonly HistoryEntry[]) => obstaclesOf(recordOf(report, entries))

const SUBMISSION = {
  by: INTRODUCTION,
  part: 'submission',
  method: 'POST',
  path: '/v1/videos',
  posted: '{"model":"m"}',
} as const
const learned = (noJob?: string): HistoryEntry => ({
  ...{ kind: 'learned', dialect: FACTS.dialect, evidence: [] },
  ...(noJob !== undefined && { noJob }),
})

describe('obstacles', () => {
  it.each([
    [400, 'Accept this body'],
    [415, 'Accept Content-Type: application/json'],
    [403, 'Check the credits'],
    [404, 'Add a route'],
    [500, 'Find the exception'],
  ])('name the valid submission that returned %d', (status, fix) => {
    const first = answered(status, { ...SUBMISSION, body: { error: 'no' } })
    const [obstacle, ...others] = obstaclesIn([first, answered(status, SUBMISSION), learned('no job')])
    expect(others).toEqual([])
    expect(obstacle).toMatchObject({ title: 'POST /videos accepts no valid body', shown: first.n })
    expect(obstacle!.fix).toContain(fix)
    expect(obstacle!.received).toBe(`${status} {"error":"no"}`)
    expect(obstacle!.command).toContain(`--data-raw '{"model":"m"}'`)
    expect(obstacle!.blocked.map(({ id }) => id)).toEqual(['jobs.running-has-a-stage', 'media.fps'])
  })

  it('name a closed connection, and an account without capacity', () => {
    const titles = [unanswered('reset', SUBMISSION), answered(429, SUBMISSION)].map(
      (each) => obstaclesIn([each, learned('no job')])[0]!.title,
    )
    expect(titles).toEqual(['POST /videos accepts no valid body', 'The account has no free capacity for a job'])
  })

  it('are absent once a submission is accepted', () => {
    expect(obstaclesIn([answered(400, SUBMISSION), answered(202, SUBMISSION), learned()])).toEqual([])
  })

  it('name the host of the videos if none can be downloaded', () => {
    const poll = answered(200, { part: 'poll', path: '/v1/videos/j', body: { status: 'succeeded' } })
    const look = (outcome: Outcome): Look => ({
      ...{ kind: 'look', by: 'videos', at: 1, ms: 1, job: poll.n, time: 'first', read: 0 },
      attempts: [{ url: 'https://files.test/1.mp4', poll: poll.n, fetches: [], outcome }],
    })
    const away = look({ kind: 'unreachable', why: 'the connection was refused' })
    const [obstacle] = obstaclesIn([poll, away])
    expect(obstacle!.title).toBe('No video can be downloaded from https://files.test: the connection was refused')
    expect(obstacle!.blocked.map(({ id }) => id)).toEqual(['media.fps'])
    expect(obstaclesIn([poll, away, look({ kind: 'refused', status: 404 })])).toEqual([])
  })
})
