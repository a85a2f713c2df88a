import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../config/bounds/bounds.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { Silence } from './silence.ts'

const request = { method: 'GET', path: '/v1/models', headers: [] }

/** What came at that time of a run: nothing, or an answer. */
function came(at: number, answer?: { status: number; headers?: [string, string][] }, path = request.path): Exchange {
  return {
    ...{ kind: 'exchange', n: 1, at, ms: 0, sent: 1, received: 2, purpose: { by: 'a check', part: 'probe' } },
    request: { ...request, path },
    ...(answer
      ? { answer: { headers: [], body: '', bytes: 0, ...answer } }
      : { failure: { kind: 'refused', message: '' } }),
  }
}

/** A server that is back after so long, or says so; time goes by while somebody waits for it alone. */
function recovering(backAt: number, away?: Parameters<typeof came>[1], pollMs = 100) {
  let now = 0
  const asked: number[] = []
  const gone: Exchange[] = []
  const silence = new Silence({
    now: () => now,
    pause: async (leastMs = 0) => {
      now += Math.max(pollMs, leastMs)
    },
    hasTimeFor: (ms) => now + ms <= 600_000,
    ask: async () => {
      asked.push(now)
      const exchange = came(now, now >= backAt ? { status: 200 } : away)
      silence.note(exchange)
      return exchange
    },
    onGone: (last) => gone.push(last),
  })
  const passes = (ms: number) => {
    now += ms
  }
  return { silence, asked, gone, passes }
}

const failing = (silence: Silence, times: number) => {
  for (let time = 0; time < times; time++) silence.note(came(0))
}

describe('a server that answers nobody', () => {
  it('is not asked by itself before many requests have failed in a row', async () => {
    const { silence, asked } = recovering(0)
    failing(silence, 39)
    await silence.over(request)
    silence.note(came(0, { status: 404 }))
    failing(silence, 39)
    await silence.over(request)
    expect(asked).toEqual([])
  })

  it('is waited for while it is started anew', async () => {
    const { silence, asked, gone } = recovering(BOUNDS.goneMs.most - 500)
    failing(silence, 40)
    await silence.over(request)
    expect(gone).toEqual([])
    expect(asked.length).toBeGreaterThan(10)
    await silence.over(request)
    expect(asked.at(-1)).toBe(BOUNDS.goneMs.most - 500)
  })

  it('has gone when it does not come back, and is left alone', async () => {
    const { silence, asked, gone } = recovering(Number.POSITIVE_INFINITY)
    failing(silence, 40)
    await silence.over(request)
    expect(gone).toHaveLength(1)
    expect(asked.at(-1)).toBe(BOUNDS.goneMs.most)
  })

  it('is waited for in full where it says how long', async () => {
    const { silence, asked } = recovering(60_000, { status: 503, headers: [['Retry-After', '60']] })
    failing(silence, 40)
    await silence.over(request)
    expect(asked).toEqual([100, 60_100])
  })
})
