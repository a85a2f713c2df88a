import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { unanswered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { ALIKE, alike, asForeign, asUnknown, check, type Look, looked } from './histories-for-tests.ts'
import { ORDER, ORDERS_AGAIN, READ } from './look-alike.ts'

describe('the answer to a foreign id', () => {
  const verdict = (exchanges: Exchange[]) => verdictOf(check(ALIKE), exchanges)

  it.each<[what: string, of: (id: string) => Look]>([
    ['repeats the id', (id) => ({ body: { code: 'not_found', message: `no job ${id}`, path: `/v1/videos/${id}` } })],
    ['is a text', (id) => ({ body: `<h1>${id} not found</h1>` })],
    ['is empty', () => ({ body: '' })],
  ])('may be any, if it is the same: it %s', (_, of) => {
    expect(verdict(alike(of))).toMatchObject({ verdict: 'pass', tried: 2 })
  })

  it('may hold what differs between unknown ids, too', () => {
    let time = 0
    const stamped = () => ({
      body: { code: 'not_found', trace: `t${++time}` },
      headers: { Date: `${time}`, 'X-Request-Id': `${time}` },
    })
    expect(verdict(alike(stamped))).toMatchObject({ verdict: 'pass' })
  })

  it('may differ by chance once', () => {
    const [one, two, three, four, five] = alike(() => ({}))
    const odd = asForeign({ body: { code: 'not_found', retry: true } })
    expect(verdict([one!, odd, three!, four!, five!])).toMatchObject({ verdict: 'pass' })
    expect(verdict([one!, two!, three!, odd, five!])).toMatchObject({ verdict: 'pass' })
  })

  it.each<[what: string, look: Look, place: string]>([
    ['a header', { headers: { 'X-Owner': 'another account' } }, 'headers.x-owner'],
    ['a field', { body: { code: 'not_found', exists: true } }, 'body.exists'],
    ['another word', { body: { code: 'forbidden' } }, 'body.code'],
    ['a text', { body: 'not yours' }, 'body'],
  ])('tells it apart by %s each time', (_, look, place) => {
    const received = expect.stringContaining(`which differs in ${place}`)
    const history = alike(
      () => look,
      () => ({}),
    )
    expect(verdict(history)).toMatchObject({ verdict: 'fail', received })
  })

  it.each<[what: string, look: Look]>([
    ['a number', { body: { code: 'not_found', status: 404 } }],
    ['a text', { body: '<h1>404 Not Found</h1>' }],
  ])('may hold %s in which the digit occurs that is the whole id', (_, look) => {
    const ids = ['51164899654671', '4', '47785988998785', '4', '52243835488944']
    const history = ids.map((id) => looked(id === '4' ? 'foreign' : 'unknown', id, look))
    expect(verdict(history)).toMatchObject({ verdict: 'pass' })
  })

  it('may repeat an id that is a number as one', () => {
    const history = ['511648', '41', '477859', '41', '522438'].map((id) =>
      looked(id === '41' ? 'foreign' : 'unknown', id, { body: { id: Number(id) } }),
    )
    expect(verdict(history)).toMatchObject({ verdict: 'pass' })
  })

  it('may tell it apart after its end alone', () => {
    const atItsEnd = (exchanges: Exchange[]) =>
      exchanges.map((each) => {
        const mark = READ.of({ ...READ.in(each)!, moment: 'after its end' })
        const purpose = { ...each.purpose, mark, case: 'a read after its end' }
        return { ...each, purpose }
      })
    const gone = { body: { code: 'not_found', message: 'No longer there.' } }
    const same = alike(() => ({}))
    const apart = alike(
      () => gone,
      () => ({}),
    )
    expect(verdict([...same, ...atItsEnd(alike(() => gone))])).toMatchObject({ verdict: 'pass', tried: 4 })
    expect(verdict([...same, ...atItsEnd(apart)])).toMatchObject({
      verdict: 'fail',
      violations: [{ case: 'a read after its end' }],
    })
  })

  it('is not compared unless all of them are 404, which other clauses judge', () => {
    const forbidden = alike(
      () => ({ status: 403 }),
      () => ({}),
    )
    expect(verdict(forbidden)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is not compared where one of them met 429, or no answer came', () => {
    const history = alike(() => ({}))
    const reason = expect.stringContaining('429')
    expect(verdict([...history, asUnknown({ status: 429 })])).toMatchObject({ verdict: 'inconclusive', reason })
    const lost = unanswered('timeout', {
      by: ALIKE,
      part: 'observation',
      mark: READ.of({ which: 'foreign', moment: 'under way' }),
      polled: 'x',
    })
    expect(verdict([...history, lost])).toMatchObject({ verdict: 'inconclusive', evidence: [lost.n] })
  })

  it('is not compared by one read alone', () => {
    expect(verdict([asUnknown(), asForeign({ body: '' }), asUnknown()])).toMatchObject({ verdict: 'skip' })
  })
})

it.each([2, 3, 4, 5, 6, 7, 8, 9])(
  'is asked for in such an order that each of %i machines in turn meets both',
  (machines) => {
    const all = [...ORDER, ...ORDERS_AGAIN.flat()]
    const met = (wanted: string) => new Set(all.flatMap((which, nth) => (which === wanted ? [nth % machines] : [])))
    // Nothing that it has can then be had by all answers to one of the two, and by none to the other.
    expect([...met('foreign')].filter((machine) => met('unknown').has(machine)).length).toBeGreaterThan(0)
  },
)
