import { expect, it } from 'vitest'
import { FirstOf } from './first-of.ts'

it('aborts with the first of others, for its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const { signal } = new FirstOf([one.signal, undefined, other.signal])
  expect(signal.aborted).toBe(false)
  other.abort('enough')
  one.abort('later')
  expect([signal.aborted, signal.reason]).toEqual([true, 'enough'])
})

it('is aborted where one of them is already', () => {
  expect(new FirstOf([AbortSignal.abort('before')]).signal).toMatchObject({ aborted: true, reason: 'before' })
})

it('hears of none once it has let go of them', () => {
  const one = new AbortController()
  const first = new FirstOf([one.signal])
  first.letGo()
  one.abort()
  expect(first.signal.aborted).toBe(false)
})
