import { describe, expect, it } from 'vitest'
import { clause } from '../../spec/clauses.ts'
import { judgeBodyText } from '../../spec/oracle.ts'
import { FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { classesOf, extrasOf, leftOut } from './classes.ts'
import type { Class, Means } from './means.ts'
import { MEANS } from './means-for-tests.ts'
import { bodyOf, type Order, type Trait } from './trait.ts'

const means: Means = { ...MEANS, aliases: ['swift', 'studio', 'film'] }
const context = { aliases: means.aliases, images: [means.imageUrl!] }

const classes = classesOf(means).flat()
const traits = [...classes.flatMap(({ manners }) => manners), ...extrasOf(means)]
const named = (name: string) => traits.find((trait) => trait.name === name)!
const plainest: Order = { model: named('model swift'), input: named('a plain prompt') }
const bodyWith = (trait: Trait) => bodyOf({ ...plainest, [trait.place]: trait })
const namesOf = (choices: readonly Class[], place: string) =>
  choices.filter((each) => each.place === place).map(({ name }) => name)

it('no two ways of filling a place share a name', () => {
  const names = traits.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe.each(traits.map((trait) => [trait.name, trait] as const))('%s', (_, trait) => {
  it('is accepted by the law, at the level of its clause', () => {
    const { verdict, level } = judgeBodyText(bodyWith(trait), context)
    expect({ verdict, level }).toEqual({ verdict: 'accept', level: clause(trait.clause).level })
  })
})

describe('escapes', () => {
  const escaped = traits.filter(({ name }) => name.endsWith('in escapes'))
  const plainOf = (place: string) =>
    traits.filter((trait) => trait.place === place && !escaped.includes(trait)).map(bodyWith)

  it.each(escaped.filter(({ place }) => place !== 'input').map((trait) => [trait.name, trait] as const))(
    '%s say what plain letters say',
    (_, trait) => {
      expect(bodyWith(trait)).toContain('\\u')
      expect(plainOf(trait.place).map((text) => JSON.parse(text))).toContainEqual(JSON.parse(bodyWith(trait)))
    },
  )

  it('of an image lead to the image, slashes and all', () => {
    const text = bodyWith(named('an image in escapes'))
    expect(JSON.parse(text)).toMatchObject({ image_url: means.imageUrl })
    expect(text).toContain('\\/')
    expect(text).not.toContain(means.imageUrl)
  })

  it('have capital and small digits', () => {
    const digits = escaped
      .flatMap((trait) => bodyWith(trait).match(/\\u[0-9a-fA-F]{4}/g) ?? [])
      .map((found) => found.slice(2))
    expect(digits.some((each) => /[A-F]/.test(each))).toBe(true)
    expect(digits.some((each) => /[a-f]/.test(each))).toBe(true)
  })
})

describe('classes', () => {
  it('are every listed word, both ends of each range, something between, and nothing at all', () => {
    const ends = { duration: ['shortest', 'longest'], fps: ['slowest', 'fastest'] }
    expect(namesOf(classes, 'resolution')).toEqual(['no resolution', ...RESOLUTIONS])
    expect(namesOf(classes, 'duration')).toEqual(['no duration', ...ends.duration, 'between'])
    expect(namesOf(classes, 'fps')).toEqual(['no fps', ...ends.fps, 'between'])
    for (const place of ['resolution', 'duration', 'fps', 'ratio', 'bit_depth'] as const)
      expect(classes).toContainEqual(leftOut(place))
  })

  it('hold values of their own kind only', () => {
    const valuesIn = (place: 'duration' | 'fps', name: string) =>
      classes
        .find((each) => each.place === place && each.name === name)!
        .manners.map((trait) => JSON.parse(bodyWith(trait))[place] as number)
    expect(new Set(valuesIn('duration', 'shortest'))).toEqual(new Set([FIELDS.duration.least]))
    expect(new Set(valuesIn('duration', 'longest'))).toEqual(new Set([FIELDS.duration.most]))
    expect(new Set(valuesIn('fps', 'slowest'))).toEqual(new Set([FIELDS.fps.least]))
    expect(new Set(valuesIn('fps', 'fastest'))).toEqual(new Set([FIELDS.fps.most]))
    for (const value of valuesIn('duration', 'between')) expect(value > 1 && value < 60).toBe(true)
    for (const value of valuesIn('fps', 'between')) expect(value > 1 && value < 120).toBe(true)
  })

  it('are alias by alias what a careless list overlooks: the last one first', () => {
    const others = classes.find(({ name }) => name === 'another model')!
    expect(others.manners.map(({ name }) => name)).toEqual(['model film', 'model studio'])
    expect(namesOf(classesOf({ ...means, aliases: ['swift'] }).flat(), 'model')).toEqual(['first model'])
  })

  it('hold an image and a failing prompt only where the run was given one', () => {
    const poor = classesOf({ ...means, imageUrl: undefined, failingPrompt: undefined }).flat()
    const prompts = poor.find(({ name }) => name === 'prompt')!
    expect(namesOf(poor, 'input')).toEqual(['prompt'])
    expect(prompts.manners.map(({ name }) => name)).not.toContain('the prompt that is known to fail')
  })

  it('try another key only where the account has one', () => {
    expect(extrasOf(means).flatMap(({ key }) => key ?? [])).toEqual(['A2'])
    expect(extrasOf({ ...means, sameAccountKey: false }).flatMap(({ key }) => key ?? [])).toEqual([])
  })
})

describe('the largest that the user allows', () => {
  it.each(RESOLUTIONS)('is %s, and no word above it is asked for', (maxResolution) => {
    const words = namesOf(classesOf({ ...means, maxResolution }).flat(), 'resolution')
    expect(words).toEqual(['no resolution', ...RESOLUTIONS.slice(0, RESOLUTIONS.indexOf(maxResolution) + 1)])
  })

  it.each([1, 2.5, 4, 5, 59.999, 60])('is %d seconds, and nothing longer is asked for', (maxDuration) => {
    const durations = classesOf({ ...means, maxDuration })
      .flat()
      .filter(({ place }) => place === 'duration')
    const seconds = durations.flatMap(({ manners }) => manners.map((trait) => JSON.parse(bodyWith(trait)).duration))
    expect(Math.max(...seconds)).toBe(maxDuration === 4 ? 2.5 : maxDuration)
    // What is left out lasts five seconds.
    expect(durations.some(({ name }) => name === leftOut('duration').name)).toBe(maxDuration >= 5)
  })
})
