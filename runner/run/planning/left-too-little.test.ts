import { expect, it } from 'vitest'
import type { Cost } from '../../driving/phase.ts'
import type { Shares } from '../../wire/limits/shares.ts'
import { whyTooLittle } from './left-too-little.ts'
import { phaseOf } from './planning-for-tests.ts'

const shares = { limit: { option: '--max-jobs', most: 3 } } as unknown as Shares
const phase = phaseOf('a phase', { requests: 1 })
const why = (left: Cost, all: Cost, dealt: Shares | undefined = shares) =>
  whyTooLittle(phase, dealt, new Map([[phase, left]]), new Map([[phase, all]]))

it('is said of a phase that has neither a job nor a fourth of its requests', () => {
  expect(why({ requests: 1 }, { requests: 595 })).toBe('--max-jobs 3 leaves too little for it')
  expect(why({ requests: 0, jobs: 0 }, { requests: 25, jobs: 25 })).toBeDefined()
})

it('is said of none that has some', () => {
  expect(why({ requests: 15 }, { requests: 602 })).toBeUndefined()
  expect(why({ requests: 6, jobs: 6 }, { requests: 44, jobs: 44 })).toBeUndefined()
  expect(why({ requests: 130 }, { requests: 149, jobs: 6 })).toBeUndefined()
  expect(why({ requests: 0 }, { requests: 0 })).toBeUndefined()
})

it('is said of none where nothing is dealt out', () => {
  expect(whyTooLittle(phase, undefined, new Map([[phase, { requests: 1 }]]), new Map([[phase, { requests: 9 }]]))).toBe(
    undefined,
  )
})
