import { describe, expect, it } from 'vitest'
import { fail, MOST_EVIDENCE, MOST_VIOLATIONS } from './verdict.ts'

const LONG = 'word '.repeat(200_000)
const MOST = 2000
const MANY = Array.from({ length: 1000 }, (_, n) => n)

describe('a failed verdict', () => {
  it('is limited in size', () => {
    const violation = { case: LONG, expected: LONG, received: LONG, evidence: MANY }
    const verdict = fail(Array(500).fill(violation), 500)
    expect(verdict).toMatchObject({ verdict: 'fail', cases: 500, tried: 500 })
    expect(JSON.stringify(verdict).length).toBeLessThan(MOST_VIOLATIONS * (3 * MOST + 10 * MOST_EVIDENCE) + 3 * MOST)
  })
})
