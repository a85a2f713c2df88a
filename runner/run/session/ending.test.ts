import { describe, expect, it } from 'vitest'
import { endingOf } from './ending.ts'

const QUIET = {
  isInterrupted: false,
  unwritable: undefined,
  gone: undefined,
  refused: undefined,
  baseUrl: 'https://api.test/v1',
  wasAnswered: true,
  isTooLate: false,
  deadlineMs: 10_000,
  cutShort: undefined,
  unfinished: [],
  isFoundAgain: true,
}
const jobs = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `job-${index + 1}` }))
const why = (circumstances: object) => endingOf({ how: 'whole' }, { ...QUIET, ...circumstances }).why

describe('the end of a run that leaves jobs behind', () => {
  it.each([
    ['an interrupt', { isInterrupted: true }, 'the run was interrupted'],
    ['the deadline', { isTooLate: true }, 'the deadline of 10 s came first'],
    [
      'a key that was revoked meanwhile',
      { refused: '401 {}' },
      'the key in GATECHECK_KEY was accepted at first, and then refused whatever was asked (401 {}): was it revoked meanwhile, or does the server shut out whoever shows wrong keys, as a run does on purpose? With a key that is good for as long as a run lasts, everything can be judged',
    ],
    ['a limit', { cutShort: '--max-requests 60 is used up' }, '--max-requests 60 is used up'],
  ])('by %s says that the next run brings them to their ends', (_, circumstances, words) => {
    expect(why({ ...circumstances, unfinished: jobs(2) })).toBe(
      `${words}, with 2 jobs unfinished: job-1, job-2, which the next run with the same --out brings to their ends`,
    )
    expect(why(circumstances)).toBe(words)
  })

  it('names three, or four where that is all, and how many more', () => {
    const named = (count: number) => why({ isInterrupted: true, unfinished: jobs(count) })
    expect(named(1)).toContain('with 1 job unfinished: job-1, which the next run with the same --out brings to its end')
    expect(named(4)).toContain('unfinished: job-1, job-2, job-3, job-4, which')
    expect(named(5)).toContain('unfinished: job-1, job-2, job-3 and 2 more, which')
  })

  it('promises nothing where nobody will find them', () => {
    for (const circumstances of [{ isFoundAgain: false }, { unwritable: 'the disk is full' }])
      expect(why({ isTooLate: true, unfinished: jobs(1), ...circumstances })).toMatch(/with 1 job unfinished: job-1$/)
  })
})
