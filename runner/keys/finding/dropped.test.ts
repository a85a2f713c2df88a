import fc from 'fast-check'
import { expect, it } from 'vitest'
import { characters, without } from './dropped.ts'
import { Strand } from './strand.ts'

const TEXT = fc.string({ unit: fc.constantFrom('a', 'Z', '7', '-', ' ', '\n', '\u00a0', 'é', '\u2003', '€', '😀') })

it.each([
  ['what is no letter or digit', /[^A-Za-z0-9]+/g, 'dropped'],
  ['blanks', /\s+/g, 'kept'],
] as const)('drops %s as String.replace does, and knows where the rest stood', (_, found, others) => {
  const dropped = characters(found, others)
  fc.assert(
    fc.property(TEXT, (text) => {
      const strand = without(dropped, new Strand(text))
      expect(strand.text).toBe(text.replace(found, ''))
      for (let at = 0; at < strand.text.length; at++) {
        const [place] = strand.placesAbove({ from: at, to: at + 1 })
        expect(text.slice(place!.from, place!.to)).toBe(strand.text[at])
      }
    }),
    { seed: 1 },
  )
})
