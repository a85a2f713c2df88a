import { expect, it } from 'vitest'
import { patience } from './patience.ts'
import { throttle } from './throttle.ts'

const BOUNDS = { free: 3, firstWaitMs: 1000, longestWaitMs: 8000, forgottenAfterMs: 60_000, most: 100 }

function withTime() {
  let now = 0
  return {
    now: () => now,
    pass(ms: number) {
      now += ms
    },
  }
}

it('forgets old attempts and successful ones', () => {
  const time = withTime()
  const tries = throttle(BOUNDS, time.now)
  for (let n = 0; n < 6; n++) tries.take('ada')
  time.pass(BOUNDS.forgottenAfterMs)
  expect(tries.waitOf('ada')).toBe(0)
  for (let n = 0; n < 6; n++) tries.take('eve')
  tries.forget('eve')
  expect(tries.waitOf('eve')).toBe(0)
})

it('remembers a limited number of entries', () => {
  const tries = throttle(BOUNDS, withTime().now)
  for (let n = 0; n < 1000; n++) tries.take(`guess ${n}`)
  expect(tries.size).toBe(BOUNDS.most)
})

it('gives no extra attempts at one address for signing in with another', () => {
  const time = withTime()
  const waits = patience(time.now)
  const address = '127.0.0.1'
  const guessAllButOne = () => {
    for (let n = 0; n < 29; n++) waits.signIn({ email: `${n}@example.com`, address })
  }
  guessAllButOne()
  waits.signIn({ email: 'eve@example.com', address })
  waits.signedIn({ email: 'eve@example.com', address })
  waits.signIn({ email: 'another@example.com', address })
  expect(() => waits.signIn({ email: 'ada@example.com', address })).toThrow(/Wait/)
})

it('never locks an owner out of a known browser', () => {
  const waits = patience(withTime().now)
  const who = { email: 'ada@example.com', address: '127.0.0.1' }
  const guesses = Array.from({ length: 100 }, () => {
    try {
      waits.signIn(who)
      return 'tried'
    } catch {
      return 'has to wait'
    }
  })
  expect(guesses.filter((each) => each === 'tried')).toHaveLength(5)
  expect(() => waits.signIn({ ...who, browser: 'hers' })).not.toThrow()
})
