import { describe, expect, it } from 'vitest'
import { configure, PROFILES } from '../../runner/settings/configuration.ts'
import { targetOf } from '../../runner/settings/target.ts'
import { FIELDS, RESOLUTIONS } from '../../spec/words.ts'
import { fewestRows } from './covering.ts'
import { FAILING_PROMPT } from './inputs.ts'
import type { Means } from './means.ts'
import { MEANS } from './means-for-tests.ts'
import { type OrderBook, orderBook, pairsIn, restingOrder } from './order-book.ts'
import { ORDERS } from './placing.ts'
import { bodyOf, type Order, type Trait, traitsOf } from './trait.ts'

const means: Means = MEANS
const many: Means = { ...means, aliases: ['swift', ...Array.from({ length: 60 }, (_, n) => `alias-${n}`)] }
const full = orderBook('full', means, { duration: 1 })
const standard = orderBook('standard', means, { duration: 1 })

const namesOf = (traits: readonly Trait[]) => traits.map(({ name }) => name)
const sizesOf = ({ classes }: OrderBook) => classes.map((choices) => choices.length)
const allTraits = ({ classes, extras }: OrderBook) => [...classes.flat().flatMap(({ manners }) => manners), ...extras]

describe('the plainest order', () => {
  it('is what the run has seen succeed', () => {
    expect(bodyOf(full.base)).toBe('{"model":"swift","prompt":"A paper boat.","duration":1}')
    expect(bodyOf(orderBook('full', means, {}).base)).toBe('{"model":"swift","prompt":"A paper boat."}')
  })

  it('is not placed again', () => {
    for (const { base, orders } of [full, standard])
      expect(orders.map((order) => JSON.parse(bodyOf(order)))).not.toContainEqual(JSON.parse(bodyOf(base)))
  })

  it('rests at the smallest resolution', () => {
    expect(JSON.parse(bodyOf(restingOrder(full)))).toEqual({ ...JSON.parse(bodyOf(full.base)), resolution: '480p' })
  })
})

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

  it('leaves nothing out but a few prompts', () => {
    expect(full.left.filter(({ place }) => place !== 'input').length).toBeLessThanOrEqual(1)
    expect(full.left.filter(({ place, name }) => place === 'input' && name !== 'a plain prompt')).toEqual([])
    expect(full.left.length).toBeLessThanOrEqual(3)
  })

  it('tries as many aliases as it has room for', () => {
    const { orders, left } = orderBook('full', many, { duration: 1 })
    const aliases = new Set(orders.map(({ model }) => model!.name))
    expect(aliases.size + left.filter(({ place }) => place === 'model').length).toBeGreaterThanOrEqual(61)
    expect(aliases.size).toBeGreaterThan(10)
  })

  it('deals out the layouts of a body once each, and gives the other key a share of the orders', () => {
    const layouts = full.extras.filter(({ place }) => place === 'writing')
    expect(namesOf(full.orders.flatMap(({ writing }) => writing ?? [])).sort()).toEqual(namesOf(layouts).sort())
    const ofTheOther = full.orders.filter(({ key }) => key !== undefined).length
    expect(ofTheOther).toBeGreaterThan(full.orders.length / 4)
    expect(ofTheOther).toBeLessThan(full.orders.length / 2)
  })

  it('ends with close relatives of the plainest order, each of which differs from the one before it in as little', () => {
    const differences = full.orders
      .slice(-3)
      .map((order, index, last) => [index === 0 ? full.base : last[index - 1]!, order] as const)
      .map(([before, order]) => namesOf(traitsOf(order).filter(({ name, place }) => before[place]?.name !== name)))
    expect(differences).toEqual([['resolution "720p"'], ['duration 5'], ['fps 1', 'bit_depth 10']])
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

  it('makes the first and the fourth of an image', () => {
    const inputs = standard.orders.map(({ input }) => input?.name)
    expect(inputs).toEqual([
      'an image',
      'a prompt of several lines, quotes, signs, emoji and scripts that run both ways',
      'a prompt and its name in escapes',
      'an image in escapes',
      'a prompt of one letter',
      FAILING_PROMPT,
      'a prompt of emoji alone',
    ])
    const without = orderBook('standard', { ...means, imageUrl: undefined }, { duration: 1 })
    expect(without.orders).toHaveLength(7)
    expect(without.orders.map(bodyOf).join()).not.toContain('image_url')
  })

  it('leaves out of each resolution below the largest what others say', () => {
    const rows = standard.orders.slice(1, 4).map((order) => JSON.parse(bodyOf(order)))
    expect(rows.map(({ resolution }) => resolution)).toEqual(['720p', '1080p', '2k'])
    expect(rows.map(({ fps }) => fps)).toEqual([undefined, 1, 24])
    expect(rows.map(({ bit_depth }) => bit_depth)).toEqual([10, undefined, 10])
    const bounded = orderBook('standard', { ...means, jobsAreBounded: true }, { duration: 1 }).orders.slice(1, 4)
    expect(bounded.map((order) => JSON.parse(bodyOf(order)).bit_depth)).toEqual([8, undefined, 10])
  })

  it('says in them a whole number with a point, and shows the smallest upright picture with an odd number of columns', () => {
    const [small, , image] = standard.orders.slice(1, 4)
    expect(JSON.parse(bodyOf(small!))).toMatchObject({ resolution: '720p', ratio: '9:16' })
    expect(bodyOf(image!)).toContain('"fps":24.0')
    expect(standard.base.ratio).toBeUndefined()
  })

  it.each([
    [means, 'prompt 9:16 720p, image 9:16 2k, prompt 21:9 4k'],
    [{ ...means, imageUrl: undefined }, 'prompt 9:16 720p, prompt 21:9 2k, prompt 9:16 4k'],
  ])('makes an upright one from an image, where there is one, and one as wide as a film from a prompt', (own, made) => {
    const told = orderBook('standard', own, { duration: 1 })
      .orders.map((order) => JSON.parse(bodyOf(order)))
      .filter(({ ratio }) => ratio === '9:16' || ratio === '21:9')
      .map(({ image_url, ratio, resolution }) => `${image_url ? 'image' : 'prompt'} ${ratio} ${resolution}`)
    expect(told.join(', ')).toBe(made)
  })

  const lastOf = (own: Means) =>
    orderBook('standard', own, { duration: 1 })
      .orders.slice(own.maxResolution ? -2 : -3)
      .map((order) => JSON.parse(bodyOf(order)))

  it('leaves the length of an image to the server, where that may be asked for', () => {
    expect(JSON.parse(bodyOf(standard.orders[3]!)).duration).toBeUndefined()
    const brief = orderBook('standard', { ...means, maxDuration: 4 }, { duration: 1 })
    expect(JSON.parse(bodyOf(brief.orders[3]!)).duration).toBe(1)
  })

  it('asks once for less than the depth by default', () => {
    expect(lastOf(means)[2]).toMatchObject({ resolution: '1080p', bit_depth: 8, duration: 1 })
    const depths = lastOf({ ...means, maxResolution: '720p' }).map(({ resolution, bit_depth }) => [
      resolution,
      bit_depth,
    ])
    expect(depths).toEqual([
      ['720p', undefined],
      ['480p', 10],
    ])
    expect(orderBook('standard', { ...means, jobsAreBounded: true }, { duration: 1 }).orders).toHaveLength(6)
  })

  it('has what the largest picture has by default, with fractions', () => {
    const [body] = lastOf({ ...means, aliases: ['swift', 'studio', 'slow'] })
    expect(body).toEqual({
      ...JSON.parse(bodyOf(standard.base)),
      model: 'studio',
      prompt: 'x',
      resolution: RESOLUTIONS.at(-1),
      ratio: '21:9',
      duration: 2.5,
      fps: 23.976,
    })
    const [careful] = lastOf({ ...means, maxResolution: '720p', maxDuration: 2 })
    expect(careful).toMatchObject({ resolution: '720p', duration: 1 })
  })

  it('has values in other spellings, of a prompt that fails where there is one', () => {
    expect(bodyOf(standard.orders[5]!)).toMatch(/"duration":1e0,"fps":29\.97,.*"bit_depth":10\.0/)
    expect(lastOf(means)[1]).toMatchObject({ prompt: means.failingPrompt, ratio: '1920:1080', bit_depth: 10 })
    expect(lastOf({ ...means, failingPrompt: undefined })[1].prompt).toBe('🐕‍🦺🌊')
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

  it('has all the largest that are allowed together', () => {
    expect(careful.orders.map((order) => JSON.parse(bodyOf(order)))).toContainEqual(
      expect.objectContaining({ resolution: '720p', fps: FIELDS.fps.most, bit_depth: 10 }),
    )
  })
})

describe.each(PROFILES.slice(1))('the cost that is announced for the profile %s', (profile) => {
  const configuration = configure({ profile, seed: 1, imageUrl: means.imageUrl }, true)
  const counts = { jobs: 1, visited: 1, succeeding: 1 }
  const prospect = {
    target: targetOf('https://server.test/v1'),
    configuration,
    keys: [],
    lengthOf: () => 20,
    ...counts,
  }
  const { requests, jobs = 0, videoSeconds = 0 } = ORDERS.cost(prospect)

  it.each([means, many])('covers the orders', (own) => {
    const { orders } = orderBook(profile, own, { duration: 1 })
    const seconds = orders.reduce((sum, { duration }) => sum + (duration?.seconds ?? FIELDS.duration.default), 0)
    expect(jobs).toBeGreaterThanOrEqual(orders.length)
    expect(requests).toBeGreaterThanOrEqual(orders.length)
    expect(videoSeconds).toBeGreaterThanOrEqual(seconds)
  })
})

describe('the pairs in an order', () => {
  it('are those of its classes, what is left out among them', () => {
    const pairs = pairsIn(full.base, full)
    expect(pairs).toHaveLength(21)
    expect(pairs).toContain('0:first model 1:prompt')
    expect(pairs).toContain('2:no resolution 3:shortest')
    expect(pairs).toContain('5:no ratio 6:no bit_depth')
  })

  it('are the same for another way of asking, and for another layout', () => {
    const shortest = full.classes.flat().find(({ name }) => name === 'shortest')!
    for (const duration of shortest.manners)
      expect(pairsIn({ ...full.base, duration }, full)).toEqual(pairsIn(full.base, full))
    for (const extra of full.extras)
      expect(pairsIn({ ...full.base, [extra.place]: extra }, full)).toEqual(pairsIn(full.base, full))
  })
})
