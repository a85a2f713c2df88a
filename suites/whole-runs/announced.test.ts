import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import type { Spent } from '../../runner/wire/budget.ts'
import { type Announced, announce, anySelection, less } from './announced-for-tests.ts'

const SELECTIONS = 160
/** Getting acquainted with a server may take so many requests more than it takes with a plain one. */
const ACQUAINTANCE = 51

/** One refuses nothing that it may take; the other refuses all of it. */
const SERVERS = [
  { dialect: 'problem-details', polls: 4, refusesNothing: true },
  { dialect: 'legacy-numbers', polls: 1, refusesNothing: false },
]

const amounts = ({ requests, jobs, videoSeconds }: Spent) => ({ requests, jobs, videoSeconds })
const isMore = (one: Spent, other: Spent) =>
  one.requests > other.requests || one.jobs > other.jobs || one.videoSeconds > other.videoSeconds

/** Cut short by a limit, a run leaves out what was announced. */
const isUnlimited = ({ wishes }: Announced) =>
  [wishes.maxJobs, wishes.maxVideoSeconds, wishes.maxRequests].every((limit) => limit === undefined)

function isWithin(times: number, { plan, sent }: Announced): boolean {
  return (
    plan.jobs <= times * sent.jobs &&
    plan.videoSeconds <= times * sent.videoSeconds &&
    plan.requests - ACQUAINTANCE <= times * sent.requests
  )
}

const told = (all: readonly Announced[]) =>
  all.map(({ plan, sent, wishes, keys }) => ({ ...wishes, keys, announced: amounts(plan), sent }))

describe.each(SERVERS)(
  'what is announced to a server in the dialect $dialect',
  ({ dialect, polls, refusesNothing }) => {
    const all: Announced[] = []

    beforeAll(async () => {
      const { provision, close } = await startEmbedded({ dialect, polls, capacity: 1000 })
      try {
        for (const { without, wishes } of fc.sample(anySelection, { seed: 12, numRuns: SELECTIONS }))
          all.push(await announce(less(provision, without), wishes))
      } finally {
        await close()
      }
    }, 600_000)

    it(`is never less than what is sent, in ${SELECTIONS} selections`, () => {
      expect(all).toHaveLength(SELECTIONS)
      expect(told(all.filter(({ plan, sent }) => isMore(sent, plan)))).toEqual([])
    })

    if (refusesNothing)
      it('is within 1.3 of what is sent in nine of ten, where no limit cuts it short, and within 2 in all', () => {
        const unlimited = all.filter(isUnlimited)
        expect(unlimited.length).toBeGreaterThan(SELECTIONS / 8)
        expect(told(unlimited.filter((each) => !isWithin(2, each)))).toEqual([])
        const loose = unlimited.filter((each) => !isWithin(1.3, each))
        expect(loose.length, JSON.stringify(told(loose))).toBeLessThanOrEqual(unlimited.length / 10)
      })
  },
)
