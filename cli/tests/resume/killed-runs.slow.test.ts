import { beforeAll, describe, expect, it } from 'vitest'
import { momentsOf } from './moments-for-tests.ts'
import { differencesOf, type Outcome, trial } from './trial-for-tests.ts'

/** Kills a small run at three moments: early, anywhere in a line, twice. RESUME=all and RESUME=paid kill larger runs at 60. */
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
}, TIMEOUT)

it('compares with a whole run', () => {
  expect(whole).toMatchObject({ exits: [0], unknown: 0, uncertain: 0, unfinished: 0 })
})

describe('a killed run resumes without submitting twice', () => {
  it.for(Array.from({ length: HOW_MANY }, (_, nth) => nth))('at moment %i', { timeout: TIMEOUT }, async (nth) => {
    const kills = momentsOf(whole.bytes, HOW_MANY, SEED)[nth]!
    const gone = await trial(OPTIONS, kills)
    if (isWholePass) tell(nth, gone)
    expect(gone.exits.slice(0, -1).every((each) => each === 'SIGKILL')).toBe(true)
    // As many as are known, and those of which no answer came.
    expect(gone.unknown).toBeLessThanOrEqual(gone.uncertain)
    expect(gone.unfinished).toBeLessThanOrEqual(gone.unknown)
    expect(gone.jobs).toBeLessThanOrEqual(gone.announced)
    expect(gone.counted).toBeLessThanOrEqual(gone.announced)
    expect(gone.paidTwice).toEqual([])
    expect(differencesOf(whole, gone)).toEqual([])
  })
})

function tell(nth: number, gone: Outcome): void {
  const { exits, at, jobs, announced, unknown, uncertain, unfinished, seconds, again } = gone
  const otherwise = differencesOf(whole, gone)
  const told = { nth, exits, at, jobs, announced, unknown, uncertain, unfinished, again, otherwise, seconds }
  process.stdout.write(`${JSON.stringify(told)}\n`)
}
