import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, unanswered } from '../../engine/judge/handwritten-for-tests.ts'
import { fail, inconclusive, type Verdict } from '../../engine/judge/verdict.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { recordOf } from '../hostile-run-for-tests.ts'
import { sampleReport } from '../outcome/sample-report-for-tests.ts'
import { type Cause, causesOf } from './causes.ts'

type Failed = Partial<Record<ClauseId, readonly Exchange[] | Verdict>>

/** The causes of a run in which each of these exchanges fails its clause. */
function causesIn(failed: Failed, others: readonly Exchange[] = []): Cause[] {
  const lists = Object.values(failed).flatMap((each) => (Array.isArray(each) ? (each as Exchange[]) : []))
  const all = [...new Map([...others, ...lists].map((each) => [each.n, each])).values()].toSorted((a, b) => a.n - b.n)
  const verdicts = Object.entries(failed).map(([id, of]) => {
    const failing = of as readonly Exchange[]
    const violations = failing.map?.(({ n }) => ({ expected: 'this', received: 'that', evidence: [n] }))
    return [id, violations ? fail(violations, 9) : of]
  })
  const report = sampleReport(Object.fromEntries(verdicts), { target: { baseUrl: 'https://server.test/v1' } })
  return causesOf(recordOf(report, all))
}

const shown = (causes: readonly Cause[]) =>
  causes.map(({ title, clause, others }) => [title ?? clause.id, ...others.map(({ id }) => id)])

const works = () => answered(200, { part: 'twin', path: '/v1/models', body: [] })
const missing = (path: string) => answered(404, { part: 'twin', path, body: { error: 'no' } })
const UNREAD = '{"model":"m","prompt":"a boat"}'

describe('the causes of failures', () => {
  it('join missing endpoints, and name the clauses that they block', () => {
    const usage = missing('/v1/usage')
    const causes = causesIn(
      {
        'auth.unknown-key': inconclusive('GET /usage: no 2xx', [], { kind: 'no control' }),
        'jobs.running-has-a-stage': [
          answered(200, { part: 'poll', path: '/v1/videos/j', body: { status: 'running' } }),
        ],
        'readings.capacity-answers': [missing('/v1/capacity')],
        'readings.usage-answers': [usage],
        'pact.reference-client-is-served': [usage],
      },
      [works()],
    )
    expect(shown(causes)).toEqual([
      [
        '2 endpoints do not exist yet: GET /usage, GET /capacity',
        'readings.usage-answers',
        'pact.reference-client-is-served',
      ],
      ['jobs.running-has-a-stage'],
    ])
    expect(causes[0]!.blocked.map(({ id }) => id)).toEqual(['auth.unknown-key'])
  })

  it('do not report an endpoint as missing that responded once, or that finds no job', () => {
    const [found, lost] = [answered(200, { part: 'twin', path: '/v1/usage', body: {} }), missing('/v1/usage')]
    const poll = answered(404, { part: 'poll', path: '/v1/videos/j', job: 1, body: { error: 'no job' } })
    expect(
      shown(causesIn({ 'readings.usage-answers': [lost], 'jobs.poll-answers-an-object': [poll] }, [found])),
    ).toEqual([['readings.usage-answers'], ['jobs.poll-answers-an-object']])
  })

  it('name a key that is refused by one endpoint and accepted by another', () => {
    const refused = answered(401, { part: 'twin', path: '/v1/usage', body: {} })
    expect(shown(causesIn({ 'readings.usage-answers': [refused] }, [works()]))).toEqual([
      ['A key that works elsewhere is refused by GET /usage'],
    ])
  })

  it('find the unread body of a refused request before failures on the same connection', () => {
    const of = (connection: number) => ({ connection, path: '/v1/models' })
    const refused = answered(401, { part: 'probe', method: 'POST', path: '/v1/videos', posted: UNREAD, connection: 7 })
    const garbled = answered(400, { part: 'twin', ...of(7), body: `Bad request syntax ('${UNREAD}GET /v1/models')` })
    const [first, second] = [1, 2].map((each) => works() && answered(200, { part: 'twin', ...of(each), body: [] }))
    const causes = causesIn({ 'readings.models-answers': [garbled] }, [first!, second!, refused])
    expect(shown(causes)).toEqual([
      ['The body of a refused request stays unread, and spoils the next request on its connection'],
    ])
    expect(causes[0]!.after).toBe(refused.n)
  })

  it('do not blame the connection for a response that also occurs elsewhere', () => {
    const request = { part: 'twin', path: '/v1/models', body: 'no' } as const
    const before = { part: 'probe', method: 'POST', path: '/v1/videos', posted: UNREAD, connection: 7 } as const
    const all = [works(), answered(400, { ...request, connection: 3 }), answered(401, before)]
    const late = answered(400, { ...request, connection: 7 })
    expect(shown(causesIn({ 'readings.models-answers': [late] }, all))).toEqual([['readings.models-answers']])
  })

  it('give each security hole a cause that names the endpoint, before other rules', () => {
    const open = { part: 'probe', body: {} } as const
    const causes = causesIn({
      'submission.ids-differ': [
        answered(202, { part: 'submission', method: 'POST', path: '/v1/videos', posted: '{}' }),
      ],
      'auth.unknown-key': [
        answered(200, { ...open, path: '/v1/models', key: 'U' }),
        answered(200, { ...open, path: '/v1/usage', key: 'U' }),
      ],
      'auth.header-required': [answered(200, { ...open, path: '/v1/models', key: '' })],
      'auth.key-never-shown': [answered(200, { ...open, path: '/v1/capacity', body: '{{A}}' })],
    })
    expect(causes.map(({ title, clause }) => title ?? clause.id)).toEqual([
      'Open to everyone, without a key: GET /models',
      'A key that was never issued is accepted by GET /usage',
      'The API key is shown in responses of GET /capacity',
      'submission.ids-differ',
    ])
  })

  it('do not take an error page for an open endpoint', () => {
    const page = { part: 'probe', path: '/v1/models', key: '', body: '<b>Fatal error</b>: Uncaught TypeError' } as const
    const causes = causesIn({
      'auth.header-required': [answered(200, page), answered(200, { ...page, path: '/v1/usage' })],
    })
    expect(shown(causes)).toEqual([['An error page is sent with a status of success: GET /models and GET /usage']])
  })

  it('join crashes of one endpoint, and unchecked rules of a body', () => {
    const invalid = (status: number, posted: string) =>
      answered(status, { part: 'probe', method: 'POST', path: '/v1/videos', posted, body: { id: posted } })
    const crash = { ...invalid(500, 'null') }
    expect(
      shown(
        causesIn({
          'submission.fps-in-range': [invalid(202, '{"fps":0}')],
          'submission.duration-in-range': [invalid(202, '{"duration":0}')],
          'submission.ratio-form': [invalid(202, '{"ratio":"x"}')],
          'submission.body-is-an-object': [crash],
          'answers.no-server-error': [crash],
          'jobs.poll-answers-an-object': [unanswered('reset', { part: 'poll', path: '/v1/videos/j', job: 1 })],
        }),
      ),
    ).toEqual([
      ['The connection is closed without a response: GET /videos/{id}'],
      ['POST /videos fails with 500', 'answers.no-server-error'],
      [
        'POST /videos accepts invalid bodies: 3 rules are not checked',
        'submission.duration-in-range',
        'submission.ratio-form',
      ],
    ])
  })
})
