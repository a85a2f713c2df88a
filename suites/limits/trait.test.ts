import { describe, expect, it } from 'vitest'
import { bodyOf, member, type Order, type Trait, traitsOf } from './trait.ts'

const trait = (place: Trait['place'], ...members: (readonly [string, string])[]): Trait => ({
  name: `${place} somehow`,
  place,
  members,
  clause: 'submission.accepted-with-202',
})

describe('the body of an order', () => {
  const order: Order = {
    duration: trait('duration', member('duration', '5e0')),
    model: trait('model', member('model', '"swift"')),
    key: trait('key'),
  }

  it('has its fields in one sequence, and each number as it is written', () => {
    expect(bodyOf(order)).toBe('{"model":"swift","duration":5e0}')
  })

  it('is written as the order says', () => {
    const write: Trait['write'] = (members) => members.map(([name, json]) => `${name} = ${json}`).join('; ')
    expect(bodyOf({ ...order, writing: { ...trait('writing'), write } })).toBe('"model" = "swift"; "duration" = 5e0')
  })

  it('leaves out what nothing fills', () => {
    expect(bodyOf({})).toBe('{}')
    expect(traitsOf(order).map(({ place }) => place)).toEqual(['model', 'duration', 'key'])
  })
})
