import { describe, expect, it } from 'vitest'
import type { Ended } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { acceptance } from './accepted.ts'

const [with202, withId] = acceptance
const taken = (body: unknown = { id: 'v1' }, told = {}) =>
  answered(202, { part: 'submission', posted: '{}', body, ...told })
const lookedFor = (submission: Exchange, status: number, id = 'v1') =>
  answered(status, { part: 'introduction', job: submission.n, polled: id, body: { id } })
const ended = (how: Ended['how']) => ({ facts: { ended: { kind: 'ended', at: 0, how } as const } })

describe('the id of a job', () => {
  it('is missed where GET knows none of the values that could be one', () => {
    const submission = taken({ id: 'v1', name: 'v2' })
    const reads = [lookedFor(submission, 404), lookedFor(submission, 404, 'v2')]
    expect(verdictOf(withId!, [submission, ...reads])).toMatchObject({
      verdict: 'fail',
      received: 'JSON without a value that GET /videos/{id} accepts as an id',
      evidence: [...reads.map(({ n }) => n), submission.n],
    })
  })

  it.each([500, 429, 401, 400])('is not missed where one of them was answered %i', (status) => {
    const submission = taken()
    const reads = [lookedFor(submission, 404), lookedFor(submission, status, 'v2')]
    expect(verdictOf(withId!, [submission, ...reads])).toMatchObject({ verdict: 'inconclusive' })
  })

  it.each<[string, object]>([
    ['there are more than are asked for', { id: 'v1', of: Array.from({ length: 40 }, (_, nth) => `job-${nth}`) }],
    ['one is longer than is asked for', { id: 'v1', job: 'v'.repeat(6001) }],
  ])('is not missed where %s', (_, body) => {
    const submission = taken(body)
    const reads = [lookedFor(submission, 404), lookedFor(submission, 404, 'job-0')]
    expect(verdictOf(withId!, [submission, ...reads])).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is missed in what is no JSON, and in JSON that holds nothing', () => {
    expect(verdictOf(withId!, [taken('accepted')], ended('whole'))).toMatchObject({
      verdict: 'fail',
      received: '202 accepted',
    })
    expect(verdictOf(withId!, [taken({})], ended('whole'))).toMatchObject({ verdict: 'fail' })
  })
})

describe('the status of a submission that is taken on', () => {
  it.each([200, 201, 204])('is not %i', (status) => {
    expect(verdictOf(with202!, [taken(), answered(status, { part: 'submission', posted: '{}' })])).toMatchObject({
      verdict: 'fail',
      tried: 2,
    })
  })
})
