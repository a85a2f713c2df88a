import { expect, it } from 'vitest'
import { polled, verdictOf } from '../../fixtures/histories/handwritten.ts'
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

it('names a job that outlasts the run while another ended', () => {
  const verdict = verdictOf(endsInTime, [failed(1), queued(2, 0), queued(2, 60_000)])
  expect(verdict).toMatchObject({
    verdict: 'fail',
    expected: 'an end within 60 s',
    received: '2 polls in 60 s left a job unfinished',
  })
})
