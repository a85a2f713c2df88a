import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Embedded, startEmbedded } from '../fixtures/embedded.ts'
import { planReport } from '../reporters/plan.ts'
import { secondsAt } from '../runner/run/duration.ts'
import { planOf } from '../runner/run/plan.ts'
import { prepare } from '../runner/run/run.ts'
import { PROFILES, type Wishes } from '../runner/settings/configuration.ts'
import { FIELDS } from '../spec/words.ts'
import { SUITES } from '../suites/index.ts'

let embedded: Embedded
beforeAll(async () => {
  embedded = await startEmbedded()
})
afterAll(() => embedded.close())

const prepared = (wishes: Wishes) => prepare({ provision: embedded.provision, wishes, suites: SUITES, local: false })

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof(fc.constant(undefined), arbitrary)
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

describe('a plan', () => {
  it('says nothing with one limit that another one forbids', () => {
    fc.assert(
      fc.property(anyLimits, (wishes) => {
        const { planned, prospect } = prepared(wishes)
        const { jobs, videoSeconds, requests, secondLooks } = planOf(planned, prospect)
        const { maxJobs = 1e9, maxVideoSeconds = 1e9, maxRequests = 1e9, maxDuration = FIELDS.duration.most } = wishes
        const inTime = wishes.rate === undefined ? 1e9 : (wishes.rate * wishes.deadlineMs!) / 1000 + 1
        for (const each of [
          { jobs, videoSeconds, requests },
          {
            jobs: jobs + secondLooks.jobs,
            videoSeconds: videoSeconds + secondLooks.videoSeconds,
            requests: requests + secondLooks.requests,
          },
        ]) {
          expect(each.jobs).toBeLessThanOrEqual(Math.min(maxJobs, maxVideoSeconds, each.requests))
          expect(each.videoSeconds).toBeLessThanOrEqual(Math.min(maxVideoSeconds, each.jobs * maxDuration))
          expect(each.videoSeconds).toBeGreaterThanOrEqual(each.jobs * FIELDS.duration.least)
          expect(each.requests).toBeLessThanOrEqual(Math.min(maxRequests, inTime))
        }
        expect(Object.values(secondLooks).every((each) => each >= 0)).toBe(true)
      }),
      { numRuns: 60, seed: 5 },
    )
  }, 60_000)

  it('has numbers that agree from its first line to its last', () => {
    fc.assert(
      fc.property(anyLimits, (wishes) => {
        const { planned, prospect } = prepared(wishes)
        const plan = planOf(planned, prospect)
        const text = planReport(plan, 'https://api.test/v1', [])
        const first = /at most (\d+) jobs? \((\d+) s of video\) and (\d+) requests?/.exec(text)!.slice(1).map(Number)
        const more = /may cost up to (\d+) jobs? \((\d+) s of video\) more/.exec(text)?.slice(1).map(Number) ?? [0, 0]
        const rows = [...text.matchAll(/^[a-z ]+? {2,}.*?(\d+)$/gm)].map(([, requests]) => Number(requests))
        if (wishes.maxJobs !== undefined) {
          expect(first[0]! + more[0]!).toBeLessThanOrEqual(wishes.maxJobs)
          expect(text).not.toContain('may cost more jobs')
          expect(text).toMatch(new RegExp(`Whatever the server does: at most ${wishes.maxJobs} jobs?`))
        }
        if (wishes.maxVideoSeconds !== undefined) {
          expect(first[1]! + more[1]!).toBeLessThanOrEqual(Math.ceil(wishes.maxVideoSeconds) + 1)
          expect(text).not.toContain('may cost more video')
        }
        const sum = rows.reduce((total, each) => total + each, 0)
        if (first[2] !== plan.mostRequests) expect(sum).toBe(first[2])
        else if (first[0]! > 0) expect(text).toContain('polls included')
        const isCut =
          first[0]! < plan.wanted.jobs || (first[2] === plan.mostRequests && first[2]! < plan.wanted.requests)
        expect(text.includes('All of it would take')).toBe(isCut)
      }),
      { numRuns: 60, seed: 6 },
    )
  }, 60_000)

  it('takes longer the slower the server is, and never longer where there is room', () => {
    const pace = fc.record({
      answerMs: fc.constantFrom(1, 50, 1000),
      polls: fc.constantFrom(1, 3, 40),
      room: fc.constantFrom(undefined, 1, 8),
    })
    fc.assert(
      fc.property(anyLimits, pace, (wishes, { room, ...rest }) => {
        const { planned, prospect } = prepared({ ...wishes, deadlineMs: Number.POSITIVE_INFINITY })
        const at = (other: object) =>
          secondsAt({ ...rest, ...(room !== undefined && { room }), ...other }, planned, prospect)
        const seconds = at({})
        expect(seconds).toBeGreaterThan(0)
        expect(at({ answerMs: rest.answerMs * 2 })).toBeGreaterThanOrEqual(seconds)
        expect(at({ polls: rest.polls + 1 })).toBeGreaterThanOrEqual(seconds)
        expect(at({ room: 1000 })).toBeLessThanOrEqual(seconds)
      }),
      { numRuns: 40, seed: 7 },
    )
  }, 60_000)
})
