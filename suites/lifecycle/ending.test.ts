import { describe, expect, it } from 'vitest'
import type { Ended } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { endsInTime, pollingReachesTheEnd } from './ending.ts'

const queued = (job: number, at = 0) => polled({ status: 'queued' }, { job, at })
const failed = (job: number) => polled({ status: 'failed' }, { job })

it('has no verdict where no job ended: the deadline may be too short', () => {
  const verdict = verdictOf(endsInTime, [queued(1, 0), queued(1, 4000)])
  expect(verdict).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no job finished before the run ended: 2 polls in 4 s left a job unfinished',
  })
})

const ending = (how: Ended['how'], seconds: number) =>
  verdictOf(endsInTime, [failed(1), queued(2, 0), queued(2, seconds * 1000)], {
    facts: { ended: { kind: 'ended', at: 60_000, how } },
  })

it('names a job that outlasts the run while another ended', () => {
  expect(ending('deadline', 30)).toMatchObject({
    verdict: 'fail',
    expected: 'a final status within 60 s',
    received: '2 polls in 30 s left a job unfinished',
  })
})

it.each(['whole', 'interrupted', 'cut short'] as const)('has no verdict on a run that ended otherwise: %s', (how) => {
  expect(ending(how, 60)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the run ended before its deadline: 2 polls in 60 s left a job unfinished',
  })
})

describe('a job that is given up', () => {
  /** So many polls, the last of which shows the end, if there is one. */
  const life = (prompt: string, polls: number, end?: string): Exchange[] => {
    const submission = answered(202, { part: 'submission', posted: JSON.stringify({ prompt }) })
    const status = (poll: number) => (end && poll === polls - 1 ? end : 'queued')
    const of = { job: submission.n, polled: `job-${submission.n}` }
    return [submission, ...Array.from({ length: polls }, (_, poll) => polled({ status: status(poll) }, of))]
  }
  const verdict = (...lives: Exchange[][]) => verdictOf(pollingReachesTheEnd, lives.flat())

  it('had 200 polls at least, however few its twin needed', () => {
    expect(verdict(life('a boat', 1, 'succeeded'), life('a boat', 199))).toMatchObject({ verdict: 'pass', tried: 1 })
    expect(verdict(life('a boat', 1, 'succeeded'), life('a boat', 200))).toMatchObject({ verdict: 'fail', tried: 2 })
  })

  it('had twenty times the polls of its slowest twin', () => {
    const twins = [life('a boat', 2, 'succeeded'), life('a boat', 11, 'failed')]
    expect(verdict(...twins, life('a boat', 219))).toMatchObject({ verdict: 'pass' })
    expect(verdict(...twins, life('a boat', 220))).toMatchObject({ verdict: 'fail', received: 'none after 220 polls' })
  })
})
