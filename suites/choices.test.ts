import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChoicesSeen, type Chosen } from './choices.ts'

const chosen = (all: readonly Chosen[]) => {
  const seen = new ChoicesSeen()
  for (const [index, each] of all.entries()) seen.note(each, index + 1)
  return seen.choice()
}

describe('a choice', () => {
  it('is a set of values, with words', () => {
    const refused = (status: string) => ({ value: status, words: `refused with ${status}` })
    expect(chosen([refused('422'), refused('400'), refused('422')])).toEqual({
      choice: 'refused with 400 or refused with 422',
      values: ['400', '422'],
      evidence: [2, 1, 3],
      inconsistent: '2 behaviours in this run',
    })
  })

  it('has the same values and words in any order', () => {
    const shown = fc.oneof(fc.nat(500).map(String), fc.string())
    const orders = fc
      .array(shown, { minLength: 1 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(orders, fc.boolean(), ([one, other], together) => {
        const gist = (all: readonly Chosen[]) => {
          const seen = new ChoicesSeen()
          for (const each of all) seen.note(each)
          return seen.choice({ ...(together && { together }) })
        }
        expect(gist(other)).toEqual(gist(one))
      }),
      { seed: 1 },
    )
  })
})
