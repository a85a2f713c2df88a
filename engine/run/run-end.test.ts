import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answered, unanswered } from '../history/handwritten-for-tests.ts'
import { recordingOf } from '../history/recording.ts'
import { goneInWords, RunEnd } from './run-end.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const CIRCUMSTANCES = {
  baseUrl: 'https://server.test/v1',
  wasAnswered: true,
  cutShort: undefined,
  unfinished: [{ id: 'a' }, { id: 'b' }],
  isFoundAgain: true,
}

it('gives up a server that sends nothing for a second after an interrupt', () => {
  const interrupt = new AbortController()
  const end = new RunEnd({ deadlineMs: 600_000, interrupt: interrupt.signal })
  vi.advanceTimersByTime(60_000)
  expect(end.over.aborted).toBe(false)
  interrupt.abort()
  expect(end.over.aborted).toBe(true)
  for (let time = 0; time < 8; time++) {
    vi.advanceTimersByTime(900)
    end.responded()
  }
  vi.advanceTimersByTime(900)
  expect(end.givenUp.aborted).toBe(false)
  vi.advanceTimersByTime(300)
  expect(end.givenUp.aborted).toBe(true)
  const why =
    'the run was interrupted, with 2 jobs unfinished: a, b (the next run with the same --out polls them to completion)'
  expect(end.howItEnded({ how: 'whole' }, CIRCUMSTANCES)).toEqual({ how: 'interrupted', why })
})

it('ends at the deadline, unless it is closed before', () => {
  const [late, closed] = [new RunEnd({ deadlineMs: 100 }), new RunEnd({ deadlineMs: 100 })]
  closed.close()
  vi.advanceTimersByTime(200)
  expect(closed.over.aborted).toBe(false)
  expect(late.givenUp.aborted).toBe(true)
  const alone = { ...CIRCUMSTANCES, unfinished: [] }
  expect(late.howItEnded({ how: 'whole' }, alone)).toMatchObject({ how: 'deadline' })
  expect(late.howItEnded({ how: 'whole' }, { ...alone, wasAnswered: false })).toMatchObject({ how: 'no target' })
})

it('ends phases shortly before the deadline if something is left to do', () => {
  const end = new RunEnd({ deadlineMs: 60_000, needsReserve: () => true })
  vi.advanceTimersByTime(58_000)
  expect(end.over.aborted).toBe(false)
  vi.advanceTimersByTime(500)
  expect([end.over.aborted, end.givenUp.aborted, end.isCutShort]).toEqual([true, false, true])
  vi.advanceTimersByTime(1500)
  expect(end.givenUp.aborted).toBe(true)
  expect(end.howItEnded({ how: 'whole' }, CIRCUMSTANCES)).toMatchObject({ how: 'deadline' })
})

it('names the requests in flight when the server stopped responding', () => {
  const [answer, lost] = [answered(200), unanswered('reset', { posted: 'null', case: 'the body null' })]
  const last = unanswered('refused')
  const words = goneInWords(recordingOf([unanswered('reset'), answer, lost, last]), last)
  expect(words).toContain(`requests in flight when it stopped: POST /v1/videos, the body null (exchange ${lost.n})`)
  expect(words).not.toContain('GET')
})
