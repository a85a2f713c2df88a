import { describe, expect, it } from 'vitest'
import { answered } from '../../engine/judge/handwritten-for-tests.ts'
import { fail } from '../../engine/judge/verdict.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import type { Reproduction } from '../outcome/report.ts'
import { sampleReport } from '../outcome/sample-report-for-tests.ts'
import { detailsOf } from './details.ts'

function detailsWith(reproduction?: Omit<Reproduction, 'evidence' | 'n'>, body: unknown = {}) {
  const before = answered(401, { part: 'probe', method: 'POST', path: '/v1/videos', posted: '{"a":1}', key: 'U' })
  const exchange = answered(200, { part: 'poll', job: 1, path: '/v1/videos/j', body })
  const verdict = fail([{ expected: '401', received: '200', evidence: [exchange.n] }], 1)
  const report = sampleReport({ 'jobs.running-has-a-stage': verdict })
  const after = reproduction?.after === undefined ? {} : { after: before.n }
  const clause = {
    ...report.clauses[0]!,
    ...(reproduction && { reproduction: { ...reproduction, ...after, n: exchange.n, evidence: [] } }),
  }
  return { ...detailsOf(clause, recordOf({ ...report, clauses: [clause] }, [before, exchange])), before }
}

describe('a reproduced failure', () => {
  it('says how often it failed again, and the other responses', () => {
    expect(detailsWith({ failed: 3, of: 3 }).reproduced).toBe('3 of 3')
    expect(detailsWith({ failed: 2, of: 12, received: '401' }).reproduced).toBe('2 of 12; otherwise received 401')
  })

  it('has a curl line for both requests if it fails only after another one', () => {
    const { reproduced, command, before } = detailsWith({ failed: 3, of: 3, after: 1 })
    expect(reproduced).toBe(
      `3 of 3, only after this request on the same connection: POST /v1/videos, answered 401 (exchange ${before.n})`,
    )
    expect(command?.text).toMatch(/^curl .*--data-raw '\{"a":1\}' --next -i .*\/v1\/videos\/j'/)
  })

  it('has no curl line if it did not fail again, or if the job has changed', () => {
    const { reproduced, command } = detailsWith({ failed: 0, of: 3, received: '401' })
    expect(reproduced).toBe('did not fail again: 0 of 3, received 401')
    expect(command).toBeUndefined()
    expect(detailsWith(undefined, { status: 'running' }).command).toBeUndefined()
    expect(detailsWith(undefined, { status: 'succeeded' }).command?.what).toBe('request')
  })
})
