import type { Profile, Wishes } from '../../engine/config/configuration.ts'
import type { Suite } from '../../engine/judge/check.ts'
import type { Provision } from '../../engine/run/provision.ts'
import { run } from '../../reporters/outcome/run.ts'
import { askingToCheck, askingToRecord } from '../drift/asking/asking.ts'
import { type Baseline, baselineOf, type Observed, observedIn } from '../drift/baseline/baseline.ts'
import { baselineText, readBaseline } from '../drift/baseline/file.ts'
import { driftOf } from '../drift/drift.ts'
import type { DriftReport } from '../drift/report.ts'

/** Fast polls: these servers respond within a millisecond. The run must finish, however busy the machine is. */
const WISHES: Wishes = { pollIntervalMs: 3, settleMs: 200, deadlineMs: 300_000 }
const ROUNDS = 2

/** How a server is tested on both days. */
export type AskedEachDay = { suites: readonly Suite[]; profile: Profile; seed?: number }

/** The text of a baseline, and the number of requests it took. */
export async function recordedOn(
  provision: Provision,
  { suites, profile, seed }: AskedEachDay,
): Promise<{ text: string; requests: number }> {
  const { wishes, besides } = askingToRecord({ ...WISHES, ...(seed !== undefined && { seed }) }, profile)
  const rounds: Observed[] = []
  let requests = 0
  while (rounds.length < ROUNDS) {
    const round = await run({ provision, wishes, besides, suites, local: true })
    rounds.push(observedIn(round))
    requests += round.report.budget.requests
  }
  const [first, ...others] = rounds
  return { text: baselineText(baselineOf([first!, ...others])), requests }
}

/** The report of a later check, based on that text only. */
export async function checkedOn(
  provision: Provision,
  text: string,
  { suites, profile }: AskedEachDay,
): Promise<DriftReport> {
  const baseline: Baseline = readBaseline(text)
  const { wishes, besides } = askingToCheck(WISHES, baseline.seed, profile)
  return driftOf(baseline, await run({ provision, wishes, besides, suites, local: true }))
}
