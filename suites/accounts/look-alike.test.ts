import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { ALIKE, alike, asForeign, check, type Look } from './histories-for-tests.ts'

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
    const received = expect.stringContaining(`different in ${place}`)
    const history = alike(
      () => look,
      () => ({}),
    )
    expect(verdict(history)).toMatchObject({ verdict: 'fail', received })
  })

  it('is not compared unless all of them are 404, which other clauses judge', () => {
    const forbidden = alike(
      () => ({ status: 403 }),
      () => ({}),
    )
    expect(verdict(forbidden)).toMatchObject({ verdict: 'inconclusive' })
  })
})
