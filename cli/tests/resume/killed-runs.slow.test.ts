import { beforeAll, describe, expect, it } from 'vitest'
import { momentsOf } from './moments-for-tests.ts'
import { differencesOf, type Outcome, paidTwice, trial } from './trial-for-tests.ts'

/**
 * Kills a small run at three moments: early, within a line, and repeatedly. RESUME=small, RESUME=paid and RESUME=all kill
 * larger runs at 60; choose some with -t 'moment 1[0-9]$'.
 */
const isWholePass = process.env.RESUME !== undefined
const SMALL = ['--profile', 'standard', '--only', 'lifecycle,limits,quiet,readings', '--generate', '0']
const PAID = [
  '--profile',
  'full',
  '--only',
  'limits,lifecycle,media,capacity,accounts,readings,quiet,model,pact,answers',
]
const FULL = ['--profile', 'full', '--generate', '500']
const CHOSEN = process.env.RESUME === 'all' ? FULL : process.env.RESUME === 'paid' ? PAID : SMALL
const OPTIONS = [...CHOSEN, '--poll-interval', '5ms', '--deadline', '5m', '--seed', '1']
const SEED = 19
const HOW_MANY = isWholePass ? 60 : 3
const TIMEOUT = 10 * 60_000

let whole: Outcome
beforeAll(async () => {
  whole = await trial(OPTIONS, [])
  if (isWholePass) print({ whole: true, jobs: whole.jobs, announced: whole.announced, seconds: whole.seconds })
}, TIMEOUT)

it('compares with an uninterrupted run', () => {
  expect(whole).toMatchObject({ exits: [0], unknown: 0, uncertain: 0, unfinished: 0 })
})

describe('a killed run resumes without submitting twice', () => {
  it.for(Array.from({ length: HOW_MANY }, (_, nth) => nth))('at moment %i', { timeout: TIMEOUT }, async (nth) => {
    const resumed = await trial(OPTIONS, momentsOf(whole.bytes, HOW_MANY, SEED)[nth]!)
    const { exits, at, jobs, unknown, uncertain, unfinished, again, seconds } = resumed
    const differences = differencesOf(whole, resumed)
    const twice = paidTwice(whole, resumed)
    if (isWholePass) print({ nth, exits, at, jobs, unknown, uncertain, unfinished, again, seconds, differences, twice })
    expect(exits.slice(0, -1).every((each) => each === 'SIGKILL')).toBe(true)
    expect(unknown).toBeLessThanOrEqual(uncertain)
    expect(unfinished).toBeLessThanOrEqual(unknown)
    expect(jobs).toBeLessThanOrEqual(whole.jobs + uncertain + again)
    expect(jobs).toBeLessThanOrEqual(resumed.announced)
    expect(resumed.counted).toBeLessThanOrEqual(resumed.announced)
    expect(twice).toEqual([])
    // A submission whose response was lost is not sent again, so its checks may have no verdict.
    const unexplained = differences.filter((each) => uncertain === 0 || !/: pass, then (inconclusive|skip) /.test(each))
    expect(unexplained).toEqual([])
  })
})

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
