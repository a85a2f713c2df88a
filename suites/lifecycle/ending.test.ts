import { expect, it } from 'vitest'
import { polled, verdictOf } from '../../fixtures/histories/handwritten.ts'
import type { Ended } from '../../runner/exchange.ts'
import { endsInTime } from './ending.ts'

const queued = (job: number, at = 0) => polled({ status: 'queued' }, { job, at })
const failed = (job: number) => polled({ status: 'failed' }, { job })

it('passes jobs that end, however', () => {
  expect(verdictOf(endsInTime, [queued(1), queued(2), failed(2), failed(1)])).toMatchObject({
    verdict: 'pass',
    tried: 2,
  })
})

it('has no verdict where no job ended: the deadline may be too short', () => {
  const verdict = verdictOf(endsInTime, [queued(1, 0), queued(1, 4000)])
  expect(verdict).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no job ended before the run did: 2 polls in 4 s left a job unfinished',
  })
})

const ending = (how: Ended['how'], seconds: number) =>
  verdictOf(endsInTime, [failed(1), queued(2, 0), queued(2, seconds * 1000)], {
    facts: { ended: { kind: 'ended', at: 60_000, how } },
  })

it('names a job that outlasts the run while another ended', () => {
  expect(ending('deadline', 30)).toMatchObject({
    verdict: 'fail',
    expected: 'an end within 60 s',
    received: '2 polls in 30 s left a job unfinished',
  })
})

it.each(['whole', 'interrupted', 'cut short'] as const)('has no verdict on a run that ended otherwise: %s', (how) => {
  expect(ending(how, 60)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'the run ended before its deadline: 2 polls in 60 s left a job unfinished',
  })
})

it('has no verdict on a job that had less than half of the time', () => {
  expect(ending('deadline', 29)).toMatchObject({ verdict: 'inconclusive' })
})
