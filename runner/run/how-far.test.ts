import { expect, it } from 'vitest'
import type { Jobs } from '../jobs/jobs.ts'
import { howFar } from './how-far.ts'

const polled = (status: string, isFinal = false) => ({
  polls: [{ answer: { body: JSON.stringify({ status }) } }],
  ...(isFinal && { final: {} }),
})

const told = (...all: ReturnType<typeof polled>[]) => {
  const jobs = { all, unfinished: () => all.filter((job) => !('final' in job)) } as unknown as Jobs
  return howFar({ seconds: 1, checks: 2, checksDone: 1, requests: 3, jobs, waitsFor: undefined }).jobs
}

it('tells how the last unfinished job was last seen, and of none that has ended', () => {
  expect(told(polled('queued'), polled('running'), polled('failed', true))).toEqual({
    unfinished: 2,
    ended: 1,
    last: 'running',
  })
  expect(told(polled('failed', true))).toEqual({ unfinished: 0, ended: 1 })
})
