import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import type { Facts } from '../../runner/judging/check.ts'
import { answered, FACTS } from '../../runner/judging/handwritten-for-tests.ts'
import { bookOf } from './book.ts'
import { findingsOf, traitNamed } from './findings.ts'
import { CONTROL, ORDERS } from './placing.ts'
import { bodyOf, type Order, type Place, traitsOf } from './trait.ts'

const facts: Facts = {
  ...FACTS,
  dialect: { alias: 'swift', models: { form: 'a list', aliases: ['swift', 'studio'] } },
}
const plainest = '{"model":"swift","prompt":"A paper boat.","duration":1}'
const takenOn = () => answered(202, { by: 'introduction', part: 'submission', posted: plainest })
const book = bookOf(facts, plainest)!

type Wanted = { with?: string[]; without?: Place }

function orderOf({ with: names = [], without }: Wanted): Order {
  const traits = names.map((name) => traitNamed(name, book)!)
  const order = { ...book.base, ...Object.fromEntries(traits.map((trait) => [trait.place, trait])) }
  if (without) delete order[without]
  return order
}

function answeredTo(status: number, order: Order): Exchange {
  const tries = traitsOf(order).map(({ name }) => name)
  return answered(status, { by: ORDERS.name, part: 'submission', case: tries.join(', '), tries, posted: bodyOf(order) })
}
const submitted = (status: number, wanted: Wanted) => answeredTo(status, orderOf(wanted))
const accepted = (...names: string[]) => submitted(202, { with: names })
const refused = (...names: string[]) => submitted(400, { with: names })
const control = () =>
  answered(202, { by: ORDERS.name, part: 'submission', mark: CONTROL.of({}), tries: [], posted: plainest })

const found = (...history: Exchange[]) => findingsOf([takenOn(), ...history, control()], facts)!
const blamed = (...history: Exchange[]) =>
  Object.fromEntries(found(...history).culprits.map(({ names, clause }) => [names.join(' with '), clause]))

const [K4, MINUTE, FASTEST, DEEP] = ['resolution "4k"', 'duration 60', 'fps 120', 'bit_depth 10'] as const

describe('what is refused', () => {
  it('is the smallest of several that are refused', () => {
    expect(blamed(refused(K4, MINUTE), refused(K4, FASTEST, DEEP), refused(K4))).toEqual({
      [K4]: 'submission.listed-words-accepted',
    })
  })

  it('is one thing, however often and in whatever company', () => {
    expect(found(refused(K4), refused(K4), accepted(DEEP)).culprits).toHaveLength(1)
  })

  it('is two things, where two are refused by themselves', () => {
    expect(blamed(refused(K4, 'a prompt of one letter'), refused(K4), refused('ratio "1:1"'))).toEqual({
      [K4]: 'submission.listed-words-accepted',
      'ratio "1:1"': 'submission.ordinary-ratios-accepted',
    })
  })

  it('is two pairs, where two pairs are', () => {
    const alone = [K4, MINUTE, FASTEST, DEEP].map((name) => accepted(name))
    expect(blamed(...alone, refused(K4, MINUTE), refused(FASTEST, DEEP))).toEqual({
      [`${K4} with ${MINUTE}`]: 'submission.combinations-accepted',
      [`${FASTEST} with ${DEEP}`]: 'submission.combinations-accepted',
    })
  })

  it('is known to be a pair from other orders than those that it stands in', () => {
    expect(blamed(accepted(K4, FASTEST), accepted(MINUTE, DEEP), refused(K4, MINUTE))).toEqual({
      [`${K4} with ${MINUTE}`]: 'submission.combinations-accepted',
    })
  })

  it('is not known where one of two was never accepted without the other', () => {
    const { culprits, doubts } = found(accepted(K4), refused(K4, MINUTE))
    expect(culprits).toEqual([])
    expect(doubts.map(({ why }) => why)).toEqual([
      '400 with an empty body, and what of it is refused was not found out',
    ])
  })

  it('may be that something is left out', () => {
    expect(blamed(submitted(400, { without: 'duration' }))).toEqual({ 'no duration': 'submission.accepted-with-202' })
  })

  it('may be something where something else is left out, which is refused for itself then', () => {
    const pair = submitted(400, { with: [K4], without: 'duration' })
    expect(blamed(accepted(K4), submitted(202, { without: 'duration' }), pair)).toEqual({
      [`${K4} with no duration`]: 'submission.listed-words-accepted',
    })
  })
})

