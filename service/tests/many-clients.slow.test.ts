import { expect, it } from 'vitest'
import { manyClients } from './many-clients.ts'

const CLIENTS = 200
const MS = 10_000

it(`serves ${CLIENTS} clients without losing a job or mixing states, in bounded memory`, async () => {
  const { jobs, requests, wrong, memory } = await manyClients(CLIENTS, MS)
  expect(wrong.slice(0, 5)).toEqual([])
  expect(jobs).toBeGreaterThan(CLIENTS)
  expect(requests).toBeGreaterThan(jobs * 5)
  // Caches grow until they are full; from then on memory must be constant.
  const [middle, last] = [memory.at(Math.floor(memory.length / 2)), memory.at(-1)]
  console.log({ jobs, requests, memory: memory.map(Math.round) })
  expect(last).toBeLessThan(1.25 * middle!)
})
