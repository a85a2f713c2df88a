import { expect, it } from 'vitest'
import { manyClients } from './many-clients.ts'

const CLIENTS = 200
const MS = 10_000

it(`serves ${CLIENTS} clients at once without losing a job or mixing states, in bounded memory`, async () => {
  const { jobs, requests, wrong, memory } = await manyClients(CLIENTS, MS)
  expect(wrong.slice(0, 5)).toEqual([])
  expect(jobs).toBeGreaterThan(CLIENTS)
  expect(requests).toBeGreaterThan(jobs * 5)
  // What is kept of late grows until it is full; after that, as much is let go as comes.
  const [middle, last] = [memory.at(Math.floor(memory.length / 2)), memory.at(-1)]
  console.log({ jobs, requests, memory: memory.map(Math.round) })
  expect(last).toBeLessThan(1.25 * middle!)
})
