import { describe, expect, it } from 'vitest'
import { configure, PROFILES } from '../../engine/config/configuration.ts'
import { targetOf } from '../../engine/config/target.ts'
import { FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { fewestRows } from './covering.ts'
import type { Means } from './means.ts'
import { MEANS } from './means-for-tests.ts'
import { type OrderBook, orderBook, restingOrder } from './order-book.ts'
import { ORDERS } from './placing.ts'
import { bodyOf, type Order, type Trait, traitsOf } from './trait.ts'

const means: Means = MEANS
const many: Means = { ...means, aliases: ['swift', ...Array.from({ length: 60 }, (_, n) => `alias-${n}`)] }
const standard = orderBook('standard', means, { duration: 1 })

const namesOf = (traits: readonly Trait[]) => traits.map(({ name }) => name)
const sizesOf = ({ classes }: OrderBook) => classes.map((choices) => choices.length)
const allTraits = ({ classes, extras }: OrderBook) => [...classes.flat().flatMap(({ manners }) => manners), ...extras]

describe('a full order book', () => {
  it.each([
    ['everything', means],
    ['sixty aliases', many],
    ['little', { ...means, aliases: ['swift'], imageUrl: undefined, maxResolution: '480p', maxDuration: 1 }],
  ])('with %s spends at most three tenths more than its pairs need', (_, own) => {
    const book = orderBook('full', own, { duration: 1 })
    expect(book.orders.length).toBeLessThanOrEqual(fewestRows(sizesOf(book)) * 1.3)
    expect(book.orders.length).toBeGreaterThanOrEqual(fewestRows(sizesOf(book)))
  })

  it.each([means, many])('tries every way of asking, or says that it is left', (own) => {
    const book = orderBook('full', own, { duration: 1 })
    const tried = new Set(book.orders.flatMap(traitsOf).map(({ name }) => name))
    for (const { name } of book.left) tried.add(name)
    expect(namesOf(allTraits(book)).filter((name) => !tried.has(name))).toEqual([])
  })
})

describe('a standard order book', () => {
  it('holds every class in four orders, beside the plainest one, the resting one and three cheap ones', () => {
    expect(standard.orders).toHaveLength(7)
    const all = [standard.base, restingOrder(standard), ...standard.orders]
    for (const choices of standard.classes)
      for (const { manners, place } of choices) {
        const stands = ({ [place]: trait }: Order) => (trait ? manners.includes(trait) : manners.length === 0)
        expect(all.some(stands)).toBe(true)
      }
  })

  it('begins with everything at its largest', () => {
    expect(JSON.parse(bodyOf(standard.orders[0]!))).toMatchObject({
      resolution: RESOLUTIONS.at(-1),
      duration: FIELDS.duration.most,
      fps: FIELDS.fps.most,
      bit_depth: 10,
    })
  })
})

describe('an order book of a cautious user', () => {
  const careful = orderBook('full', { ...means, maxResolution: '720p', maxDuration: 4 }, { duration: 1 })

  it('asks for nothing larger and nothing longer', () => {
    for (const order of careful.orders) {
      const body = JSON.parse(bodyOf(order))
      expect(['480p', '720p']).toContain(body.resolution ?? '480p')
      expect(body.duration ?? FIELDS.duration.default).toBeLessThanOrEqual(4)
    }
  })
})

describe.each(PROFILES.slice(1))('the cost that is announced for the profile %s', (profile) => {
  const configuration = configure({ profile, seed: 1, imageUrl: means.imageUrl }, true)
  const counts = { jobs: 1, visited: 1, succeeding: 1 }
  const input = {
    target: targetOf('https://server.test/v1'),
    configuration,
    keys: [],
    lengthOf: () => 20,
    ...counts,
  }
  const { requests, jobs = 0, videoSeconds = 0 } = ORDERS.max(input)

  it.each([means, many])('covers the orders', (own) => {
    const { orders } = orderBook(profile, own, { duration: 1 })
    const seconds = orders.reduce((sum, { duration }) => sum + (duration?.seconds ?? FIELDS.duration.default), 0)
    expect(jobs).toBeGreaterThanOrEqual(orders.length)
    expect(requests).toBeGreaterThanOrEqual(orders.length)
    expect(videoSeconds).toBeGreaterThanOrEqual(seconds)
  })
})
