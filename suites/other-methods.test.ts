import { describe, expect, it } from 'vitest'
import { answered, verdictOf } from '../engine/judge/handwritten-for-tests.ts'
import { otherMethodsOfForeignJobs } from './accounts/reading.ts'
import { otherMethodsShowNothing } from './auth/without-a-key.ts'
import { ASKED } from './other-methods.ts'
import { askedForJobs, askedForUsage } from './other-methods-for-tests.ts'

describe.each([...otherMethodsShowNothing, ...otherMethodsOfForeignJobs])('$id', (check) => {
  const { id } = check
  const shown = (headers: object, body: unknown = '') => verdictOf(check, askedForUsage(id, 'HEAD', { headers, body }))

  it('passes responses without account data', () => {
    expect(verdictOf(check, askedForJobs(id, 'HEAD', 404, 404))).toMatchObject({ verdict: 'pass' })
    expect(verdictOf(check, askedForJobs(id, 'OPTIONS', 204, 204))).toMatchObject({ verdict: 'pass' })
    expect(shown({ 'Content-Length': '2', Allow: 'GET, HEAD', 'X-Request-Id': '998877' })).toMatchObject({
      verdict: 'pass',
    })
  })

  it('names a job that is revealed', () => {
    expect(verdictOf(check, askedForJobs(id, 'HEAD', 200, 404))).toMatchObject({
      verdict: 'fail',
      received: '200, and 404 for an unknown id',
    })
  })

  it('names a reading that is revealed by its length or an amount', () => {
    const length = String(JSON.stringify({ seconds: 123_456 }).length)
    expect(shown({ 'Content-Length': length })).toMatchObject({ verdict: 'fail' })
    expect(shown({ 'X-Seconds': '123456' })).toMatchObject({ verdict: 'fail' })
    expect(shown({}, { seconds: 123_456 })).toMatchObject({ verdict: 'fail' })
  })

  it('ignores responses that differ at random or contain no data', () => {
    const [none, job, other] = askedForJobs(id, 'HEAD', 200, 404)
    const mark = ASKED.of({ method: 'HEAD', about: 'a job' })
    const chance = answered(404, { by: id, part: 'observation', method: 'HEAD', key: '', mark })
    expect(verdictOf(check, [none!, job!, other!, chance])).toMatchObject({ verdict: 'pass' })
    expect(verdictOf(check, askedForJobs(id, 'HEAD', 429, 429))).toMatchObject({ verdict: 'skip' })
  })
})
