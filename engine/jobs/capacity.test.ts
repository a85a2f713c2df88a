import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { LIMITS } from '../config/limits.ts'
import { targetOf } from '../config/target.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { Capacity, freeCapacityIn, limitTo, MOST_TIMES_FULL } from './capacity.ts'

function capacityBeside(unfinishedJobs = 0) {
  let unfinished = unfinishedJobs
  const end = new AbortController()
  const capacity = new Capacity(() => unfinished, end.signal)
  /** Of 100 submissions, the number that is sent before any response. */
  let count = 0
  const sent = async () => {
    count = 0
    for (let each = 0; each < 100; each++) {
      void capacity.submit(() => {
        count++
        return new Promise(() => undefined)
      })
    }
    await setImmediate()
    return count
  }
  const acceptedWith = (jobs: number) => {
    unfinished = jobs
    capacity.accepted()
    unfinished = 0
  }
  const refusedWith = (jobs: number) => {
    unfinished = jobs
    capacity.refused()
    unfinished = 0
  }
  return { capacity, end, sent, acceptedWith, refusedWith, count: () => count }
}

it('begins with one unfinished job or pending submission', async () => {
  expect(await capacityBeside().sent()).toBe(1)
  expect(await capacityBeside(1).sent()).toBe(0)
})

it.each([
  [1, 2],
  [3, 4],
  [10, 15],
  [100, LIMITS.unfinishedJobs],
])('with %i unfinished jobs accepted is %i', async (jobs, expected) => {
  const { acceptedWith, sent } = capacityBeside()
  for (let unfinished = 0; unfinished < jobs; unfinished++) acceptedWith(unfinished)
  expect(await sent()).toBe(expected)
})

it('stays at three after a 429 to a fourth job, and tries four again after 16 jobs', async () => {
  const { capacity, acceptedWith, refusedWith, sent, count } = capacityBeside()
  for (const unfinished of [0, 1, 2]) acceptedWith(unfinished)
  refusedWith(3)
  for (let job = 0; job < 15; job++) acceptedWith(2)
  expect(await sent()).toBe(3)
  acceptedWith(2)
  capacity.changed()
  await setImmediate()
  expect(count()).toBe(4)
})

it.each([
  [2, 2],
  [0, 1],
])('falls after a 429 beside %i unfinished jobs to %i', async (unfinished, expected) => {
  const { acceptedWith, refusedWith, sent } = capacityBeside()
  for (const before of [0, 1, 2, 3]) acceptedWith(before)
  refusedWith(unfinished)
  expect(await sent()).toBe(expected)
})

it.each([
  [6, 6],
  [1, 1],
  [0, 1],
])('if the server reports %i free, is at most %i', async (free, expected) => {
  const { capacity, sent, acceptedWith } = capacityBeside()
  capacity.limit(free)
  for (let unfinished = 0; unfinished < free; unfinished++) acceptedWith(unfinished)
  expect(await sent()).toBe(expected)
})

it('acts on a 429 only while jobs are unfinished, and a few times', () => {
  const { capacity, refusedWith } = capacityBeside()
  let acts = 0
  capacity.whenFull(async () => void acts++)
  refusedWith(0)
  expect(acts).toBe(0)
  for (let time = 0; time < 20 * MOST_TIMES_FULL; time++) refusedWith(3)
  expect(acts).toBe(MOST_TIMES_FULL)
})

it('releases waiting submissions at the end of the run', async () => {
  const { capacity, end } = capacityBeside(10)
  const isOver = () => Promise.reject(new Error('over'))
  const waiting = [capacity.submit(isOver), capacity.submit(isOver)]
  await setImmediate()
  end.abort()
  for (const each of waiting) await expect(each).rejects.toThrow('over')
  await expect(capacity.submit(isOver)).rejects.toThrow('over')
})

const read = (body: unknown): Exchange => ({
  ...{ kind: 'exchange', n: 1, at: 0, ms: 1, sent: 1, received: 2, purpose: { by: 'introduction', part: 'twin' } },
  request: { method: 'GET', path: '/v1/capacity', headers: [] },
  answer: { status: 200, headers: [], body: JSON.stringify(body), bytes: 0 },
})

it.each<[unknown, number | undefined]>([
  [{ limit: 5, in_use: 2, available: 3 }, 3],
  [{ data: { concurrent: { limit: 10, used: 9, remaining: 1 } } }, 1],
  [{ max_jobs: 8, running: 3 }, 5],
  [{ limit: 2, active: 5 }, 0],
  [6, 6],
  [{ load: 0.4 }, undefined],
  [{ running: 3 }, undefined],
  [{ a: 1, b: 2 }, undefined],
])('reads from GET /capacity %j: %s free', (body, expected) => {
  expect(freeCapacityIn(read(body))).toBe(expected)
})

it('is limited by GET /capacity of a remote server', () => {
  const usage = { ...read({ available: 1 }), request: { method: 'GET', path: '/v1/usage', headers: [] } }
  const limits = (baseUrl: string, readings: Exchange[]) => {
    const all: number[] = []
    limitTo(readings, targetOf(baseUrl), { limit: (free) => void all.push(free) })
    return all
  }
  expect(limits('https://api.test/v1', [usage, read({ available: 3 })])).toEqual([3])
  expect(limits('https://api.test/v1', [usage, read({})])).toEqual([])
  expect(limits('http://127.0.0.1:1/v1', [usage, read({ available: 3 })])).toEqual([])
})
