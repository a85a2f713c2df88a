import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, polled, unanswered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { waitingHelps } from './waiting.ts'

type Told = NonNullable<Parameters<typeof answered>[1]>

const submitted = (status: number, told: Told = {}) =>
  answered(status, { part: 'submission', posted: '{}', headers: { 'Retry-After': '1' }, ...told })
const asAgain = (...tries: Exchange[]): Told =>
  tries.length === 0 ? {} : { again: { attempts: tries.map(({ n }) => n) } }

/** One submission with this many 429 responses. */
function refused(times: number, ...earlier: Exchange[]): Exchange[] {
  const tries = [...earlier]
  for (let nth = 0; nth < times; nth++) tries.push(submitted(429, asAgain(...tries)))
  return tries.slice(earlier.length)
}

const ended = (job: Exchange, status = 'succeeded') => polled({ status }, { job: job.n })
const verdict = (...exchanges: Exchange[]) => verdictOf(waitingHelps, exchanges)

describe('waiting', () => {
  it('passes if the next attempt is accepted', () => {
    const tries = refused(1)
    const taken = submitted(202, asAgain(...tries))
    expect(verdict(...tries, taken)).toEqual({ verdict: 'pass', tried: 1, evidence: [taken.n] })
  })

  it('fails if five attempts return 429 without an unfinished job', () => {
    const job = submitted(202)
    const tries = refused(5)
    expect(verdict(job, ended(job), ...tries)).toMatchObject({
      verdict: 'fail',
      received: '429 for 5 attempts, each sent after its Retry-After',
      evidence: tries.map(({ n }) => n),
    })
  })

  it('is not judged by four attempts', () => {
    expect(verdict(...refused(4))).toMatchObject({ verdict: 'skip' })
  })

  it('is not judged while the account has an unfinished job', () => {
    const job = submitted(202)
    expect(verdict(job, ...refused(9))).toMatchObject({ verdict: 'skip' })
    expect(verdict(job, polled({ status: 'running' }, { job: job.n }), ...refused(9))).toMatchObject({
      verdict: 'skip',
    })
  })

  describe('is inconclusive if other jobs may use the capacity,', () => {
    const taken = (words: string) => ({
      verdict: 'inconclusive',
      reason: expect.stringContaining(`other jobs may use the capacity: ${words}`),
    })

    it('because the first submission was refused', () => {
      expect(verdict(...refused(6))).toMatchObject(taken('the very first submission was refused'))
      const job = submitted(202)
      expect(verdict(...refused(1), job, ended(job), ...refused(6))).toMatchObject(taken('the very first'))
    })
  })

  it('is not judged after a lost submission', () => {
    const lost = unanswered('reset', { part: 'submission', posted: '{}' })
    expect(verdict(lost, ...refused(9))).toMatchObject({
      verdict: 'skip',
      reason: 'a submission was lost to a network error, and its job may use the capacity',
    })
    expect(verdict(submitted(503), ...refused(9))).toMatchObject({ verdict: 'skip' })
  })
})
