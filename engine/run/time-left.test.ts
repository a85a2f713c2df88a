import { describe, expect, it } from 'vitest'
import { configure } from '../config/configuration.ts'
import { targetOf } from '../config/target.ts'
import type { HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange, Purpose } from '../history/entry/exchange.ts'
import type { Phase } from './phase.ts'
import { planRun } from './planning/plan.ts'
import { TimeLeft } from './time-left.ts'

const PROBES = 40
const REQUESTS = 10
const QUIET_MS = 20_000

const phases: Phase[] = [
  ...Array.from({ length: PROBES }, (_, index) => ({
    name: `probes ${index}`,
    max: () => ({ requests: REQUESTS }),
    drive: async () => undefined,
  })),
  {
    name: 'quiet',
    stage: 'quiet',
    max: () => ({ requests: 10 }),
    lasts: () => QUIET_MS,
    drive: async () => undefined,
  },
]

const plan = () => {
  const configuration = configure({ seed: 1, pollIntervalMs: 1000 }, false)
  const input = { target: targetOf('https://api.test/v1'), configuration, keys: [], lengthOf: () => 20, jobs: 1 }
  return planRun({ planned: [], input, besides: phases })
}

let n = 0
const exchange = (at: number, ms: number, purpose: Purpose, status = 'running', method = 'GET'): Exchange => ({
  ...{ kind: 'exchange', n: ++n, at, ms, sent: 2 * n, received: 2 * n + 1, purpose },
  request: { method, path: '/v1/videos/1', headers: [] },
  answer: {
    status: method === 'POST' ? 202 : 200,
    headers: [],
    body: JSON.stringify({ status, url: 'https://v' }),
    bytes: 1,
  },
})

/** A run of this many milliseconds per response, eight at once, with one job of three polls. */
function* history(answerMs: number): Generator<HistoryEntry> {
  const submission = exchange(0, answerMs, { by: 'introduction', part: 'submission' }, 'queued', 'POST')
  yield submission
  yield { kind: 'learned', dialect: {}, evidence: [] }
  let at = answerMs
  for (let index = 0; index < PROBES; index++) {
    for (let request = 0; request < REQUESTS; request++) {
      at += answerMs / 8
      yield exchange(at, answerMs, { by: `probes ${index}`, part: 'probe' })
    }
    const polled: Purpose = { by: 'jobs', part: 'poll', job: submission.n }
    if (index < 3) yield exchange(at, answerMs, polled, index < 2 ? 'running' : 'succeeded')
    yield { kind: 'driven', by: `probes ${index}` }
  }
  for (let request = 0; request < 10; request++) {
    yield exchange(at, answerMs, { by: 'quiet', part: 'probe' })
    at += QUIET_MS / 10
  }
  yield { kind: 'driven', by: 'quiet' }
}

/** The shown and the true time left, each second. */
function shown(answerMs: number): { at: number; left: number | undefined; truth: number }[] {
  const entries = [...history(answerMs)]
  const timeOf = (entry: HistoryEntry) => (entry.kind === 'exchange' ? entry.at + entry.ms : 0)
  const end = Math.max(...entries.map(timeOf))
  const timeLeft = new TimeLeft(plan(), 600_000)
  let next = 0
  return entries.flatMap((entry) => {
    const all: ReturnType<typeof shown> = []
    for (; next <= timeOf(entry); next += 1000)
      all.push({ at: next, left: timeLeft.secondsAt(next), truth: (end - next) / 1000 })
    timeLeft.note(entry)
    return all
  })
}

describe('the time left', () => {
  it.each([50, 300, 1000])('is right at half-time with %d ms per response', (answerMs) => {
    const all = shown(answerMs)
    const { left, truth } = all[Math.floor(all.length / 2)]!
    expect(left! / truth).toBeGreaterThan(0.7)
    expect(left! / truth).toBeLessThan(1.3)
  })

  it('is not shown until a job has finished', () => {
    const timeLeft = new TimeLeft(plan(), 600_000)
    const entries = [...history(300)]
    const end = entries.findIndex((entry) => entry.kind === 'exchange' && entry.answer?.body.includes('succeeded'))
    for (const entry of entries.slice(0, end)) timeLeft.note(entry)
    expect(timeLeft.secondsAt(10_000)).toBeUndefined()
    timeLeft.note(entries[end]!)
    expect(timeLeft.secondsAt(10_000)).toBeGreaterThan(0)
  })

  it('does not jump, and never exceeds the deadline', () => {
    const all = shown(1000).flatMap(({ at, left }) => (left === undefined ? [] : [{ at, left }]))
    for (const [index, { at, left }] of all.entries()) {
      expect(left).toBeLessThanOrEqual(600 - at / 1000)
      if (index > 0) expect(Math.abs(left - all[index - 1]!.left)).toBeLessThan(5 + all[index - 1]!.left / 4)
    }
  })
})
