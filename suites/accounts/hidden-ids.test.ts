import { describe, expect, it } from 'vitest'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { hiddenIdIsNoJob } from './ids.ts'

describe('an id that only contains that of a job', () => {
  const { id: by } = hiddenIdIsNoJob
  const verdict = (status: number, body: object) => {
    const twin = answered(200, { by: 'introduction' })
    const probe = answered(status, { by, part: 'probe', case: 'the id {id};page=1', twin: twin.n, body })
    return verdictOf(hiddenIdIsNoJob, [twin, probe, answered(200, { by, part: 'control', twin: twin.n })])
  }

  it('leads to none', () => {
    expect(verdict(404, { code: 'not_found' })).toMatchObject({ verdict: 'pass' })
    expect(verdict(400, {})).toMatchObject({ verdict: 'pass' })
    expect(verdict(200, { id: 'job-1', status: 'queued' })).toMatchObject({ verdict: 'fail', expected: 'no job' })
  })
})
