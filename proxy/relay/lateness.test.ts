import { afterEach, describe, expect, it, vi } from 'vitest'
import { RelayLateness } from './lateness.ts'
import type { Late } from './told.ts'

afterEach(() => void vi.useRealTimers())

function watched() {
  vi.useFakeTimers()
  const told: Late[] = []
  let now = 1000
  const lateness = new RelayLateness(
    () => now,
    (late) => told.push(late),
  )
  const pass = (ms: number) => {
    now += ms
    lateness.look()
  }
  return { told, pass, lateness }
}

describe('lateness', () => {
  it('is told where a timer is called later than it was to be', () => {
    const { told, pass, lateness } = watched()
    for (const ms of [20, 22, 320, 20]) pass(ms)
    lateness.close()
    expect(told).toEqual([{ at: 1062, ms: 300 }])
  })

  it('is told as one where it goes on, and by itself where it comes again', () => {
    const { told, pass, lateness } = watched()
    for (const ms of [100, 60, 20, 220]) pass(ms)
    lateness.close()
    expect(told).toEqual([
      { at: 1020, ms: 140 },
      { at: 1200, ms: 200 },
    ])
  })

  it('is nothing that timers do anyway', () => {
    const { told, pass, lateness } = watched()
    for (let times = 0; times < 100; times++) pass(20 + (times % 20))
    lateness.close()
    expect(told).toEqual([])
  })
})
