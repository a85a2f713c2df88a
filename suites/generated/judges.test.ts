import { describe, expect, it } from 'vitest'
import { answered, FACTS } from '../../fixtures/histories/handwritten.ts'
import type { Rule } from '../../runner/check.ts'
import type { Exchange } from '../../runner/exchange.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { REFUSED_CLAUSES } from './bad-bodies.ts'
import { generated } from './index.ts'

const BY = 'generated bad bodies'
const judges = generated.checks as unknown as (Rule & { clause: ClauseId })[]

function judged({ begin, see, conclude }: Rule, history: readonly Exchange[]) {
  const notes = begin()
  for (const exchange of history) see(notes, exchange, FACTS)
  return conclude(notes, FACTS)
}

const sent = (status: number, breaks: ClauseId, posted = '{}') =>
  answered(status, { by: BY, part: 'probe', breaks, twin: 1, posted, case: 'fps 121', body: { code: status } })

it('has a history for every judge of the suite', () => {
  expect(judges.map(({ clause }) => clause)).toEqual([...REFUSED_CLAUSES])
})

describe.each(judges.map((check) => [check.id, check] as const))('%s', (_, check) => {
  const { clause } = check
  const other = REFUSED_CLAUSES.find((id) => id !== clause)!

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
