import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outlookOf } from '../../cli/run/outlook.ts'
import { PROFILES, type Wishes } from '../../engine/config/configuration.ts'
import { moneyOf } from '../../engine/config/prices/money.ts'
import type { Prices } from '../../engine/config/prices/prices.ts'
import { secondsAt } from '../../engine/run/planning/estimate.ts'
import { prepare } from '../../engine/run/run.ts'
import { type Embedded, startEmbedded } from '../../fixtures/embedded.ts'
import { FIELDS } from '../../spec/words.ts'
import { SUITES } from '../../suites/index.ts'
import { planLine, planReport } from './plan.ts'
import { timeLines } from './time.ts'

let embedded: Embedded
beforeAll(async () => {
  embedded = await startEmbedded()
})
afterAll(() => embedded.close())

const prepared = (wishes: Wishes) => prepare({ provision: embedded.provision, wishes, suites: SUITES, local: false })

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), arbitrary)
const PRICES: Prices = {
  unit: 'credits',
  rates: [
    { resolution: ['480p'], perSecond: '0.5' },
    { perSecond: '7', perJob: '0.25' },
  ],
}
const anyLimits: fc.Arbitrary<Wishes> = fc.record({
  profile: fc.constantFrom(...PROFILES),
  only: fc.constantFrom([], [], ['limits'], ['quiet', 'auth'], ['paths']),
  seed: fc.constant(1),
  maxJobs: maybe(fc.constantFrom(0, 1, 3, 30)),
  maxVideoSeconds: maybe(fc.constantFrom(0.5, 1, 15.5, 200)),
  maxRequests: maybe(fc.constantFrom(1, 60, 500, 20_000)),
  maxDuration: maybe(fc.constantFrom(1, 5, 60)),
  rate: maybe(fc.constantFrom(0.5, 5)),
  deadlineMs: fc.constantFrom(30_000, 600_000, 36_000_000),
})
const anyMoney = maybe(fc.constantFrom('0', '0.5', '33.3'))

/** Jobs, seconds of video and requests on any server. */
const limitsIn = (text: string) =>
  [/^jobs.* (\d+)$/m, /^seconds of video.* (\d+)$/m, /^requests.* (\d+)$/m].map((row) => Number(row.exec(text)![1]))

