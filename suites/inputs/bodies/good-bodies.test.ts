import { expect, it } from 'vitest'
import { judgeBodyText } from '../../../spec/oracle.ts'
import { goodBodies } from './good-bodies.ts'

const IMAGE = 'https://images.example/lighthouse.png'
const material = {
  accepted: { model: 'swift', prompt: 'A paper boat.' },
  aliases: ['swift', 'studio'],
  imageUrl: IMAGE,
}
const first = (many: number, seed: number) => {
  const bodies = goodBodies(material, seed)
  return Array.from({ length: many }, () => bodies.next().value)
}

it('are accepted by the specification, with any alias, and with or without each field', () => {
  const bodies = first(500, 3)
  for (const text of bodies) {
    const opinion = judgeBodyText(text, { aliases: material.aliases, images: [IMAGE] })
    expect(opinion).toMatchObject({ verdict: 'accept', level: 'must' })
  }
  const values = bodies.map((text) => JSON.parse(text) as Record<string, unknown>)
  expect(new Set(values.map(({ model }) => model))).toEqual(new Set(material.aliases))
  for (const field of ['prompt', 'image_url', 'resolution', 'duration', 'fps', 'ratio', 'bit_depth'])
    expect(new Set(values.map((each) => field in each))).toEqual(new Set([true, false]))
  expect(first(50, 3)).toEqual(bodies.slice(0, 50))
})

it('keep to the limits of the user', () => {
  const short = goodBodies(material, 3, () => true, [1, 5])
  for (let each = 0; each < 100; each++) expect([1, 5]).toContain(JSON.parse(short.next().value).duration)
})
