import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { nobodyGetsThrough } from './responses.ts'

const OBSERVED = { keys: ['K1'], known: [], observed: { leftOut: [] } }
const verdict = (...history: Exchange[]) => verdictOf(nobodyGetsThrough, history, { facts: OBSERVED })
const good = (told = {}) => answered(200, { key: 'K1', ...told })
const nobody = (status = 200, told = {}) => answered(status, { part: 'probe', key: '', ...told })

describe('a request without a key', () => {
  it('is let through where the same one with a good key is answered, before or after it', () => {
    expect(verdict(good(), nobody())).toMatchObject({ verdict: 'fail', tried: 1 })
    expect(verdict(nobody(), good())).toMatchObject({
      verdict: 'fail',
      expected: '401 (unless the recorder dropped the header)',
      violations: [{ case: 'GET /models' }],
    })
  })

  it.each<[string, Exchange]>([
    ['another endpoint', nobody(200, { path: '/v1/usage' })],
    ['something outside the base URL', nobody(200, { path: '/models' })],
    ['a key that was left out', nobody(200, { keyLeftOut: true })],
    ['a probe beside a twin, which its own check judges', nobody(200, { twin: 1 })],
  ])('is not accused of by %s', (_, exchange) => {
    expect(verdict(good(), exchange)).toMatchObject({ verdict: 'skip' })
  })
})
