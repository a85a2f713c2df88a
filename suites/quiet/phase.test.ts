import { describe, expect, it } from 'vitest'
import { type Life, livesIn } from './lives.ts'
import { accusing, allPass, jobsOf, ofThePhase, oneKey, verdicts, watch } from './phase-for-tests.ts'

describe('the jobs of a lawful run', () => {
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

  it('are four in standard', async () => {
    const run = await watch({}, { profile: 'standard' })
    expect(jobsOf(run)).toEqual([
      'A: trio 1: fast',
      'A2: trio 1: slow',
      'A: trio 1: rested while everything at once',
      'A: one more job of key A while one rests',
    ])
    expect(verdicts(run)).toEqual(allPass)
  })

  it('are none in smoke', async () => {
    const run = await watch({}, { profile: 'smoke' })
    expect(ofThePhase(run)).toEqual([])
    expect(verdicts(run)).toEqual(new Set(['skip']))
  })

  it('are those of the one key where the run has no other', async () => {
    const run = await watch(oneKey())
    expect(jobsOf(run)).toEqual([
      'A: trio 1: fast',
      'A: trio 1: slow',
      'A: trio 1: rested while everything at once',
      'A: one more job of key A at the largest size, from an image while one rests',
      'A: one more job of key A that fails while one rests',
      'A: trio 1: rested after 2 polls while everything at once',
    ])
    expect(accusing(run)).toEqual([])
    expect(jobsOf(await watch(oneKey(), { profile: 'standard' }))).toHaveLength(4)
  })

  // They are judged by what others sent, and nothing in it tells of another key.
  it('leave open what takes another key to tell', async () => {
    const { report } = await watch(oneKey(), { profile: 'standard' })
    const verdictOn = (id: string) => report.checks.find((check) => check.id === id)?.verdict
    expect(verdictOn('quiet.usage-of-another-key-stays')).toBe('skip')
    expect(verdictOn('quiet.other-account-stays')).toBe('skip')
  })

  it('are left alone once where they come to their ends too soon to be left alone midway', async () => {
    const run = await watch({ polls: 2 })
    expect(jobsOf(run).filter((each) => each.includes('rested'))).toHaveLength(1)
    expect(accusing(run)).toEqual([])
  })
})

it('a slow twin is polled at three times the interval, from its submission on', async () => {
  const run = await watch({}, { profile: 'standard', pollIntervalMs: 10 })
  const [fast, slow] = livesIn(ofThePhase(run))
  const shortest = ({ at }: Life) => Math.min(...at.slice(1).map((each, index) => each - at[index]!))
  expect(shortest(fast!)).toBeGreaterThanOrEqual(9)
  expect(shortest(slow!)).toBeGreaterThanOrEqual(29)
})