describe('the clause that is broken', () => {
  it('is that of the combinations where a value is accepted beside every other duration than the plainest one', () => {
    expect(blamed(refused(K4), accepted(K4, MINUTE), submitted(202, { with: [K4], without: 'duration' }))).toEqual({
      [K4]: 'submission.combinations-accepted',
    })
  })

  it('is that of the value where it was accepted beside the plainest duration once', () => {
    expect(blamed(refused(K4), accepted(K4, MINUTE), accepted(K4, FASTEST))).toEqual({
      [K4]: 'submission.listed-words-accepted',
    })
  })

  it('is that of the value where it is refused beside another duration, too', () => {
    expect(blamed(refused(K4), refused(K4, MINUTE), accepted(MINUTE))).toEqual({
      [K4]: 'submission.listed-words-accepted',
    })
  })

  it('is the weaker one where a careful reader alone has one of the values accepted', () => {
    const ratio = 'ratio "9:16"'
    expect(blamed(accepted(ratio), accepted(K4), refused(K4, ratio))).toEqual({
      [`${K4} with ${ratio}`]: 'submission.ordinary-ratios-accepted',
    })
  })
})

describe('what is refused now and then', () => {
  it('is what all that was refused has in common', () => {
    expect(blamed(refused(K4, MINUTE), refused(K4, FASTEST), accepted(K4, MINUTE), accepted(K4, FASTEST))).toEqual({
      [K4]: 'submission.listed-words-accepted',
    })
    expect(blamed(refused(K4, MINUTE), refused(K4), accepted(K4, MINUTE), accepted())).toEqual({
      [K4]: 'submission.listed-words-accepted',
    })
  })

  it('is the whole submission where nothing of it is known to be', () => {
    const { culprits } = found(refused(K4, MINUTE), accepted(K4, MINUTE))
    expect(culprits).toMatchObject([{ clause: 'submission.accepted-with-202', names: [K4, MINUTE] }])
    expect(culprits[0]!.acceptedOnce).toBeDefined()
  })

  it('may be the plainest one', () => {
    expect(blamed(refused(), accepted())).toEqual({ 'the plainest submission': 'submission.accepted-with-202' })
  })
})

describe('what the first accepted submission had', () => {
  const full =
    '{"model":"swift","prompt":"A paper boat.","resolution":"480p","duration":1,"fps":24,"ratio":"16:9","bit_depth":8}'
  const fuller = bookOf(facts, full)!
  const without = (place: Place, status: number) => {
    const order = { ...fuller.base }
    delete order[place]
    return answeredTo(status, order)
  }

  it('is what all others are compared with', () => {
    expect(JSON.parse(bodyOf(fuller.base))).toEqual(JSON.parse(full))
  })

  it.each<Place>(['ratio', 'bit_depth', 'fps'])('may be demanded: %s', (place) => {
    const first = answered(202, { by: 'introduction', part: 'submission', posted: full })
    const tried = [without(place, 422), without('resolution', 202)]
    const again = answered(202, { by: ORDERS.name, part: 'submission', mark: CONTROL.of({}), tries: [], posted: full })
    const { culprits } = findingsOf([first, ...tried, again], facts)!
    expect(culprits).toMatchObject([{ names: [`no ${place}`], clause: 'submission.accepted-with-202' }])
  })
})

describe('pairings', () => {
  it('are those of the plainest submission at first', () => {
    const { pairs } = found()
    expect(pairs.accepted.size).toBe(21)
    // Two models, one way of input, six resolutions, four durations, rates and ratios each, three bit depths.
    expect(pairs.of).toBe(239)
  })

  it('are counted once, and only where they were accepted', () => {
    const { pairs } = found(accepted(K4), accepted(K4), refused(DEEP))
    expect(pairs.accepted.size).toBe(27)
    expect(pairs.accepted).toContain('2:4k 3:shortest')
  })

  it('are all accepted where all orders are', () => {
    const { pairs } = found(...book.orders.map((order) => answeredTo(202, order)))
    expect(pairs.accepted.size).toBe(pairs.of)
  })
})

describe('nothing is found', () => {
  it('where the first submission was refused', () => {
    const first = answered(400, { by: 'introduction', part: 'submission', posted: plainest })
    expect(findingsOf([first, accepted(K4)], facts)).toBeUndefined()
  })

  it('where no alias is known', () => {
    expect(findingsOf([takenOn(), refused(K4), control()], FACTS)).toBeUndefined()
  })
})
