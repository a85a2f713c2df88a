import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, polled } from '../../runner/judging/handwritten-for-tests.ts'
import { lengthOf, livesIn } from './lives.ts'
import { ROLE, type Role } from './marks.ts'
import { FAST, SLOW } from './roles-for-tests.ts'

const purposeOf = (each: Role) => ({ by: 'quiet phase', part: 'submission' as const, mark: ROLE.of(each) })
const submitted = (each: Role, told = {}) => answered(202, { ...purposeOf(each), posted: '{}', ...told })
const poll = ({ n }: Exchange, record: unknown, told = {}) =>
  polled(record, { by: 'quiet phase', job: n, polled: `job-${n}`, ...told })

describe('the life of a job', () => {
  it('is told by its submission and its polls, up to the first that shows it final', () => {
    const submission = submitted(FAST, { at: 100 })
    const polls = [
      poll(submission, { status: 'queued', stage: null }, { at: 130 }),
      poll(submission, { status: 'running', stage: 'enhancing' }, { at: 160 }),
      poll(submission, { status: 'succeeded' }, { at: 200 }),
    ]
    const life = {
      role: FAST,
      submission: submission.n,
      states: ['queued', 'running (enhancing)', 'succeeded'],
      evidence: [submission, ...polls].map(({ n }) => n),
      at: [100, 130, 160, 200],
      ended: true,
      unsure: false,
    }
    const later = poll(submission, { status: 'running' }, { at: 900 })
    expect(livesIn([submission, ...polls, later])).toEqual([life])
    expect(lengthOf(life)).toBe(100)
  })

  it('has not ended as long as no poll shows it final', () => {
    const submission = submitted(SLOW)
    expect(livesIn([submission])).toMatchObject([{ ended: false, states: [] }])
    expect(livesIn([submission, poll(submission, { status: 'queued' })])).toMatchObject([{ ended: false }])
    expect(livesIn([submission, poll(submission, { status: 'failed' })])).toMatchObject([{ ended: true }])
  })

  it('holds no polls of other jobs, none of another key that was refused, and no other answers', () => {
    const [submission, other] = [submitted(FAST), submitted(SLOW)]
    const exchanges = [
      submission,
      other,
      poll(other, { status: 'queued' }),
      poll(submission, { status: 'queued' }),
      answered(429, { part: 'poll', job: submission.n, polled: 'x' }),
      answered(200, { part: 'poll', job: submission.n, polled: 'x', body: 'no JSON' }),
      answered(404, { part: 'observation', case: 'a poll by another account', path: '/v1/videos/x', key: 'B' }),
      poll(submission, { status: 'succeeded' }),
    ]
    expect(livesIn(exchanges).map(({ states }) => states)).toEqual([['queued', 'succeeded'], ['queued']])
  })

  it('counts a poll once that was asked again, and at the time of its last word', () => {
    const submission = submitted(FAST, { at: 0 })
    const busy = answered(429, { part: 'poll', job: submission.n, polled: 'x', at: 10 })
    const seen = poll(submission, { status: 'queued' }, { at: 20, again: { attempts: [busy.n] } })
    const superseded = poll(submission, { status: 'queued' }, { at: 30 })
    const end = poll(submission, { status: 'succeeded' }, { at: 40, again: { attempts: [superseded.n] } })
    expect(livesIn([submission, busy, seen, superseded, end])).toMatchObject([
      { states: ['queued', 'succeeded'], at: [0, 20, 40], evidence: [submission.n, seen.n, end.n] },
    ])
  })

  it('begins with a submission that was accepted', () => {
    const busy = answered(429, { ...purposeOf(FAST), posted: '{}' })
    const accepted = submitted(FAST, { again: { attempts: [busy.n] } })
    expect(livesIn([busy, accepted])).toMatchObject([{ submission: accepted.n }])
  })

  it('is none where nobody said that it was one of a trio, or nothing was submitted', () => {
    const more = answered(202, { by: 'quiet phase', part: 'submission', case: 'one more job of key A', posted: '{}' })
    expect(livesIn([more, answered(200, purposeOf(FAST))])).toEqual([])
  })
})
