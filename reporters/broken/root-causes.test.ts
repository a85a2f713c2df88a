import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { answered, polled } from '../../runner/judging/handwritten-for-tests.ts'
import { fail } from '../../runner/judging/verdict.ts'
import { sampleExchange, sampleReport } from '../../runner/report/sample-report-for-tests.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { rootCauses } from './root-causes.ts'

/** Each clause with what was asked and came. */
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
  const causes = rootCauses({ report: sampleReport(verdicts), history: { exchange: (n) => all.get(n) } })
  return causes.map(({ clause, others }) => [clause.id, ...others.map(({ id }) => id)])
}

/** Each clause with the exchanges that break it. */
function causesOf(broken: Partial<Record<ClauseId, number[]>>) {
  const verdicts = Object.fromEntries(
    Object.entries(broken).map(([id, numbers]) => [
      id,
      fail(
        numbers.map((n) => ({ expected: 'this', received: 'that', evidence: [1000, n] })),
        9,
      ),
    ]),
  )
  const causes = rootCauses({ report: sampleReport(verdicts), history: { exchange: (n) => sampleExchange(n) } })
  return causes.map(({ clause, others }) => [clause.id, ...others.map(({ id }) => id)])
}

describe('the root causes of a run', () => {
  it('are the failed clauses if nothing connects them', () => {
    expect(causesOf({ 'auth.unknown-key': [1], 'paths.version-once': [2] })).toEqual([
      ['auth.unknown-key'],
      ['paths.version-once'],
    ])
  })

  it('join clauses that the same probes fail', () => {
    expect(causesOf({ 'auth.unknown-key': [1, 2, 3], 'auth.every-request-anew': [2, 3] })).toEqual([
      ['auth.unknown-key', 'auth.every-request-anew'],
    ])
  })

  it('begin with the gravest', () => {
    expect(causesOf({ 'paths.unknown-path': [1, 2], 'auth.unknown-key': [3] })).toEqual([
      ['auth.unknown-key'],
      ['paths.unknown-path'],
    ])
  })

  it('do not join what is wrong in every answer and what is wrong in one', () => {
    expect(causesOf({ 'auth.key-never-shown': [1, 2, 3, 4, 5], 'auth.unknown-key': [2] })).toHaveLength(2)
  })

  it('are none if nothing fails', () => {
    expect(causesOf({})).toEqual([])
  })

  it('join clauses that equal probes fail', () => {
    const shown = () => answered(200, { part: 'probe', key: 'U', path: '/v1/usage', body: { jobs: 0 } })
    expect(causesIn({ 'auth.unknown-key': [shown(), shown()], 'auth.every-request-anew': [shown()] })).toEqual([
      ['auth.unknown-key', 'auth.every-request-anew'],
    ])
  })

  it('do not join failures of other keys, paths, bodies or answers', () => {
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

  it('join what a control request fails', () => {
    const down = () => answered(500, { part: 'twin', path: '/v1/usage', body: { error: {} } })
    expect(causesIn({ 'readings.usage-answers': [down()], 'answers.no-server-error': [down()] })).toEqual([
      ['readings.usage-answers', 'answers.no-server-error'],
    ])
  })

  it('do not join clauses that expect something else of the same answer, which may have another cause', () => {
    const ended = polled({ id: '1', status: 'succeeded', url: 'https://a.example/page' })
    const broken = (expected: string) => fail([{ expected, received: 'succeeded', evidence: [ended.n] }], 9)
    const report = sampleReport({
      'media.url-leads-to-a-video': broken('a whole video'),
      'submission.image-host-public': broken('a refusal, or a job that ends failed'),
    })
    const causes = rootCauses({ report, history: { exchange: () => ended } })
    expect(causes.map(({ others }) => others)).toEqual([[], []])
  })

  it('do not join a clause that fails in one more way', () => {
    expect(causesOf({ 'auth.unknown-key': [1, 2, 3], 'auth.every-request-anew': [2, 3, 4] })).toHaveLength(2)
  })

  it('do not begin with the contract of Pact, which repeats other failures', () => {
    const pact = 'pact.reference-client-is-served'
    expect(causesOf({ 'auth.unknown-key': [1], [pact]: [2, 3] })).toEqual([['auth.unknown-key'], [pact]])
  })
})
