import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, polled, unanswered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { BAD_BODY_WITHOUT_ROOM } from './no-room.ts'
import { waitingHelps } from './waiting.ts'

type Told = NonNullable<Parameters<typeof answered>[1]>

const submitted = (status: number, told: Told = {}) =>
  answered(status, { part: 'submission', posted: '{}', headers: { 'Retry-After': '1' }, ...told })
const asAgain = (...tries: Exchange[]): Told =>
  tries.length === 0 ? {} : { again: { attempts: tries.map(({ n }) => n) } }

/** One submission that meets 429 so many times. */
function refused(times: number, ...earlier: Exchange[]): Exchange[] {
  const tries = [...earlier]
  for (let nth = 0; nth < times; nth++) tries.push(submitted(429, asAgain(...tries)))
  return tries.slice(earlier.length)
}

const ended = (job: Exchange, status = 'succeeded') => polled({ status }, { job: job.n })
const verdict = (...exchanges: Exchange[]) => verdictOf(waitingHelps, exchanges)

describe('waiting', () => {
  it('helps where the next try is taken on', () => {
    const tries = refused(1)
    const taken = submitted(202, asAgain(...tries))
    expect(verdict(...tries, taken)).toEqual({ verdict: 'pass', tried: 1, evidence: [taken.n] })
  })

  it('helps where the next try is refused for another reason: that is more than 429', () => {
    const tries = refused(4)
    expect(verdict(...tries, submitted(400, asAgain(...tries)))).toMatchObject({ verdict: 'pass' })
  })

  it('does not help where five tries in a row meet 429, with no job under way', () => {
    const job = submitted(202)
    const tries = refused(5)
    expect(verdict(job, ended(job), ...tries)).toMatchObject({
      verdict: 'fail',
      received: '429 to 5 attempts, each after the wait that was asked for',
      evidence: tries.map(({ n }) => n),
    })
  })

  it('is not judged by four tries', () => {
    expect(verdict(...refused(4))).toMatchObject({ verdict: 'skip' })
  })

  it('is not judged by five submissions that met 429 once each', () => {
    const each = [1, 2, 3, 4, 5].flatMap(() => refused(1))
    expect(verdict(...each)).toMatchObject({ verdict: 'skip' })
  })

  it('is not judged while an own job takes up the room', () => {
    const job = submitted(202)
    expect(verdict(job, ...refused(9))).toMatchObject({ verdict: 'skip' })
    expect(verdict(job, polled({ status: 'running' }, { job: job.n }), ...refused(9))).toMatchObject({
      verdict: 'skip',
    })
  })

  it("is not judged while another account's job takes up the room", () => {
    const job = submitted(202, { key: 'B' })
    expect(verdict(job, ...refused(9))).toMatchObject({ verdict: 'skip' })
  })

  it('is judged from the end of the last job on', () => {
    const job = submitted(202)
    const before = refused(4)
    const later = refused(5, ...before)
    expect(verdict(job, ...before, ended(job), ...later.slice(0, 4))).toMatchObject({ verdict: 'skip' })
    expect(verdict(job, ...before, ended(job), ...later)).toMatchObject({
      verdict: 'fail',
      evidence: later.map(({ n }) => n),
    })
  })

  it('is judged after failed jobs as after others, and only once all have ended', () => {
    const one = submitted(202)
    const other = submitted(202)
    expect(verdict(one, other, ended(one, 'failed'), ...refused(5))).toMatchObject({ verdict: 'skip' })
    expect(verdict(one, other, ended(one, 'failed'), ended(other), ...refused(5))).toMatchObject({ verdict: 'fail' })
  })

  it('is judged anew where a job came in between', () => {
    const before = refused(4)
    const job = submitted(202)
    const later = refused(4, ...before)
    expect(verdict(...before, job, ...later.slice(0, 1), ended(job), ...later.slice(1))).toMatchObject({
      verdict: 'skip',
    })
  })

  it('is not held against a server that later has room again: others may have used it up', () => {
    const long = refused(8)
    expect(verdict(...long, submitted(202))).toMatchObject({ verdict: 'skip' })
    const short = refused(1)
    expect(verdict(...long, ...short, submitted(202, asAgain(...short)))).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('is held against a server that had room before, and has none ever after', () => {
    const first = submitted(202)
    const short = refused(1)
    const job = submitted(202, asAgain(...short))
    expect(verdict(first, ended(first), ...short, job, ended(job), ...refused(6))).toMatchObject({ verdict: 'fail' })
  })

  it('is held against a server that tells later of bodies alone, unless it looks at room first', () => {
    const bad = (status: number) => submitted(status, { part: 'observation', by: BAD_BODY_WITHOUT_ROOM.name })
    const job = submitted(202)
    const own = [job, ended(job)]
    expect(verdict(...own, bad(400), ...refused(6), bad(400))).toMatchObject({ verdict: 'fail' })
    expect(verdict(...own, bad(429), ...refused(6), bad(400))).toMatchObject({ verdict: 'skip' })
    expect(verdict(...own, bad(429), ...refused(6), bad(401))).toMatchObject({ verdict: 'fail' })
    expect(verdict(...own, ...refused(6), submitted(400))).toMatchObject({ verdict: 'skip' })
  })

  describe('is not held against a server on which jobs of others may lie,', () => {
    const taken = (words: string) => ({
      verdict: 'inconclusive',
      reason: expect.stringContaining(`the room is taken by other jobs: ${words}`),
    })
    const capacity = (free: number) => answered(200, { path: '/v1/capacity', body: JSON.stringify({ free }) })
    const left = (status: string) =>
      answered(200, { by: 'leftovers', part: 'observation', polled: 'old-1', body: JSON.stringify({ status }) })

    it('since the first submission of all was refused', () => {
      expect(verdict(...refused(6))).toMatchObject(taken('the first submission was refused already'))
      const job = submitted(202)
      expect(verdict(...refused(1), job, ended(job), ...refused(6))).toMatchObject(taken('the first'))
    })

    it('since an earlier run left one that has not been seen to end', () => {
      const job = submitted(202)
      const own = [job, ended(job)]
      expect(verdict(left('running'), ...own, ...refused(6))).toMatchObject(taken('a job that an earlier run left'))
      expect(verdict(left('running'), left('succeeded'), ...own, ...refused(6)).verdict).toBe('fail')
    })

    it('since GET /capacity goes and comes back while the run has nothing under way', () => {
      const job = submitted(202)
      const own = [job, capacity(1), ended(job)]
      const readings = [capacity(4), capacity(2), capacity(4)]
      expect(verdict(...readings, ...own, ...refused(6))).toMatchObject(taken('GET /capacity moved at free and back'))
      expect(verdict(capacity(4), ...own, capacity(4), ...refused(6)).verdict).toBe('fail')
      expect(verdict(capacity(4), ...own, capacity(3), ...refused(6)).verdict).toBe('fail')
    })
  })

  it('is not judged once a submission was lost, for its job may take up the room', () => {
    const lost = unanswered('reset', { part: 'submission', posted: '{}' })
    expect(verdict(lost, ...refused(9))).toMatchObject({
      verdict: 'skip',
      reason: 'a submission was lost on its way, and its job may take up the room',
    })
    expect(verdict(submitted(503), ...refused(9))).toMatchObject({ verdict: 'skip' })
  })

  it('is no matter of reads, or of other places', () => {
    const reads = [1, 2, 3, 4, 5, 6].map(() => answered(429))
    expect(verdict(...reads)).toMatchObject({ verdict: 'skip' })
  })

  // Known: whatever is no 429 counts as an answer, even what is none.
  it('is not shown to help by a connection that was reset', () => {
    const tries = refused(2)
    const { again } = asAgain(...tries)
    const lost = unanswered('reset', { part: 'submission', posted: '{}', ...(again && { again }) })
    expect(verdict(...tries, lost).verdict).not.toBe('pass')
  })
})
