import { describe, expect, it } from 'vitest'
import { answered, FACTS, lastTry, verdictOf } from '../../fixtures/histories/handwritten.ts'
import { isObservation } from '../../runner/check.ts'
import { configure } from '../../runner/configuration.ts'
import type { Exchange } from '../../runner/exchange.ts'
import { traitNamed } from './findings.ts'
import { limits } from './index.ts'
import { bookOf } from './means.ts'
import { CONTROL, PLACING } from './placing.ts'
import { bodyOf, type Order, traitsOf } from './trait.ts'

const given = { imageUrl: 'https://images.test/boat.png', failingPrompt: 'A video that cannot be made' }
const facts = {
  configuration: configure({ seed: 1, ...given }, true),
  dialect: { alias: 'swift', models: { form: 'a list', aliases: ['swift', 'studio'] } },
}

const plainest = '{"model":"swift","prompt":"A paper boat.","duration":1}'
const takenOn = (status = 202) => answered(status, { by: 'introduction', part: 'submission', posted: plainest })
const book = bookOf({ ...FACTS, ...facts }, plainest)!

/** The plainest order with some things of another kind. */
function orderWith(...names: string[]): Order {
  const traits = names.map((name) => traitNamed(name, book)!)
  return { ...book.base, ...Object.fromEntries(traits.map((trait) => [trait.place, trait])) }
}

function submitted(status: number, order: Order, told: Parameters<typeof answered>[1] = {}): Exchange {
  const tries = traitsOf(order).map(({ name }) => name)
  const body = status === 202 ? { id: 'v1' } : { code: 'invalid_request' }
  const purpose = { by: PLACING, part: 'submission', case: tries.join(', '), tries } as const
  return answered(status, { ...purpose, posted: bodyOf(order), body, ...told })
}
const control = (status = 202) => submitted(status, book.base, { case: CONTROL, tries: [] })

/** All orders of a run, on a server that refuses whatever holds these things together, and what holds nothing else. */
function against(...names: string[]): Exchange[] {
  const isRefused = (order: Order) => names.every((name) => traitsOf(order).some((trait) => trait.name === name))
  const orders = book.orders.map((order) => submitted(isRefused(order) ? 400 : 202, order))
  return [takenOn(), ...orders, submitted(400, orderWith(...names)), control()]
}

/** What each check has to name: something that the law accepts and that is refused. */
const REFUSED: Record<string, string[]> = {
  'limits.ends': ['duration 60'],
  'limits.words': ['resolution "4k"'],
  'limits.pairings': ['resolution "4k"', 'fps 120'],
  'limits.inside': ['the fields in another order'],
  'limits.numbers': ['duration 6e1'],
  'limits.strings': ['resolution 2k in escapes'],
  'limits.texts': ['a prompt of one letter'],
  'limits.images': ['an image'],
  'limits.fractions': ['fps 23.976'],
  'limits.ratios': ['ratio "9:16"'],
  'limits.aliases': ['model studio'],
}

const judges = limits.checks.filter((check) => !isObservation(check))
const judged = (id: string, history: Exchange[], own = facts) =>
  verdictOf(judges.find((check) => check.id === id)!, history, { facts: own })
const accused = (history: Exchange[]) =>
  judges.map(({ id }) => id).filter((id) => judged(id, history).verdict === 'fail')

it('has a history for every judge of the suite', () => {
  expect(Object.keys(REFUSED)).toEqual(judges.map((check) => check.id))
})

describe.each(Object.entries(REFUSED))('%s', (id, names) => {
  it('passes a server that accepts all orders', () => {
    const history = [takenOn(), ...book.orders.map((order) => submitted(202, order))]
    expect(judged(id, history)).toMatchObject({ verdict: 'pass' })
  })

  it('names what is refused, and nobody else does', () => {
    const history = against(...names)
    const verdict = judged(id, history)
    expect(verdict).toMatchObject({
      verdict: 'fail',
      expected: '202',
      received: '400 {"code":"invalid_request"}',
      violations: [{ case: names.join(' with ') }],
    })
    const [refused, again] = history.slice(-2)
    expect(verdict).toMatchObject({ evidence: [refused!.n, again!.n] })
    expect(accused(history)).toEqual([id])
  })

  it('says nothing where no submission was accepted', () => {
    expect(judged(id, [takenOn(400)])).toEqual({ verdict: 'skip', reason: 'no submission was accepted' })
  })
})

