import { describe, expect, it } from 'vitest'
import { answered } from '../../engine/judge/handwritten-for-tests.ts'
import type { Mismatch } from '../../engine/pact/verifier.ts'
import { toldOf } from './verification.ts'

const UNPARSED: Mismatch = { words: 'Failed to parse the actual body', of: 'the body', isUnparsed: true }
const OF_A_FIELD: Mismatch = { words: 'Expected 1 to be 2', of: 'the body', isUnparsed: false }

const whole = answered(200, { by: 'a check', body: { status: 'succeeded' } })
const cut = { ...whole, answer: { ...whole.answer!, body: '{"status":"succ', truncated: true as const } }

describe('what Pact finds different in a body', () => {
  it('counts where Pact was handed all of it, and could read it', () => {
    expect(toldOf(whole, [OF_A_FIELD])).toEqual({ mismatches: [OF_A_FIELD.words] })
  })

  it.each([
    ['only its beginning was kept', cut, 'it was read only in part'],
    ['it is JSON that Pact cannot read', whole, "JSON that Pact's verifier cannot read"],
  ])('decides nothing where %s', (_, exchange, why) => {
    const told = toldOf(exchange, [UNPARSED])
    expect(told).toEqual({ mismatches: [UNPARSED.words], doubt: expect.stringContaining(why) })
  })
})
