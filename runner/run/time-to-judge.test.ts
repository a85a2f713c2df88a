import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import type { HistoryEntry } from '../history/entry/entries.ts'
import { type Check, rule } from '../judging/check.ts'
import { answered, BEGAN } from '../judging/handwritten-for-tests.ts'
import { judging, type Stop } from '../judging/judging.ts'
import { pass } from '../judging/verdict.ts'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { inSlices, timeToJudge } from './time-to-judge.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const NEVER = new AbortController().signal
const aborted = AbortSignal.abort()
const DEADLINE = { deadlineMs: 1000, begun: 0, requests: 10 }

it('is what is left of the run, and a little more where nothing is left', () => {
  const now = performance.now()
  expect(timeToJudge({ begun: now, deadlineMs: 60_000, requests: 0 })()).toBeUndefined()
  expect(timeToJudge({ begun: now - 60_000, deadlineMs: 60_000, requests: 0 })()).toBeUndefined()
})

it('ends, for an interrupt soon and for a second one at once', async () => {
  expect(timeToJudge({ ...DEADLINE, interrupt: aborted, giveUp: aborted })()).toMatchObject({ how: 'interrupted' })
  const whyToStop = timeToJudge({
    begun: performance.now(),
    deadlineMs: 60_000,
    requests: 0,
    interrupt: aborted,
    giveUp: NEVER,
  })
  expect(whyToStop()).toBeUndefined()
  await sleep(BOUNDS.judgingOnceInterruptedMs.most + 10)
  expect(whyToStop()).toMatchObject({ how: 'interrupted' })
})

it('ends a while after the deadline, and later where others have the processors', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const working = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 })
  const worked = (ms: number) => working.mockReturnValue({ user: ms * 1000, system: 0 })
  const grace = BOUNDS.judgingMs.most + DEADLINE.deadlineMs / 50
  const whyToStop = timeToJudge({ ...DEADLINE, begun: performance.now() - DEADLINE.deadlineMs })
  const afterManyRequests = timeToJudge({ ...DEADLINE, requests: (2 * grace) / BOUNDS.judgingARequestMs.most })
  vi.advanceTimersByTime(grace + 1)
  expect(whyToStop(), 'nothing of it was its own').toBeUndefined()
  worked(grace + 1)
  expect(whyToStop()).toEqual({
    how: 'deadline',
    why: 'what happened could not all be judged before the deadline of 1 s',
  })
  expect(afterManyRequests(), 'each request takes its time').toBeUndefined()
  worked(0)
  vi.advanceTimersByTime(4 * grace)
  expect(whyToStop(), 'nobody waits for ever').toMatchObject({ how: 'deadline' })
})

const busy = (ms: number) => {
  for (const begun = performance.now(); performance.now() - begun < ms; );
}

const slow: Check = rule({
  id: 'slow',
  clause: 'answers.no-server-error',
  suite: 'made up',
  title: 'takes its time',
  begin: () => 0,
  see: () => busy(2),
  conclude: () => pass(1, []),
})

it('lets timers and signals have their turn meanwhile, which may end it', async () => {
  const history: HistoryEntry[] = [
    { ...BEGAN, planned: [{ id: 'slow' }] },
    ...Array.from({ length: 2000 }, () => answered(200)),
    { kind: 'ended', at: 1, how: 'whole' },
  ]
  const interrupt = new AbortController()
  const timer = setTimeout(() => interrupt.abort(), 100)
  const stop: Stop = { how: 'interrupted', why: 'somebody wants its end' }
  const steps = judging(history, [{ name: 'made up', about: '', checks: [slow] }])
  const { cut, judged } = await inSlices(steps, () => (interrupt.signal.aborted ? stop : undefined))
  clearTimeout(timer)
  expect(cut).toMatchObject(stop)
  expect(cut!.steps).toBeLessThan(2000)
  expect(judged[0]!.verdict).toMatchObject({ verdict: 'inconclusive', reason: stop.why })
})
