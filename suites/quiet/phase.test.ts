import { describe, expect, it } from 'vitest'
import { allPass, jobsOf, ofThePhase, verdicts, watch } from './phase-for-tests.ts'
import { type Life, livesIn } from './trios.ts'

describe('the jobs of a run', () => {
  it('are seven in full, with all keys', async () => {
    const run = await watch()
    expect(jobsOf(run)).toEqual([
      'A: trio 1: fast',
      'A2: trio 1: slow',
      'A: trio 1: rested while everything at once',
      'A: one more job of key A at the largest size, from an image, polled by A2 while one rests',
      'B: one more job of key B while one rests',
      'A: one more job of key A that fails while one rests',
      'A: trio 1: rested after 2 polls while everything at once',
    ])
    expect(verdicts(run)).toEqual(allPass)
    expect(run.report.budget.jobs).toBe(8)
  })
})

it('polls the slow job at three times the interval', async () => {
  const run = await watch({}, { profile: 'standard', pollIntervalMs: 10 })
  const [fast, slow] = livesIn(ofThePhase(run))
  const shortest = ({ at }: Life) => Math.min(...at.slice(1).map((each, index) => each - at[index]!))
  expect(shortest(fast!)).toBeGreaterThanOrEqual(9)
  expect(shortest(slow!)).toBeGreaterThanOrEqual(29)
})
