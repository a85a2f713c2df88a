import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { LIMITS } from '../config/limits.ts'
import { MS_AFTER_INTERRUPT, MS_PER_REQUEST, timeToJudge } from './time-to-judge.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const NEVER = new AbortController().signal
const aborted = AbortSignal.abort()
const DEADLINE = { deadlineMs: 1000, begun: 0, requests: 10 }

it('stops judging a second after an interrupt, and at once after a second one', async () => {
  expect(timeToJudge({ ...DEADLINE, interrupt: aborted, giveUp: aborted })()).toMatchObject({ how: 'interrupted' })
  const whyToStop = timeToJudge({
    begun: performance.now(),
    deadlineMs: 60_000,
    requests: 0,
    interrupt: aborted,
    giveUp: NEVER,
  })
  expect(whyToStop()).toBeUndefined()
  await sleep(MS_AFTER_INTERRUPT + 10)
  expect(whyToStop()).toMatchObject({ how: 'interrupted' })
})

it('stops judging some time after the deadline, later on a busy machine', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const working = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 })
  const worked = (ms: number) => working.mockReturnValue({ user: ms * 1000, system: 0 })
  const grace = LIMITS.judgingMs + DEADLINE.deadlineMs / 50
  const whyToStop = timeToJudge({ ...DEADLINE, begun: performance.now() - DEADLINE.deadlineMs })
  const afterManyRequests = timeToJudge({ ...DEADLINE, requests: (2 * grace) / MS_PER_REQUEST })
  vi.advanceTimersByTime(grace + 1)
  expect(whyToStop(), 'no CPU time was used').toBeUndefined()
  worked(grace + 1)
  expect(whyToStop()).toEqual({
    how: 'deadline',
    why: 'the history could not be judged completely before the deadline (1s)',
  })
  expect(afterManyRequests(), 'each request takes its time').toBeUndefined()
  worked(0)
  vi.advanceTimersByTime(4 * grace)
  expect(whyToStop(), 'five times as long').toMatchObject({ how: 'deadline' })
})
