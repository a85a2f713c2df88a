import { afterEach, expect, it, vi } from 'vitest'
import { MOST_LONG_CHARACTERS, patienceOnceInterrupted } from './patience-once-interrupted.ts'

afterEach(() => void vi.useRealTimers())

it('is patient until it is interrupted, and as long as something is answered', () => {
  vi.useFakeTimers()
  const interrupt = new AbortController()
  const patience = patienceOnceInterrupted(interrupt.signal)
  vi.advanceTimersByTime(60_000)
  expect(patience.signal.aborted).toBe(false)
  interrupt.abort()
  for (let time = 0; time < 8; time++) {
    vi.advanceTimersByTime(900)
    patience.heard(300)
  }
  expect(patience.signal.aborted).toBe(false)
  vi.advanceTimersByTime(900)
  expect(patience.signal.aborted).toBe(false)
  vi.advanceTimersByTime(300)
  expect(patience.signal.aborted).toBe(true)
  patience.end()
})

it('goes on with short answers, and reads no more than a few long ones once it is interrupted', () => {
  const interrupt = new AbortController()
  const { signal, heard, end } = patienceOnceInterrupted(interrupt.signal)
  const long = MOST_LONG_CHARACTERS / 2
  for (let time = 0; time < 10; time++) heard(long)
  interrupt.abort()
  for (let time = 0; time < 10_000; time++) heard(16 * 1024)
  heard(long)
  heard(long)
  expect(signal.aborted).toBe(false)
  heard(long)
  expect(signal.aborted).toBe(true)
  end()
})
