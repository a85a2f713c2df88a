import { expect, it } from 'vitest'
import { askedOf } from '../../spec/asked.ts'
import { chooser, MOST_LOOKS } from './which-jobs.ts'

const asked = (sent: object) => askedOf(sent)!

it('looks at one job in smoke', () => {
  const isChosen = chooser('smoke')
  expect([isChosen(asked({}), 'A'), isChosen(asked({ resolution: '4k' }), 'A')]).toEqual([true, false])
})

it('looks at what shows something new, or two things together that were seen apart, and at a twin of each key', () => {
  const isChosen = chooser('standard')
  expect(isChosen(asked({}), 'A')).toBe(true)
  expect(isChosen(asked({ resolution: '4k' }), 'A')).toBe(true)
  expect(isChosen(asked({ resolution: '4k', fps: 23 }), 'A')).toBe(false)
  expect(isChosen(asked({ ratio: '9:16' }), 'A')).toBe(true)
  expect(isChosen(asked({ resolution: '4k', ratio: '9:16' }), 'A')).toBe(true)
  expect(isChosen(asked({ resolution: '4k', ratio: '2:3', fps: 23 }), 'A')).toBe(false)
  expect(isChosen(asked({}), 'A')).toBe(true)
  expect(isChosen(asked({}), 'A')).toBe(false)
  expect(isChosen(asked({}), 'B')).toBe(true)
})

it('never looks at more than it says', () => {
  for (const profile of ['smoke', 'standard', 'full'] as const) {
    const isChosen = chooser(profile)
    const chosen = Array.from({ length: 200 }, (_, n) => isChosen(asked({ duration: 1 + n / 10 }), 'A')).filter(Boolean)
    expect(chosen.length).toBeLessThanOrEqual(MOST_LOOKS[profile])
  }
  const all = chooser('full')
  expect(Array.from({ length: 200 }, () => all(asked({}), 'A')).filter(Boolean)).toHaveLength(MOST_LOOKS.full)
})
