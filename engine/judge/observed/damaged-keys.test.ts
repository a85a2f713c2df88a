import { expect, it } from 'vitest'
import type { Unattributed } from './attribution.ts'
import { withDamagedKeys } from './damaged-keys.ts'

const KEY = 'cl_9fK2mXq7Lw4ZtRb8'

const asked = (name: string): Unattributed => ({
  ...{ at: 0, ms: 1, sent: 1, received: 2 },
  request: { method: 'GET', path: '/v1/usage', headers: [['authorization', `Bearer {{${name}}}`]] },
})

/** The form of a key that is used once, with K1 used `times` times. */
function shownAs(damaged: string, times = 3): string {
  const known = new Map([
    [KEY, 'K1'],
    [damaged, 'K2'],
  ])
  const all = [asked('K2'), ...Array.from({ length: times }, () => asked('K1'))]
  return withDamagedKeys(all, known)[0]!.request.headers[0]![1]
}

it.each([
  ['cl_9fK2mXq7Lw4ZtRb9', 'Bearer {{K1 with character 19 changed}}'],
  ['cl_9fK2mXq7Lw4ZtRb', 'Bearer {{K1 without character 19}}'],
  ['cl_9fK2mXq7Lw4ZtRb8x', 'Bearer {{K1 with a character added after character 19}}'],
])('shows %s as a change of the good key', (damaged, expected) => {
  expect(shownAs(damaged)).toBe(expected)
})

it.each(['cl_9fK2mXq7Lw4ZtR', 'cl_9fK2mXq7Lw4ZtRaa', 'cl_Yt5rEe3Ww2Qq1Aa9'])(
  'keeps %s as a key of its own',
  (other) => {
    expect(shownAs(other)).toBe('Bearer {{K2}}')
  },
)

it('keeps a key that is used as often', () => {
  expect(shownAs('cl_9fK2mXq7Lw4ZtRb9', 2)).toBe('Bearer {{K2}}')
})
