import { describe, expect, it } from 'vitest'
import { targetOf } from '../config/target.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { headroomIn, heedTheRoom } from './headroom.ts'

const read = (body: unknown, status = 200): Exchange => ({
  ...{ kind: 'exchange', n: 1, at: 0, ms: 1, sent: 1, received: 2, purpose: { by: 'introduction', part: 'twin' } },
  request: { method: 'GET', path: '/v1/capacity', headers: [] },
  answer: { status, headers: [], body: JSON.stringify(body), bytes: 0 },
})

describe('the room that a server tells of', () => {
  it.each<[unknown, number | undefined]>([
    [{ limit: 5, in_use: 2, available: 3 }, 3],
    [{ data: { concurrent: { limit: 10, used: 9, remaining: 1 } } }, 1],
    [{ max_jobs: 8, running: 3 }, 5],
    [{ limit: 2, active: 5 }, 0],
    [6, 6],
    [{ load: 0.4 }, undefined],
    [{ running: 3 }, undefined],
    [{ a: 1, b: 2 }, undefined],
  ])('%j: %s', (body, expected) => {
    expect(headroomIn(read(body))).toBe(expected)
  })

  const usage = { ...read({ available: 1 }), request: { method: 'GET', path: '/v1/usage', headers: [] } }
  const heeded = (baseUrl: string, readings: Exchange[]) => {
    const told: number[] = []
    heedTheRoom(readings, targetOf(baseUrl), { heed: (headroom) => void told.push(headroom) })
    return told
  }

  it('is kept to on another machine', () => {
    expect(heeded('https://api.test/v1', [usage, read({ available: 3 })])).toEqual([3])
    expect(heeded('https://api.test/v1', [usage, read({})])).toEqual([])
    expect(heeded('http://127.0.0.1:1/v1', [usage, read({ available: 3 })])).toEqual([])
  })
})
