import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { asEmbedded, startEmbedded } from '../../fixtures/embedded.ts'
import { STRANGERS } from '../../fixtures/strangers/index.ts'
import type { RunPlan } from '../../runner/run/planning/plan.ts'
import type { Wishes } from '../../runner/settings/configuration.ts'
import { moneyOf } from '../../runner/settings/prices/money.ts'
import type { Spent } from '../../runner/wire/limits/budget.ts'
import { type Announced, announce, anySelection, less } from './announced-for-tests.ts'

const SELECTIONS = 110
/** One refuses nothing that it may take; another refuses all of it but bad images, and the third refuses those. */
const SERVERS: { dialect: string; polls: number; refuses: 'nothing' | 'odd bodies' | 'bad images' }[] = [
  { dialect: 'problem-details', polls: 4, refuses: 'nothing' },
  { dialect: 'legacy-numbers', polls: 1, refuses: 'odd bodies' },
  { dialect: 'plain', polls: 4, refuses: 'bad images' },
]

const amounts = ({ requests, jobs, videoSeconds }: Spent) => ({ requests, jobs, videoSeconds })
const isMore = (one: Spent, other: Spent) =>
  one.requests > other.requests || one.jobs > other.jobs || one.videoSeconds > other.videoSeconds

const areJobsBounded = ({ maxJobs, maxVideoSeconds, maxCost }: Wishes) =>
  [maxJobs, maxVideoSeconds, maxCost].some((limit) => limit !== undefined)
/** Cut short by a limit, a run leaves out what was announced. */
const isUnlimited = ({ wishes }: Announced) => wishes.maxRequests === undefined && !areJobsBounded(wishes)

/** Of these jobs, it is dealt out before the run which ones a limit leaves. */
const isCutShort = (announced: Announced) => !isUnlimited(announced)

/** What is announced to such a server: to any, or to one that makes jobs of all that it may refuse. */
type Told = (plan: RunPlan) => Spent
const toAny: Told = (plan) => plan
const ifTakenOn: Told = (plan) => plan.ifTakenOn

const hasTightRequests = (announced: Spent, sent: Spent) => announced.requests <= 1.3 * sent.requests
/** Of a handful, as of the cookies of a server that gives none, some more are no promise broken. */
const hasNearRequests = (announced: Spent, sent: Spent) =>
  announced.requests <= Math.max(1.3 * sent.requests, sent.requests + 10)
const hasTightJobs = (announced: Spent, sent: Spent) =>
  announced.jobs <= 1.3 * sent.jobs && announced.videoSeconds <= 1.3 * sent.videoSeconds
/** Of a handful of jobs, two more are no promise broken. */
const isNear = (announced: number, sent: number) => announced <= Math.max(1.3 * sent, sent + 2)
const hasNearJobs = (announced: Spent, sent: Spent) =>
  isNear(announced.jobs, sent.jobs) && isNear(announced.videoSeconds, sent.videoSeconds)
const isTight = (announced: Spent, sent: Spent) => hasTightJobs(announced, sent) && hasTightRequests(announced, sent)

/** Those of which it does not hold. */
const otherThan = (all: readonly Announced[], told: Told, holds: (announced: Spent, sent: Spent) => boolean) =>
  all
    .filter(({ plan, sent }) => !holds(told(plan), sent))
    .map(({ plan, sent, wishes, keys }) => ({ ...wishes, keys, announced: amounts(told(plan)), sent }))

describe.each(SERVERS)('what is announced to a server in the dialect $dialect', ({ dialect, polls, refuses }) => {
  const all: Announced[] = []

  beforeAll(async () => {
    const { provision, close } = await startEmbedded({ dialect, polls, capacity: 1000 })
    try {
      for (const { without, wishes } of fc.sample(anySelection, { seed: 12, numRuns: SELECTIONS }))
        all.push(await announce(less(provision, without), wishes))
    } finally {
      await close()
    }
  })

  it(`is never less than what is sent, in ${SELECTIONS} selections`, () => {
    expect(all).toHaveLength(SELECTIONS)
    for (const told of refuses === 'nothing' ? [toAny, ifTakenOn] : [toAny])
      expect(otherThan(all, told, (announced, sent) => !isMore(sent, announced))).toEqual([])
  })

  it('names what a limit leaves too little for, and nothing that comes to a verdict all the same', () => {
    const named = all.map(({ plan, judged, wishes, keys }) => {
      const left = plan.suites.flatMap(({ skipped }) => skipped).filter(({ why }) => why.includes('too little'))
      return { ...wishes, keys, left: left.map(({ id }) => id), judged }
    })
    expect(named.flatMap(({ left }) => left).length).toBeGreaterThan(SELECTIONS / 10)
    const told = named.map(({ left, judged, ...how }) => ({ ...how, wrong: left.filter((id) => judged.includes(id)) }))
    expect(told.filter(({ wrong }) => wrong.length > 0)).toEqual([])
  })

  it('is never less money than is paid, and no more than a limit of it allows', () => {
    const amounts = all.map(({ plan: { cost }, paid, wishes, keys }) => {
      const most = [cost!.most, ...(refuses === 'nothing' ? [cost!.ifTakenOn] : []), wishes.maxCost ?? cost!.most]
      return { ...wishes, keys, most, paid, isMore: most.some((each) => paid > moneyOf(each)) }
    })
    expect(amounts.filter(({ isMore }) => isMore)).toEqual([])
    expect(amounts.some(({ paid }) => paid > 0n)).toBe(true)
  })

  if (refuses === 'nothing')
    it('is within 1.3 of what is sent, where no limit cuts it short', () => {
      const unlimited = all.filter(isUnlimited)
      expect(unlimited.length).toBeGreaterThan(SELECTIONS / 8)
      expect(otherThan(unlimited, ifTakenOn, isTight)).toEqual([])
    })

  if (refuses === 'nothing')
    it('says no more jobs and seconds than 1.3 of what is sent, where limits cut it short', () => {
      const bounded = all.filter(isCutShort)
      expect(bounded.length).toBeGreaterThan(SELECTIONS / 2)
      expect(otherThan(bounded, ifTakenOn, hasNearJobs)).toEqual([])
    })

  if (refuses === 'nothing')
    it('says no more requests than 1.3 of what is sent, where limits cut it short', () => {
      expect(otherThan(all.filter(isCutShort), ifTakenOn, hasNearRequests)).toEqual([])
    })

  if (refuses === 'bad images')
    it('says no more requests than 1.3 of what is sent, where no limit cuts it short', () => {
      expect(otherThan(all.filter(isUnlimited), toAny, hasTightRequests)).toEqual([])
    })
})

describe('what is announced to a server whose ids are found at the second try', () => {
  it.each(['answers', 'capacity', 'pact'])(
    'is less than what is sent for %s, and what stands in brackets is not',
    async (suite) => {
      const { provision, close } = asEmbedded(await STRANGERS.find(({ id }) => id === 'night-ferry')!.start())
      try {
        const { plan, sent } = await announce(provision, { profile: 'full', only: [suite] })
        expect(sent.requests).toBeGreaterThan(plan.requests)
        expect(sent.requests).toBeLessThanOrEqual(plan.ifUnusual.requests)
        expect(sent.jobs).toBeLessThanOrEqual(plan.jobs)
      } finally {
        await close()
      }
    },
  )
})