describe('several things that are refused', () => {
  const both = orderWith('a prompt of one letter', 'ratio "9:16"')
  const apart = [submitted(400, orderWith('a prompt of one letter')), submitted(400, orderWith('ratio "9:16"'))]

  it('are blamed one by one, though they stand in one order', () => {
    const history = [takenOn(), submitted(400, both), ...apart, control()]
    expect(accused(history)).toEqual(['limits.texts', 'limits.ratios'])
    expect(judged('limits.texts', history)).toMatchObject({ violations: [{ case: 'a prompt of one letter' }] })
    expect(judged('limits.ratios', history)).toMatchObject({ violations: [{ case: 'ratio "9:16"' }] })
  })

  it('are all named by the check whose clause they break', () => {
    const refused = ['ratio "9:16"', 'ratio "1:1"', 'ratio "21:9"']
    const history = [takenOn(), ...refused.map((name) => submitted(400, orderWith(name))), control()]
    expect(judged('limits.ratios', history)).toMatchObject({
      violations: refused.map((name) => ({ case: name })),
      received: '400 {"code":"invalid_request"} (and 2 more like it)',
      tried: 5,
    })
  })

  it('do not keep the others from being accepted', () => {
    expect(judged('limits.pairings', against('an image'))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(
        /^\d+ of 262 pairings were seen accepted; the others hold something that is refused$/,
      ),
    })
  })
})

describe('an order whose pieces were all accepted one by one', () => {
  const pieces = ['resolution "4k"', 'duration 60', 'fps 120']
  const whole = submitted(400, orderWith(...pieces))
  const alone = pieces.map((name) => submitted(202, orderWith(name)))

  it('is refused for a pair of them, where there are two', () => {
    const pair = pieces.slice(0, 2)
    const history = [takenOn(), ...alone, submitted(400, orderWith(...pair)), control()]
    expect(accused(history)).toEqual(['limits.pairings'])
    expect(judged('limits.pairings', history)).toMatchObject({
      violations: [{ case: 'resolution "4k" with duration 60' }],
    })
  })

  it('accuses nobody, where it was not tried with two of them', () => {
    const history = [takenOn(), ...alone, whole, control()]
    expect(accused(history)).toEqual([])
    expect(judged('limits.pairings', history)).toMatchObject({
      verdict: 'inconclusive',
      reason: '400 {"code":"invalid_request"}, and what of it is refused was not found out',
      evidence: [whole.n],
    })
  })

  it('is refused for all three, where every two of them were accepted', () => {
    const pairs = pieces.map((left) => submitted(202, orderWith(...pieces.filter((name) => name !== left))))
    expect(judged('limits.pairings', [takenOn(), ...alone, ...pairs, whole, control()])).toMatchObject({
      verdict: 'fail',
      violations: [{ case: 'resolution "4k" with duration 60 with fps 120' }],
    })
  })
})

