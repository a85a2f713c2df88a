import fc from 'fast-check'
import { subjectOf } from '../../runner/judging/check.ts'
import { planOf, type RunPlan } from '../../runner/run/plan.ts'
import type { Provision } from '../../runner/run/provision.ts'
import { prepare, runPrepared } from '../../runner/run/run.ts'
import { sentIn } from '../../runner/run/sent.ts'
import { PROFILES, type Wishes } from '../../runner/settings/configuration.ts'
import type { Spent } from '../../runner/wire/budget.ts'
import { RESOLUTIONS } from '../../spec/words.ts'
import { SUITES } from '../index.ts'

export type Announced = { wishes: Wishes; keys: string[]; plan: RunPlan; sent: Spent; verdict: string }

export async function announce(provision: Provision, wishes: Wishes): Promise<Announced> {
  const quick = { pollIntervalMs: 1, settleMs: 1, lagMs: 10, deadlineMs: 100_000 }
  const prepared = prepare({ provision, wishes: { ...quick, ...wishes }, suites: SUITES, local: true })
  const plan = planOf(prepared.planned, prepared.prospect)
  const { report, entries } = await runPrepared(prepared.session(), SUITES)
  return { wishes, keys: Object.keys(provision.keys), plan, sent: sentIn(entries), verdict: report.verdict }
}

const checks = SUITES.flatMap((suite) => suite.checks)
const names = [...new Set(checks.flatMap((check) => [check.id, subjectOf(check)]))]
const often = <T>(value: T, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, arbitrary)

/** Which keys are given, what is chosen, and the limits of a run. */
export const anySelection = fc.record({
  without: fc.subarray(['A2', 'B', 'R', 'imageUrl', 'failingPrompt'] as const, { maxLength: 3 }),
  wishes: fc.record({
    profile: fc.constantFrom(...PROFILES, 'full' as const),
    only: fc.oneof(
      fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...SUITES.map(({ name }) => [name])),
    ),
    seed: fc.nat({ max: 99 }),
    generate: fc.constantFrom(0, 10, 60),
    burst: often(0, fc.constantFrom(3, 8)),
    maxResolution: often(undefined, fc.constantFrom(...RESOLUTIONS)),
    maxDuration: often(undefined, fc.constantFrom(1, 5, 30)),
    maxJobs: often(undefined, fc.constantFrom(1, 5, 20)),
    maxVideoSeconds: often(undefined, fc.constantFrom(10, 100)),
    maxRequests: often(undefined, fc.constantFrom(60, 400)),
  }),
})

export function less({ keys, ...provision }: Provision, without: readonly string[]): Provision {
  const left = Object.fromEntries(Object.entries(keys).filter(([name]) => !without.includes(name)))
  const others = Object.fromEntries(Object.entries(provision).filter(([name]) => !without.includes(name)))
  return { ...others, keys: left } as Provision
}
