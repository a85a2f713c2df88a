import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { observation } from './check.ts'
import { answered, BEGAN } from './handwritten-for-tests.ts'
import { judge } from './judging.ts'
import { fail, inconclusive, skip } from './verdict.ts'

const LONG = 'word '.repeat(200_000)
const MOST = BOUNDS.wordsCharacters.most
const MANY = Array.from({ length: 1000 }, (_, n) => n)

describe('what a server said, in a verdict', () => {
  it('is cut where it is too long, and told once where it is told too often', () => {
    const violation = { case: LONG, expected: LONG, received: LONG, evidence: MANY }
    const verdict = fail(Array(500).fill(violation), 500)
    expect(verdict).toMatchObject({ verdict: 'fail', cases: 500, tried: 500 })
    expect(JSON.stringify(verdict).length).toBeLessThan(
      BOUNDS.violations.most * (3 * MOST + 10 * BOUNDS.evidence.most) + 3 * MOST,
    )
  })

  it('is cut in a reason as well', () => {
    for (const { reason } of [inconclusive(LONG), skip(LONG)] as { reason: string }[])
      expect(reason).toHaveLength(MOST + 1)
  })

  it('is cut in a choice, and so are the choices', () => {
    const values = MANY.map((n) => `${n} ${LONG}`)
    const check = observation({
      id: 'chooses',
      open: 'http.charset',
      suite: 'made up',
      title: 'chooses anew each time',
      begin: () => 0,
      see: () => {},
      conclude: () => ({ choice: LONG, values, evidence: [], inconsistent: LONG }),
    })
    const history = [{ ...BEGAN, planned: [{ id: check.id }] }, answered(200)]
    const [one] = judge(history, [{ name: 'made up', about: '', checks: [check] }]).judged
    expect(JSON.stringify(one!.choice).length).toBeLessThan((BOUNDS.choices.most + 3) * (MOST + 10))
  })
})
