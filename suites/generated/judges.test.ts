import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { Check, Rule } from '../../engine/judge/check.ts'
import { answered, FACTS, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { REFUSING_CLAUSES } from '../../spec/oracle.ts'
import { generatedBadBodies } from './bad-bodies.ts'
import { generatedBadKeys } from './bad-keys.ts'
import { generated } from './index.ts'
import { generatedOddRequests } from './odd-requests.ts'
import { generatedWrongIds } from './wrong-ids.ts'

const BY = 'invalid bodies'
const judges = generatedBadBodies

function judged(check: Rule, history: readonly Exchange[]) {
  const watching = check.watch()
  for (const exchange of history) watching.see(exchange, FACTS)
  return watching.conclude(FACTS)
}

const sent = (status: number, breaks: ClauseId, posted = '{}') =>
  answered(status, { by: BY, part: 'probe', breaks, twin: 1, posted, case: 'fps 121', body: { code: status } })

it('has a history for every check of the suite', () => {
  expect(judges.map(({ clause }) => clause)).toEqual([...REFUSING_CLAUSES])
  expect(generated.checks).toEqual([
    ...generatedBadBodies,
    ...generatedBadKeys,
    ...generatedWrongIds,
    ...generatedOddRequests,
  ])
})

describe.each(judges.map((check) => [check.id, check] as const))('%s', (_, check) => {
  const { clause } = check
  const other = REFUSING_CLAUSES.find((id) => id !== clause)!

  it('passes if all invalid bodies are refused', () => {
    const history = [sent(400, clause), sent(422, clause), sent(202, other)]
    expect(judged(check, history)).toMatchObject({ verdict: 'pass', tried: 2 })
  })

  it('fails if one is accepted, and shows the smallest first', () => {
    const history = [sent(400, clause), sent(202, clause, '{"long":true}'), sent(202, clause, '{}')]
    expect(judged(check, history)).toMatchObject({
      verdict: 'fail',
      violations: [{ case: 'fps 121', evidence: [1, history[2]!.n] }, { evidence: [1, history[1]!.n] }],
      tried: 3,
    })
  })
})

/** A good request, generated probes of a clause, and a good request again. */
function drawn(by: string, breaks: ClauseId, answers: Exchange[], after = 200) {
  const twin = answered(200, { by: 'introduction' })
  const probes = answers.map((each) => ({ ...each, purpose: { ...each.purpose, by, breaks, twin: twin.n } }))
  return [twin, ...probes, answered(after, { by, part: 'control', twin: twin.n })]
}

const probe = (status: number, body: unknown = '', told = {}) =>
  answered(status, { part: 'probe', case: 'a generated case', body, ...told })

const JOB = { id: 'vid_9f86d081884c7d659a2f', status: 'running', stage: 'generating' }

const KINDS = [
  { by: 'requests without a valid key', checks: generatedBadKeys, refused: 401 },
  { by: 'invalid ids', checks: generatedWrongIds, refused: 404 },
]

describe.each(KINDS)('$by', ({ by, checks, refused }) => {
  it.each(checks.map((check) => [check.id, check] as const))('%s passes if all are refused', (_, check) => {
    const verdict = verdictOf(check, drawn(by, check.clause, [probe(refused), probe(refused)]))
    expect(verdict).toMatchObject({ verdict: 'pass', tried: 2 })
  })

  it.each(checks.map((check) => [check.id, check] as const))('%s fails for a request that is accepted', (_, check) => {
    const verdict = verdictOf(check, drawn(by, check.clause, [probe(refused), probe(200, JOB)]))
    expect(verdict).toMatchObject({ verdict: 'fail', violations: [{ case: 'a generated case' }] })
  })
})

describe('generated odd requests', () => {
  const [check] = generatedOddRequests as [Check]
  const odd = (answers: Exchange[], after = 200, breaks: ClauseId = 'answers.no-server-error') =>
    verdictOf(check, drawn('unusual requests', breaks, answers, after))

  it('pass with any status below 500', () => {
    const statuses = [200, 202, 301, 400, 401, 403, 404, 405, 406, 413, 414, 415, 431]
    expect(odd(statuses.map((status) => probe(status)))).toMatchObject({ verdict: 'pass', tried: statuses.length })
  })

  it('fail with 5xx while control requests succeed, also for invalid bodies', () => {
    const failed = { verdict: 'fail', tried: 2 }
    expect(odd([probe(400), probe(500)])).toMatchObject(failed)
    expect(odd([probe(400), probe(500)], 200, 'submission.fps-in-range')).toMatchObject(failed)
    expect(odd([probe(400), probe(500)], 500)).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe('a job under a wrong id', () => {
  const near = generatedWrongIds[0]!
  const history = (id: string, near: string) =>
    drawn('invalid ids', 'paths.odd-id', [probe(200, { ...JOB, id }, { near })])

  it('fails if the original id is shown, or if a match by chance is implausible', () => {
    expect(verdictOf(near, history('41', '41'))).toMatchObject({ verdict: 'fail' })
    expect(verdictOf(near, history('vid_0', JOB.id))).toMatchObject({ verdict: 'fail' })
  })
})