describe('a refusal', () => {
  const order = orderWith('resolution "4k"')

  it.each([
    [429, 'it was answered 429 however long the run waited'],
    [402, 'credits or rights may have run out'],
    [403, 'credits or rights may have run out'],
    [502, 'with no good request that was answered meanwhile'],
    [503, 'with no good request that was answered meanwhile'],
    [504, 'with no good request that was answered meanwhile'],
  ])('with %i accuses nobody', (status, why) => {
    const refused = submitted(status, order)
    const history = [takenOn(), refused, control()]
    expect(accused(history)).toEqual([])
    for (const id of ['limits.words', 'limits.pairings'])
      expect(judged(id, history)).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining(why),
        evidence: [refused.n],
      })
  })

  it('with 500 is one', () => {
    expect(accused([takenOn(), submitted(500, order), control()])).toEqual(['limits.words'])
  })

  it('with 503 is one where it came each time, while a good request in between was answered', () => {
    const [first, second] = [submitted(503, order), submitted(503, order)]
    const last = submitted(503, order, { again: lastTry(takenOn(), first, second) })
    const verdict = judged('limits.words', [takenOn(), first, second, last, control()])
    expect(verdict).toMatchObject({ verdict: 'fail', evidence: expect.arrayContaining([first.n, second.n, last.n]) })
  })

  it.each([429, 503])('with %i is none where the same was accepted when it was asked again', (status) => {
    const first = submitted(status, order)
    const again = submitted(202, order, { again: { attempts: [first.n] } })
    const history = [takenOn(), ...book.orders.map((each) => submitted(202, each)), first, again]
    for (const id of ['limits.words', 'limits.pairings']) expect(judged(id, history)).toMatchObject({ verdict: 'pass' })
  })

  it.each([
    ['was not tried', () => [], 'and afterwards no plain one was tried'],
    ['was refused, too', () => [control(400)], 'and afterwards the plainest submission was answered 400'],
    ['met no room', () => [control(429)], 'and afterwards the plainest submission was answered 429'],
  ])('accuses nobody where the plainest submission afterwards %s', (_, afterwards, why) => {
    const history = [takenOn(), control(), submitted(400, order), ...afterwards()]
    expect(accused(history)).toEqual([])
    for (const id of ['limits.words', 'limits.pairings'])
      expect(judged(id, history)).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining(why) })
  })

  it('does not count against a control that was sent before its answer came', () => {
    const refused = submitted(400, order)
    const meanwhile = { ...control(), sent: refused.sent + 1 }
    expect(accused([takenOn(), { ...refused, received: refused.sent + 2 }, meanwhile])).toEqual([])
  })
})

describe('what a run was not given', () => {
  it('is no combination, where nothing but the plainest video was asked for', () => {
    expect(judged('limits.pairings', [takenOn()])).toEqual({ verdict: 'skip', reason: 'no combination was tried' })
  })

  it('is no image to try', () => {
    const poor = { ...facts, configuration: configure({ seed: 1 }, true) }
    expect(judged('limits.images', [takenOn()], poor)).toEqual({
      verdict: 'skip',
      reason: 'what the run was given holds nothing of the kind',
    })
  })

  it('is said of the ways that this profile does not try', () => {
    const standard = { ...facts, configuration: configure({ seed: 1, profile: 'standard', ...given }, true) }
    const { orders } = bookOf({ ...FACTS, ...standard }, plainest)!
    const history = [takenOn(), ...orders.map((each) => submitted(202, each))]
    const remark = expect.stringMatching(/^[3-5] of 15 ways tried$/)
    expect(judged('limits.ratios', history, standard)).toMatchObject({ verdict: 'pass', remark })
    expect(judged('limits.fractions', history, standard)).toMatchObject({
      verdict: 'skip',
      reason: 'no submission of this profile tries duration 2.5',
    })
  })

  it('is said where the limits of the run left no room for a submission', () => {
    const history = [takenOn(), submitted(202, book.orders[0]!)]
    expect(judged('limits.ends', history)).toMatchObject({
      verdict: 'skip',
      reason: expect.stringMatching(/was not tried: the limits of the run/),
    })
    expect(judged('limits.pairings', history)).toMatchObject({
      verdict: 'skip',
      reason: expect.stringMatching(/submissions were not made: the limits of the run/),
    })
  })

  it('is said where the user wants nothing larger', () => {
    const configuration = configure({ seed: 1, ...given, maxResolution: '720p', maxDuration: 10 }, true)
    const small = { ...facts, configuration }
    const { orders } = bookOf({ ...FACTS, ...small }, plainest)!
    const history = [takenOn(), ...orders.map((each) => submitted(202, each))]
    expect(judged('limits.ends', history, small)).toMatchObject({
      verdict: 'skip',
      reason: 'duration 60 is more than the limits of the run allow',
    })
    expect(judged('limits.words', history, small)).toMatchObject({ verdict: 'skip' })
    expect(judged('limits.pairings', history, small)).toMatchObject({ verdict: 'skip' })
    expect(judged('limits.numbers', history, small)).toMatchObject({ verdict: 'pass' })
  })
})
