import { expect, it } from 'vitest'
import { MOST_EVIDENCE, Noticed } from './habit.ts'

it('counts all exchanges, and keeps the first ones as evidence', () => {
  const noticed = new Noticed()
  const most = MOST_EVIDENCE
  for (let n = 1; n <= 10 * most; n++) noticed.note({ endpoint: 'GET /usage' }, 'type', 'object', [n])
  const [habit] = noticed.habits.values()
  expect(habit!.evidence.get('object')).toEqual(Array.from({ length: most }, (_, nth) => nth + 1))
  expect(habit!.tally.get('object')).toBe(10 * most)
})
