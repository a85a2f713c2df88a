import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import type { Check, Rule } from '../../runner/judging/check.ts'
import { answered, FACTS, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { REFUSING_CLAUSES } from '../../spec/oracle.ts'
import { generatedBadBodies } from './bad-bodies.ts'
import { generatedBadKeys } from './bad-keys.ts'
import { generated } from './index.ts'
import { generatedOddRequests } from './odd-requests.ts'
import { generatedWrongIds } from './wrong-ids.ts'

const BY = 'generated bad bodies'
const judges = generatedBadBodies

function judged(check: Rule, history: readonly Exchange[]) {
  const watching = check.watch()
  for (const exchange of history) watching.see(exchange, FACTS)
  return watching.conclude(FACTS)
}

const sent = (status: number, breaks: ClauseId, posted = '{}') =>
  answered(status, { by: BY, part: 'probe', breaks, twin: 1, posted, case: 'fps 121', body: { code: status } })

it('has a history for every judge of the suite', () => {
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

  it('passes where every body of its kind is refused', () => {
    const history = [sent(400, clause), sent(422, clause), sent(202, other)]
    expect(judged(check, history)).toMatchObject({ verdict: 'pass', tried: 2 })
  })

  it('fails where one is accepted, and shows the smallest', () => {
    const history = [sent(400, clause), sent(202, clause, '{"long":true}'), sent(202, clause, '{}')]
    expect(judged(check, history)).toMatchObject({
      verdict: 'fail',
      expected: 'no 2xx (--seed 1 generates the same bodies)',
      received: '202 {"code":202} (and 1 more like it)',
      violations: [{ case: 'fps 121', evidence: [1, history[2]!.n] }, { evidence: [1, history[1]!.n] }],
      tried: 3,
    })
  })

  it('draws no conclusion from a server that has no room, or no credits left', () => {
    expect(judged(check, [sent(429, clause)])).toMatchObject({ verdict: 'inconclusive' })
    expect(judged(check, [sent(402, clause)])).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is skipped where nothing of its kind was sent', () => {
    expect(judged(check, [sent(400, other)])).toMatchObject({ verdict: 'skip' })
  })
})

/** A good request, what is drawn for a clause, and a good one again. */
function drawn(by: string, breaks: ClauseId, answers: Exchange[], after = 200) {
  const twin = answered(200, { by: 'introduction' })
  const probes = answers.map((each) => ({ ...each, purpose: { ...each.purpose, by, breaks, twin: twin.n } }))
  return [twin, ...probes, answered(after, { by, part: 'control', twin: twin.n })]
}

const probe = (status: number, body: unknown = '', told = {}) =>
  answered(status, { part: 'probe', case: 'something drawn', body, ...told })

const JOB = { id: 'vid_9f86d081884c7d659a2f', status: 'running', stage: 'generating' }

const KINDS = [
  { by: 'generated requests without a good key', checks: generatedBadKeys, refused: 401, other: 400 },
  { by: 'generated wrong ids', checks: generatedWrongIds, refused: 404, other: 200 },
]

describe.each(KINDS)('$by', ({ by, checks, refused, other }) => {
  const each = checks

  it.each(each.map((check) => [check.id, check] as const))('%s passes what is refused as it has to be', (_, check) => {
    const verdict = verdictOf(check, drawn(by, check.clause, [probe(refused), probe(refused)]))
    expect(verdict).toMatchObject({ verdict: 'pass', tried: 2 })
  })

  it.each(each.map((check) => [check.id, check] as const))('%s names what gets through', (_, check) => {
    const verdict = verdictOf(check, drawn(by, check.clause, [probe(refused), probe(200, JOB)]))
    expect(verdict).toMatchObject({
      verdict: 'fail',
      expected: expect.stringMatching(/^(401|404|no job) \(--seed 1 draws the same\)$/),
      violations: [{ case: 'something drawn' }],
    })
  })

  it.each(each.filter(({ id }) => !id.includes('near')).map((check) => [check.id, check] as const))(
    '%s takes another refusal for one only while good requests are answered',
    (_, check) => {
      const good = verdictOf(check, drawn(by, check.clause, [probe(other)]))
      expect(good).toMatchObject({ verdict: 'fail' })
      if (other < 300) return
      expect(verdictOf(check, drawn(by, check.clause, [probe(other)], 500))).toMatchObject({ verdict: 'inconclusive' })
    },
  )

  it.each(each.map((check) => [check.id, check] as const))(
    '%s is skipped where nothing was drawn for it',
    (_, check) => {
      expect(verdictOf(check, [])).toMatchObject({ verdict: 'skip' })
    },
  )
})

describe('generated odd requests', () => {
  const [check] = generatedOddRequests as [Check]
  const odd = (answers: Exchange[], after = 200, breaks: ClauseId = 'answers.no-server-error') =>
    verdictOf(check, drawn('generated odd requests', breaks, answers, after))

  it('may be answered as the server likes, below 500', () => {
    const statuses = [200, 202, 301, 400, 401, 403, 404, 405, 406, 413, 414, 415, 431]
    expect(odd(statuses.map((status) => probe(status)))).toMatchObject({ verdict: 'pass', tried: statuses.length })
  })

  it('are not to be answered 5xx while good requests are answered, bad bodies among them', () => {
    const failed = { verdict: 'fail', expected: 'a status below 500 (--seed 1 draws the same)', tried: 2 }
    expect(odd([probe(400), probe(500)])).toMatchObject(failed)
    expect(odd([probe(400), probe(500)], 200, 'submission.fps-in-range')).toMatchObject(failed)
    expect(odd([probe(400), probe(500)], 500)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('tell how often, where one is answered otherwise the next time', () => {
    const first = probe(500)
    const again = [200, 500, 200].map((status) => {
      const one = probe(status)
      return { ...one, purpose: { ...one.purpose, repeats: first.n } }
    })
    expect(odd([first, ...again])).toMatchObject({
      verdict: 'fail',
      received: expect.stringContaining('intermittent: 2 of 4 times'),
    })
  })

  it('are skipped where none was drawn', () => {
    expect(verdictOf(check, [])).toMatchObject({ verdict: 'skip', reason: 'nothing odd was drawn' })
  })

  it('have bodies that break their own clause where they are accepted', () => {
    const own = judges.find(({ clause }) => clause === 'submission.fps-in-range')!
    const accepted = drawn('generated odd requests', own.clause, [probe(400), probe(202)])
    expect(judged(own, accepted)).toMatchObject({ verdict: 'fail', tried: 2 })
  })
})

describe('a job under a wrong id', () => {
  const near = generatedWrongIds[0]!
  const history = (id: string, near: string) =>
    drawn('generated wrong ids', 'paths.odd-id', [probe(200, { ...JOB, id }, { near })])

  it('is another one where ids are short', () => {
    expect(verdictOf(near, history('42', '41')).verdict).not.toBe('fail')
  })

  it('is the one that the id was made from where it says so, or where chance is implausible', () => {
    expect(verdictOf(near, history('41', '41'))).toMatchObject({ verdict: 'fail' })
    expect(verdictOf(near, history('vid_0', JOB.id))).toMatchObject({ verdict: 'fail' })
  })
})
