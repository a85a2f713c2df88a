import { expect, it } from 'vitest'
import { inOrder } from './clock.ts'

const order = (...times: [name: string, at: number, ms: number][]) =>
  inOrder(times.map(([name, at, ms]) => ({ name, at, ms })))
const isBefore = (one: { received: number } | undefined, other: { sent: number } | undefined) =>
  one!.received < other!.sent

it('puts exchanges into the order in which they ended', () => {
  expect(order(['slow', 0, 100], ['quick', 10, 5], ['later', 50, 5]).map(({ name }) => name)).toEqual([
    'quick',
    'later',
    'slow',
  ])
})

it('takes an answer to have come before a request only where a clock of milliseconds is sure of it', () => {
  const [first, second] = order(['first', 0, 10], ['second', 12, 10])
  expect(isBefore(first, second)).toBe(true)
  const [one, other] = order(['one', 0, 10], ['other', 11, 10])
  expect(isBefore(one, other)).toBe(false)
})

it('takes what has no times to be under way all at once', () => {
  const all = order(['a', 0, 0], ['b', 0, 0], ['c', 0, 0])
  expect(all.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(all.every((one) => all.every((other) => !isBefore(one, other)))).toBe(true)
})
