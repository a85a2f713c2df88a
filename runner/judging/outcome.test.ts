import { expect, it } from 'vitest'
import { answered } from './handwritten-for-tests.ts'
import { effectOf, outcomeOf } from './outcome.ts'

it.each([
  [202, 'accepted'],
  [422, 'refused'],
  [301, 'refused'],
] as const)('what is answered %i is %s', (status, effect) => {
  const { value } = outcomeOf(answered(status, { by: 'a check' }), 'a field beside')
  expect(effectOf('body.extra-fields', value)).toBe(effect)
})

it.each([
  ['200', 'accepted'],
  ['404', 'refused'],
  ['undefined', 'other'],
] as const)('the status %s alone is %s', (value, effect) => {
  expect(effectOf('paths.trailing-slash', value)).toBe(effect)
})

it.each([
  ['jobs.polls-to-the-end', '200'],
  ['usage.shape', '{"accepted":number,"refused":number}'],
] as const)('what says nothing of a request is neither: %s', (open, value) => {
  expect(effectOf(open, value)).toBe('other')
})
