import { expect, it } from 'vitest'
import type { Phase } from '../../driving/phase.ts'
import { SlowServer } from './slow-server.ts'

const phase = (name: string): Phase => ({ name, cost: () => ({ requests: 1 }), drive: async () => undefined })
const [short, long] = [phase('short'), phase('long')]
const REQUESTS = new Map([
  [short, 10],
  [long, 100],
])

function serverAllowing(rate: number | undefined, nowMs = 0) {
  return new SlowServer({
    deadlineMs: 600_000,
    now: () => nowMs,
    allowed: () => rate,
    polls: () => 3,
    last: () => 80,
    alone: [short, long],
    lasts: (each, { answerMs }) => REQUESTS.get(each)! * answerMs,
  })
}

it('leaves the time as it is where the server has not slowed the run down', () => {
  const server = serverAllowing(undefined, 599_000)
  expect([server.endOfBeside(), server.whyNot(long), server.whyLate()]).toEqual([undefined, undefined, undefined])
})

it('ends phases beside each other early enough for those that need the server to themselves', () => {
  expect(serverAllowing(1).endOfBeside()).toBe(600_000 - 165_000)
  expect(serverAllowing(0.35).endOfBeside()).toBeCloseTo(600_000 - 360_000)
})

it('plans no time for a phase that takes too much of it', () => {
  expect(serverAllowing(0.1).endOfBeside()).toBe(600_000 - 150_000)
})

it('begins no phase that would not come to its end, and names the deadline that suffices', () => {
  expect(serverAllowing(1, 400_000).whyNot(long)).toBeUndefined()
  expect(serverAllowing(1, 520_000).whyNot(long)).toBe(
    'it takes about 100 s at the 1.0 requests a second that the server allows, and 80 s were left; --deadline 12m leaves time for it',
  )
  expect(serverAllowing(1, 520_000).whyNot(phase('beside others'))).toBeUndefined()
})

it('keeps the last part of the time for unfinished jobs', () => {
  expect(serverAllowing(1, 510_000).whyLate()).toBeUndefined()
  expect(serverAllowing(1, 530_000).whyLate()).toMatch(/^no time was left at the 1\.0 requests .* --deadline 20m/)
  expect(serverAllowing(20, 550_000).whyLate()).toBeUndefined()
  expect(serverAllowing(20, 560_000).whyLate()).toBeDefined()
})
