import { expect, it } from 'vitest'
import { answered, polled } from '../history/handwritten-for-tests.ts'
import { recordingOf } from '../history/recording.ts'
import { MOST_STATES, tallyOf } from './tally.ts'

it('tells so many states of a job, none of them long, and the last of them in any event', () => {
  const submission = answered(202, { posted: '{}', body: { id: 'job-1' } })
  const polls = Array.from({ length: 2000 }, (_, n) =>
    polled({ id: 'job-1', status: 'running', stage: `${n} ${'x'.repeat(10_000)}` }, { job: submission.n }),
  )
  const end = polled({ id: 'job-1', status: 'succeeded' }, { job: submission.n })
  const [job] = tallyOf(recordingOf([submission, ...polls, end])).jobs
  expect(job!.states).toHaveLength(MOST_STATES)
  expect(job!.states.at(-1)).toEqual([end.at, 'succeeded', null])
  expect(JSON.stringify(job).length).toBeLessThan(MOST_STATES * 300)
})
