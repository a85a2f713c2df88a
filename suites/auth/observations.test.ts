import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import { isObservation } from '../../runner/judging/check.ts'
import { answered, see } from '../../runner/judging/handwritten-for-tests.ts'
import { expectSameInAnyOrder } from '../any-order-for-tests.ts'
import { auth } from './index.ts'

const tried = (by: string, status: number) => answered(status, { by, part: 'observation' })

const CASES: Record<string, { history: Exchange[]; choice: string; another: Exchange[]; both: string }> = {
  'auth.bearer-in-lower-case': {
    history: [tried('auth.bearer-in-lower-case', 200)],
    choice: 'bearer in lower case: accepted',
    another: [tried('auth.bearer-in-lower-case', 401)],
    both: 'bearer in lower case: refused with 401 or bearer in lower case: accepted',
  },
  'auth.spaces-before-the-key': {
    history: [tried('auth.spaces-before-the-key', 400)],
    choice: 'three spaces before the key: refused with 400',
    another: [tried('auth.spaces-before-the-key', 204)],
    both: 'three spaces before the key: refused with 400 or three spaces before the key: accepted',
  },
  'auth.header-twice': {
    history: [tried('auth.header-twice', 401)],
    choice: 'a good key, then an unknown one: refused with 401',
    another: [tried('auth.header-twice', 200)],
    both: 'a good key, then an unknown one: refused with 401 or a good key, then an unknown one: accepted',
  },
  'auth.challenge': {
    history: [answered(401, { headers: { 'WWW-Authenticate': 'Bearer realm="videos"' } })],
    choice: '401 comes with WWW-Authenticate Bearer',
    another: [answered(401)],
    both: '401 comes without WWW-Authenticate or 401 comes with WWW-Authenticate Bearer',
  },
}

it('has a history for every observation of the suite', () => {
  expect(Object.keys(CASES)).toEqual(auth.checks.filter(isObservation).map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { history, choice, another, both }) => {
  const check = auth.checks.find((each) => each.id === id)!

  it('names the choice of the server', () => {
    const evidence = [history[0]!.n, history[0]!.n]
    expect(see(check, [...history, ...history])).toEqual({ choice, values: [expect.any(String)], evidence })
  })

  it('remarks that a server is not consistent with itself', () => {
    const seen = see(check, [...history, ...another])
    expect(seen).toMatchObject({ choice: both, inconsistent: '2 different choices in one run' })
    expectSameInAnyOrder(check, [...history, ...another])
  })

  it('names none where the answer was 429, or none was asked for', () => {
    expect(see(check, [])).toBeUndefined()
    expect(see(check, [tried(id, 429)])).toBeUndefined()
  })
})
