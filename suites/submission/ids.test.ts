import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { identicalAreDistinct, idsDiffer } from './accepted.ts'

const BOAT = '{"prompt":"a boat"}'
const SHIP = '{"prompt":"a ship"}'
const taken = (posted: string, id: unknown, told: Parameters<typeof answered>[1] = {}) =>
  answered(202, { part: 'submission', posted, body: { id }, ...told })
const facts = { dialect: { idWay: ['id'] } }
const differ = (...history: Exchange[]) => verdictOf(idsDiffer, history, { facts })
const distinct = (...history: Exchange[]) => verdictOf(identicalAreDistinct, history, { facts })

describe('an id', () => {
  it('is compared as text, with that of every other submission', () => {
    const [first, second, third] = [taken(BOAT, 17), taken(SHIP, '18'), taken('{}', '17')]
    expect(differ(first, second, third)).toMatchObject({
      verdict: 'fail',
      received: 'the id 17 for two submissions',
      violations: [{ evidence: [first.n, third.n] }],
      tried: 3,
    })
  })

  it('is one for both keys of an account', () => {
    expect(differ(taken(BOAT, 'x'), taken(SHIP, 'x', { key: 'A2' }))).toMatchObject({ verdict: 'fail' })
    expect(distinct(taken(BOAT, 'x'), taken(BOAT, 'x', { key: 'A2' }))).toMatchObject({ verdict: 'fail' })
  })

  it('may be given once in each account', () => {
    expect(differ(taken(BOAT, 1), taken(SHIP, 1, { key: 'B' }))).toMatchObject({ verdict: 'skip' })
    expect(distinct(taken(BOAT, 1), taken(BOAT, 1, { key: 'B' }))).toMatchObject({ verdict: 'skip' })
  })
})

describe('ids that come twice in traffic that was only seen', () => {
  const OBSERVED = { keys: ['K1', 'K2'], known: [], observed: { leftOut: [] }, dialect: { idWay: ['id'] } }
  const taken = (id: string, key: string, prompt: string) =>
    answered(202, { part: 'submission', key, posted: JSON.stringify({ prompt }), body: { id } })
  const verdict = (...history: Exchange[]) => verdictOf(idsDiffer, history, { facts: OBSERVED })

  it('are broken where no server could come to them by chance', () => {
    const id = 'vid_9f86d081884c7d659a2f'
    expect(verdict(taken(id, 'K1', 'a'), taken(id, 'K1', 'b'))).toMatchObject({ verdict: 'fail' })
  })

  it('decide nothing where a server that counts may have been started anew', () => {
    expect(verdict(taken('1', 'K1', 'a'), taken('1', 'K1', 'b'))).toMatchObject({ verdict: 'inconclusive' })
  })
})
