import { expect, it } from 'vitest'
import { LIMITS } from '../../engine/config/limits.ts'
import { fitted } from './fitting.ts'

it('includes as many blocks as fit, and counts the others', () => {
  const most = LIMITS.summaryBytes
  const middle = new Array<string>(1000).fill('ü'.repeat(500))
  const text = fitted({ first: ['the beginning'], middle, last: ['the end'] })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(most)
  expect(Buffer.byteLength(text)).toBeGreaterThan(most - 1500)
  expect(text).toMatch(/^the beginning\n\n[\s\S]*… \d+ sections omitted[^\n]*\n\nthe end\n$/)
})
