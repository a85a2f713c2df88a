import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, polled } from '../../engine/judge/handwritten-for-tests.ts'
import { fail } from '../../engine/judge/verdict.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { sampleExchange, sampleReport } from '../outcome/sample-report-for-tests.ts'
import { rootCauses } from './root-causes.ts'

/** The clauses of each cause, from the exchanges that fail each clause. */
function causesIn(broken: Partial<Record<ClauseId, Exchange[]>>) {
  const all = new Map(Object.values(broken).flatMap((exchanges) => exchanges.map((each) => [each.n, each])))
  const verdicts = Object.fromEntries(
    Object.entries(broken).map(([id, exchanges]) => [
      id,
      fail(
        exchanges.map(({ n }) => ({ expected: 'this', received: 'that', evidence: [n] })),
        9,
      ),
    ]),
  )
  const causes = rootCauses(sampleReport(verdicts).clauses, { exchange: (n) => all.get(n) })
  return causes.map(({ clause, others }) => [clause.id, ...others.map(({ id }) => id)])
}

describe('the root causes of a run', () => {
  it('join clauses that the same probes fail', () => {
    const probes = [1, 2, 3].map((n) => sampleExchange(n))
    expect(causesIn({ 'auth.unknown-key': probes, 'auth.every-request-anew': probes.slice(1) })).toEqual([
      ['auth.unknown-key', 'auth.every-request-anew'],
    ])
  })

  it('do not join failures of other keys, paths, bodies or responses', () => {
    const probe = (key: string, path: string, posted: string, body: unknown) =>
      answered(202, { part: 'probe', key, path, posted, body })
    const causes = causesIn({
      'submission.fps-in-range': [probe('A', '/v1/videos', '{"fps":121}', { id: '1' })],
      'submission.duration-in-range': [probe('A', '/v1/videos', '{"duration":61}', { id: '1' })],
      'auth.unknown-key': [probe('U', '/v1/videos', '{"fps":121}', { id: '1' })],
      'jobs.running-has-a-stage': [polled({ id: '1', status: 'running' })],
      'jobs.succeeded-has-a-url': [polled({ id: '1', status: 'succeeded' })],
    })
    expect(causes.map((each) => each.length)).toEqual([1, 1, 1, 1, 1])
  })

  it('do not start with the contract of Pact, which repeats other failures', () => {
    const pact = 'pact.reference-client-is-served'
    const open = [1, 2].map(() => answered(200, { part: 'probe', key: '', path: '/v1/usage', body: {} }))
    expect(causesIn({ 'auth.header-required': [open[0]!], [pact]: [open[1]!] })).toEqual([
      ['auth.header-required', pact],
    ])
    const [first, ...others] = [1, 2, 3].map((n) => sampleExchange(n))
    expect(causesIn({ 'auth.unknown-key': [first!], [pact]: others })).toEqual([['auth.unknown-key'], [pact]])
  })
})
