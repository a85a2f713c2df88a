import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { HistoryEntry } from '../history/entries.ts'
import { type Check, rule } from '../judging/check.ts'
import { answered, BEGAN } from '../judging/handwritten-for-tests.ts'
import { judging, type Stop } from '../judging/judging.ts'
import { pass } from '../judging/verdict.ts'
import { BOUNDS } from '../settings/bounds.ts'
import { judgedInSlices, timeToJudge } from './time-to-judge.ts'

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

it('ends a while after the deadline', async () => {
  const whyToStop = timeToJudge(DEADLINE)
  const afterManyRequests = timeToJudge({ ...DEADLINE, requests: 40_000 })
  await sleep(BOUNDS.judgingMs.most + 4 * DEADLINE.requests * BOUNDS.judgingARequestMs.most + 100)
  expect(afterManyRequests(), 'each of 40,000 requests takes its time').toBeUndefined()
  expect(whyToStop()).toEqual({
    how: 'deadline',
    why: 'what happened could not all be judged before the deadline of 1 s',
  })
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
  const { cut, judged } = await judgedInSlices(steps, () => (interrupt.signal.aborted ? stop : undefined))
  clearTimeout(timer)
  expect(cut).toMatchObject(stop)
  expect(cut!.steps).toBeLessThan(2000)
  expect(judged[0]!.verdict).toMatchObject({ verdict: 'inconclusive', reason: stop.why })
})
