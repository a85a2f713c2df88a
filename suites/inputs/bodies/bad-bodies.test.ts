import { expect, it } from 'vitest'
import { GENERATED_BODIES } from '../../../engine/config/configuration.ts'
import { judgeBodyText } from '../../../spec/oracle.ts'
import { FIELDS } from '../../../spec/words.ts'
import { type BadBody, badBodies } from './bad-bodies.ts'
import { type Fields, otherFieldSets } from './valid-values.ts'
import { type LikelyMistake, likelyMistakes } from './wrong-values.ts'

const accepted = { model: 'swift', prompt: 'A paper boat.', duration: 1 }
const IMAGE = 'https://images.example/lighthouse.png'
const context = { aliases: ['swift', 'studio'], images: [IMAGE] }

function firstOf<T>(many: number, all: Iterable<T>): T[] {
  const taken: T[] = []
  for (const each of all) {
    if (taken.push(each) === many) break
  }
  return taken
}

function first(many: number, seed: number): BadBody[] {
  return firstOf(many, badBodies({ accepted, aliases: context.aliases, imageUrl: IMAGE }, seed))
}

/** Whether a body has this mistake together with these fields. */
function meets({ text, breaks }: BadBody, { field, kind }: LikelyMistake, fields: Fields): boolean {
  if (!kind.includes(breaks)) return false
  const said = JSON.parse(text) as Fields
  const range = FIELDS[field]
  const isOnThisSide = !('most' in range) || kind.endsWith(Number(said[field]) < range.least ? 'below' : 'above')
  return isOnThisSide && Object.entries(fields).every(([name, value]) => said[name] === value)
}

const bodies = first(3000, 7)

it('are refused by the specification for the named clause', () => {
  for (const { text, breaks, kind } of bodies) {
    const { verdict, reasons } = judgeBodyText(text, context)
    const refusals = reasons.filter((reason) => reason.verdict === 'refuse')
    expect(verdict).toBe('refuse')
    expect(refusals.map(({ by }) => by)).toContain(breaks)
    expect(new Set(refusals.map(({ field }) => field)).size > 1, text).toBe(kind === 'two things wrong')
    const field = refusals.find(({ by }) => by === breaks)?.field
    if (kind !== 'two things wrong')
      expect(reasons.filter((reason) => reason.verdict === 'open' && reason.field === field)).toEqual([])
  }
})

it('are unique, and depend on the seed alone', () => {
  expect(new Set(bodies.map(({ text }) => text)).size).toBe(bodies.length)
  expect(first(300, 7)).toEqual(bodies.slice(0, 300))
  expect(first(300, 8)).not.toEqual(bodies.slice(0, 300))
})

it.each([1, 2, 3])('break each must rule next to each other field in a standard run with seed %d', (seed) => {
  const aliases = [accepted.model, 'studio', 'slow']
  const drawn = firstOf(GENERATED_BODIES.standard, badBodies({ accepted, aliases, imageUrl: IMAGE }, seed))
  const mistakes = likelyMistakes({ aliases, model: accepted.model })
  const ofMusts = mistakes.filter(({ isOfMust, instead }) => isOfMust && instead !== 'nothing')
  const rules = new Map(ofMusts.map((mistake) => [mistake.kind, mistake]))
  const unmet = [...rules.values()].flatMap((rule) =>
    otherFieldSets({ aliases, imageUrl: IMAGE })
      .filter(({ fields, without }) => !(rule.field in fields) && rule.field !== without)
      // With an image, the prompt may be missing.
      .filter(({ fields }) => rule.field !== 'prompt' || !('image_url' in fields))
      .filter(({ fields }) => !drawn.some((body) => meets(body, rule, fields)))
      .map(({ what }) => `${rule.kind} beside ${what}`),
  )
  expect(rules.size).toBeGreaterThan(10)
  expect(unmet).toEqual([])
})

it('are slightly out of range on both sides', () => {
  const ofDuration = bodies.filter(({ breaks }) => breaks === 'submission.duration-in-range')
  const values = ofDuration.map(({ text }) => JSON.parse(text).duration as number)
  expect(values.some((value) => value < 1 && value > 0.999)).toBe(true)
  expect(values.some((value) => value > 60 && value < 60.001)).toBe(true)
})
