import { describe, expect, it } from 'vitest'
import type { Exchange } from '../history/entry/exchange.ts'
import { CircuitBreaker } from './circuit-breaker.ts'

const request = { method: 'GET', path: '/v1/models', headers: [['Authorization', 'Bearer {{A}}'] as [string, string]] }
type Answer = { status: number; headers?: [string, string][] }

/** A connection refused, unless there is a response. */
const exchange = (at: number, answer?: Answer): Exchange => ({
  ...{ kind: 'exchange', n: 1, at, ms: 0, sent: 1, received: 2, purpose: { by: 'a check', part: 'probe' }, request },
  ...(answer
    ? { answer: { headers: [], body: '', bytes: 0, ...answer } }
    : { failure: { kind: 'refused', message: '' } }),
})

/** Time passes only while it waits. */
function breakerOf(answerAt: (now: number, nth: number) => Answer | undefined) {
  let now = 0
  const sentAt: number[] = []
  const ended: string[] = []
  const breaker = new CircuitBreaker({
    now: () => now,
    pause: async (leastMs = 0) => {
      now += Math.max(100, leastMs)
    },
    hasTimeFor: (ms) => now + ms <= 600_000,
    send: async () => {
      sentAt.push(now)
      const answer = exchange(now, answerAt(now, sentAt.length))
      breaker.note(answer, true)
      return answer
    },
    onGone: () => ended.push('gone'),
    onRefused: () => ended.push('refused'),
  })
  const note = (times: number, answer?: Answer) => {
    for (let time = 0; time < times; time++) breaker.note(exchange(0, answer), true)
  }
  return { closed: () => breaker.closed(request), note, sentAt, ended }
}

describe('an unreachable server', () => {
  it('is probed only after many failures in a row', async () => {
    const { closed, note, sentAt } = breakerOf(() => ({ status: 200 }))
    note(39)
    await closed()
    note(1, { status: 404 })
    note(39)
    await closed()
    expect(sentAt).toEqual([])
  })

  it('is waited for while it restarts', async () => {
    const { closed, note, sentAt, ended } = breakerOf((now) => (now >= 5500 ? { status: 200 } : undefined))
    note(40)
    await closed()
    await closed()
    expect(ended).toEqual([])
    expect(sentAt.length).toBeGreaterThan(10)
    expect(sentAt.at(-1)).toBe(5500)
  })

  it('ends the run if it does not come back', async () => {
    const { closed, note, sentAt, ended } = breakerOf(() => undefined)
    note(40)
    await closed()
    expect(ended).toEqual(['gone'])
    expect(sentAt.at(-1)).toBe(6000)
  })

  it('is waited for as long as Retry-After says', async () => {
    const { closed, note, sentAt } = breakerOf((now) =>
      now >= 60_000 ? { status: 200 } : { status: 503, headers: [['Retry-After', '60']] },
    )
    note(40)
    await closed()
    expect(sentAt).toEqual([100, 60_100])
  })
})

describe('a key that is refused after it was accepted', () => {
  it.each([
    ['ends the run after three control requests', 401, ['refused']],
    ['is used on if the last control request succeeds', 200, []],
  ])('%s', async (_, last, expected) => {
    const { closed, note, sentAt, ended } = breakerOf((_now, nth) => ({ status: nth < 3 ? 401 : last }))
    note(1, { status: 200 })
    note(8, { status: 401 })
    await closed()
    expect(sentAt).toHaveLength(3)
    expect(ended).toEqual(expected)
  })
})
