import { expect, it } from 'vitest'
import { askedOf } from '../../spec/asked.ts'
import { chooser, MOST_LOOKS } from './downloads.ts'

const asked = (sent: object) => askedOf(sent)!

it('looks at one job in smoke', () => {
  const isChosen = chooser('smoke')
  expect([isChosen(asked({}), 'A'), isChosen(asked({ resolution: '4k' }), 'A')]).toEqual([true, false])
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