describe('a plan', () => {
  it('shows the cost beside the jobs if there is a price list', () => {
    const told = (wishes: Wishes) => {
      const { plan, target } = prepared({ profile: 'smoke', ...wishes })
      return planReport(plan.plan, target.baseUrl, [], { width: 200, quiet: true })
    }
    expect(told({ prices: PRICES })).toMatch(/^cost \(credits\) +0\.5 /m)
    expect(told({ prices: PRICES })).toContain('Use --max-jobs, --max-video-seconds and --max-cost to')
    expect(told({ prices: PRICES, maxCost: '3.10' })).toMatch(/^jobs .* 6\n(.*\n)*cost \(credits\) .* 3\.1$/m)
    expect(told({ prices: PRICES, maxCost: '0.4' })).toMatch(
      /^jobs +0 +0\nseconds of video +0 +0\ncost \(credits\) +0 +0$/m,
    )
    expect(told({})).not.toContain('credits')
  })

  it('states no limit that contradicts another', () => {
    fc.assert(
      fc.property(anyLimits, anyMoney, (limits, maxCost) => {
        const wishes = { ...limits, prices: PRICES, maxCost }
        const { atMost, cost, jobs, ...plan } = prepared(wishes).plan.plan
        const { maxJobs = 1e9, maxVideoSeconds = 1e9, maxRequests = 1e9, maxDuration = FIELDS.duration.most } = wishes
        const inTime = wishes.rate === undefined ? 1e9 : (wishes.rate * wishes.deadlineMs!) / 1000 + 1
        for (const each of [{ ...plan, jobs }, atMost]) {
          expect(each.jobs).toBeLessThanOrEqual(Math.min(maxJobs, maxVideoSeconds, each.requests))
          expect(each.videoSeconds).toBeLessThanOrEqual(maxVideoSeconds)
          expect(each.videoSeconds).toBeGreaterThanOrEqual(each.jobs * FIELDS.duration.least)
          expect(each.requests).toBeLessThanOrEqual(Math.min(maxRequests, inTime))
        }
        expect(plan.videoSeconds).toBeLessThanOrEqual(jobs * maxDuration)
        const [most, all] = [moneyOf(cost!.most), moneyOf(cost!.atMost)]
        expect(most <= all && all <= moneyOf(wishes.maxCost ?? '999999999')).toBe(true)
        // No job costs less than the cheapest.
        expect(jobs).toBeLessThanOrEqual(wishes.maxCost === undefined ? jobs : Number(wishes.maxCost) / 0.5)
      }),
      { numRuns: 6, seed: 5 },
    )
  })

  it('has consistent numbers', () => {
    fc.assert(
      fc.property(anyLimits, (wishes) => {
        const { plan } = prepared(wishes).plan
        const text = planReport(plan, 'https://api.test/v1', [], { width: 100 })
        const first = /at most (\d+) jobs? with (\d+) s of video.*?, (\d+) requests?/
          .exec(planLine(plan, 'https://api.test/v1'))!
          .slice(1)
          .map(Number)
        expect(limitsIn(text)).toEqual(first)
        const { atMost } = plan
        expect(first).toEqual([atMost.jobs, Math.ceil(atMost.videoSeconds), atMost.requests])
        const [, table = ''] = /open points {2}requests\n([\s\S]*?)\n(?:Not tested|0 requests|$)/.exec(text) ?? []
        const rows = [...table.matchAll(/^[a-z ]+? {2,}.*?(\d+)$/gm)].map(([, requests]) => Number(requests))
        for (const row of rows) expect(row).toBeLessThanOrEqual(plan.mostRequests ?? Number.POSITIVE_INFINITY)
        const sum = rows.reduce((total, each) => total + each, 0)
        if (plan.requests !== plan.mostRequests) expect(sum).toBe(plan.requests)
        if (atMost.requests === plan.mostRequests && atMost.jobs > 0) expect(text).toContain('polls included')
        const isCut =
          plan.jobs < plan.wanted.jobs ||
          Math.ceil(plan.videoSeconds) < Math.ceil(plan.wanted.videoSeconds) ||
          (plan.requests === plan.mostRequests && plan.requests < plan.wanted.requests)
        expect(text.includes('Without these limits')).toBe(isCut)
      }),
      { numRuns: 6, seed: 6 },
    )
  })

  it('does not take longer if the limits are higher than needed', () => {
    fc.assert(
      fc.property(anyLimits, (wishes) => {
        const { plan } = prepared({ ...wishes, rate: undefined })
        const { requests, jobs, mostRequests = Number.POSITIVE_INFINITY } = plan.plan
        const at = (answerMs: number, polls: number) => secondsAt({ answerMs, polls }, plan, 36_000_000)
        const most = Math.min(mostRequests, requests + jobs * 3)
        expect(at(150, 3) - at(50, 3)).toBeLessThanOrEqual(0.1 * most + 0.001)
        if (jobs === 0) expect(at(50, 4)).toBe(at(50, 3))
      }),
      { numRuns: 4, seed: 8 },
    )
  })

  it.each<[string, Wishes]>([
    ['few requests', { maxRequests: 5 }],
    ['a slow pace and little time', { rate: 1, deadlineMs: 10_000 }],
    ['hardly any time', { deadlineMs: 1000, profile: 'full' }],
    ['no job', { maxJobs: 0 }],
    ['little video', { maxVideoSeconds: 3 }],
  ])('agrees with itself under %s', (_, wishes) => {
    const all = prepared({ profile: 'standard', seed: 1, ...wishes })
    const { plan } = all.plan
    const outlook = outlookOf(all, { dir: 'nowhere', local: false })
    const text = planReport(plan, 'http://api.test/v1', timeLines(outlook), { width: 100 })
    const { maxRequests, maxJobs, maxVideoSeconds, deadlineMs = 600_000 } = wishes
    const told = text.replace(/^Without these limits.*$/m, '')
    const figures = (of: RegExp) => [...told.matchAll(of)].map(([, figure]) => Number(figure))
    const [jobs, video, requests] = limitsIn(text) as [number, number, number]
    expect(requests).toBeLessThanOrEqual(maxRequests ?? requests)
    expect(jobs).toBeLessThanOrEqual(maxJobs ?? jobs)
    expect(video).toBeLessThanOrEqual(maxVideoSeconds ?? video)
    for (const longer of figures(/adds (\d+) s/g)) {
      expect(longer).toBeLessThanOrEqual(deadlineMs / 1000)
      expect(longer).toBeLessThanOrEqual(maxRequests === undefined ? longer : 1)
    }
    expect(text).toContain(deadlineMs < 600_000 ? 'leaves some clauses untested' : 'will not be tested')
  })

  it.each<[string, Wishes, string]>([
    ['what looking at videos may cost', {}, ' plus polls, 32 MiB of video downloads, 10 min.'],
    ['as the limit has it', { maxDownload: 500_000 }, ' plus polls, 500 kB of video downloads, 10 min.'],
    ['nothing of them where none is fetched', { media: false }, ' plus polls, 10 min.'],
    ['nothing of them where nothing is asked that needs them', { only: ['auth'] }, ' plus polls, 10 min.'],
    ['nothing of them where there is no job', { maxJobs: 0 }, ' requests, 10 min.'],
  ])('says %s', (_, wishes, end) => {
    const { plan } = prepared({ profile: 'standard', seed: 1, ...wishes }).plan
    expect(planLine(plan, 'http://api.test/v1')).toContain(end)
  })

  it('lists each reason for leaving out checks once, with names that fit, or their number', () => {
    const told = (verbose: boolean) => {
      const { plan } = prepared({ profile: 'smoke', seed: 1 }).plan
      const text = planReport(plan, 'https://api.test/v1', [], { width: 80, verbose })
      const skipped = plan.suites.flatMap((suite) => suite.skipped)
      return {
        skipped,
        lines: text.split('\n').slice(text.split('\n').findIndex((line) => line.startsWith('Not tested'))),
      }
    }
    const { skipped, lines } = told(false)
    expect(skipped.length).toBeGreaterThan(80)
    expect(lines.length).toBeLessThan(30)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    const reasons = new Set(skipped.map(({ why }) => why))
    for (const why of reasons) expect(lines.join(' ').replace(/\s+/g, ' ').split(why)).toHaveLength(2)
    const all = told(true).lines.join(' ').split(/[ ,]+/)
    expect(skipped.filter(({ id }) => !all.includes(id))).toEqual([])
  })

  it('takes longer on a slower server, and never longer with more capacity', () => {
    const pace = fc.record({
      answerMs: fc.constantFrom(1, 50, 1000),
      polls: fc.constantFrom(1, 3, 40),
      capacity: fc.constantFrom(undefined, 1, 8),
    })
    fc.assert(
      fc.property(anyLimits, pace, (wishes, { capacity, ...rest }) => {
        const { plan } = prepared(wishes)
        const at = (other: object) =>
          secondsAt({ ...rest, ...(capacity !== undefined && { capacity }), ...other }, plan, Number.POSITIVE_INFINITY)
        const seconds = at({})
        expect(seconds).toBeGreaterThan(0)
        expect(at({ answerMs: rest.answerMs * 2 })).toBeGreaterThanOrEqual(seconds)
        expect(at({ polls: rest.polls + 1 })).toBeGreaterThanOrEqual(seconds)
        expect(at({ capacity: 1000 })).toBeLessThanOrEqual(seconds)
      }),
      { numRuns: 4, seed: 7 },
    )
  })
})
