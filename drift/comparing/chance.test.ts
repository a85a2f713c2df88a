import { expect, it } from 'vitest'
import { chanceOf, limitOf, MOST_DOUBT, sightingsNeeded } from './chance.ts'

const never = (of: number) => ({ shown: 0, of })
const each = (of: number) => ({ shown: of, of })
const LITTLE = 0.05

it('is all there is for something that need not show', () => {
  expect(chanceOf(never(10), never(5), LITTLE)).toBeCloseTo(1)
})

it('is that of a share that is drawn anew, where there is no doubt of it', () => {
  // Polya's urn: one sighting more, of two kinds that were seen once each.
  expect(chanceOf({ shown: 1, of: 2 }, each(1), 0.5)).toBeCloseTo(0.5)
  expect(chanceOf(never(1), each(1), 0.5)).toBeCloseTo(0.25)
})

it('falls with how often it was looked at before, and with how often it shows now', () => {
  const chances = [1, 5, 20].map((of) => chanceOf(never(of), each(2), LITTLE))
  expect(chances).toEqual([...chances].sort((one, other) => other - one))
  expect(chanceOf(never(5), each(3), LITTLE)).toBeLessThan(chanceOf(never(5), each(2), LITTLE))
})

it('is greater on a server that is known to differ from itself', () => {
  expect(chanceOf(never(10), each(1), MOST_DOUBT)).toBeGreaterThan(chanceOf(never(10), each(1), LITTLE))
})

it('adds up to one over all that could show', () => {
  const exactly = (shown: number) =>
    chanceOf({ shown: 3, of: 9 }, { shown, of: 4 }, 0.2) -
    (shown < 4 ? chanceOf({ shown: 3, of: 9 }, { shown: shown + 1, of: 4 }, 0.2) : 0)
  expect([0, 1, 2, 3, 4].map(exactly).reduce((sum, one) => sum + one)).toBeCloseTo(1, 8)
})

it('asks more of what differs by itself before it is called a change', () => {
  expect(limitOf(never(10), LITTLE)).toBe(0.01)
  expect(limitOf({ shown: 1, of: 10 }, LITTLE)).toBe(0.0001)
  expect(limitOf(never(10), MOST_DOUBT)).toBe(0.0001)
  expect(limitOf(undefined, LITTLE)).toBe(0.01)
})

it('says how often one has to look on either day until nobody would call it chance', () => {
  const needed = sightingsNeeded(never(2), each(1), LITTLE)!
  expect(needed).toBeGreaterThan(1)
  expect(chanceOf(never(Math.max(2, needed)), each(needed), LITTLE)).toBeLessThan(0.01)
  expect(chanceOf(never(2), each(needed - 1), LITTLE)).toBeGreaterThanOrEqual(0.01)
})

it('says it for what shows in some answers alone, as often as it does', () => {
  const needed = sightingsNeeded(never(10), { shown: 1, of: 4 }, LITTLE)!
  expect(needed).toBeGreaterThan(4)
  const now = { shown: Math.round(needed / 4), of: needed }
  expect(chanceOf(never(Math.max(10, needed)), now, LITTLE)).toBeLessThan(0.01)
})

it('says nothing where no number would do', () => {
  expect(sightingsNeeded({ shown: 9, of: 10 }, { shown: 9, of: 10 }, LITTLE)).toBeUndefined()
})
