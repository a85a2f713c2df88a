import { expect, it } from 'vitest'
import { Keyring } from '../keys/keyring.ts'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { JobsTold, type JobTold } from './jobs-told.ts'

const candidate = (text: string, at: string) => ({ way: [at], type: 'string' as const, text })
const job = (n: number): JobTold => ({
  ...{ n, key: 'K1', isSubmitted: true },
  candidates: [candidate(`job-${n}`, 'id'), candidate('queued', 'status')],
})

const told = () => new JobsTold(new Keyring(['K1'], []))
const cpuMs = (work: () => void) => {
  const begun = process.threadCpuUsage()
  work()
  return process.threadCpuUsage(begun).user / 1000
}

it('keeps the latest jobs, by whatever may be their ids, and forgets the oldest', () => {
  const jobs = told()
  const last = BOUNDS.jobsObserved.most + 599
  for (let n = 0; n <= last; n++) jobs.add(job(n))
  expect([599, 600, last].map((n) => jobs.of(`job-${n}`, 'K1')?.n)).toEqual([undefined, 600, last])
  expect(jobs.of('queued', 'K1')?.n).toBe(last)
})

it('does not go through all jobs for each that shares a word with them', () => {
  const jobs = told()
  const add = (from: number, to: number) => () => {
    for (let n = from; n < to; n++) jobs.add(job(n))
  }
  add(0, 1000)()
  const early = cpuMs(add(1000, 4000))
  add(4000, 20_000)()
  const late = cpuMs(add(20_000, 23_000))
  expect(late).toBeLessThan(early * 4 + 20)
})

it('finds the latest of one id that is given again and again', () => {
  const jobs = told()
  for (let n = 0; n < 3000; n++) jobs.add({ ...job(n), candidates: [candidate('1', 'id')] })
  expect(jobs.of('1', 'K1')?.n).toBe(2999)
})

it('keeps so many jobs under one word, and forgets under it the oldest', () => {
  const jobs = told()
  const most = BOUNDS.jobsOfOneId.most
  const readAfter = (further: number) => {
    jobs.add({ ...job(0), key: 'K2' })
    for (let n = 1; n <= further; n++) jobs.add(job(n))
    return jobs.of('queued', 'K2')?.n
  }
  expect(readAfter(most - 1)).toBe(0)
  expect(readAfter(most)).toBeUndefined()
})
