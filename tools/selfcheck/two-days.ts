import type { Profile, Wishes } from '../../engine/config/configuration.ts'
import type { Suite } from '../../engine/judge/check.ts'
import type { Provision } from '../../engine/run/provision.ts'
import { run } from '../../reporters/outcome/run.ts'
import { askingToCheck, askingToRecord } from '../drift/asking/asking.ts'
import { type Baseline, baselineOf, type Observed, observedIn } from '../drift/baseline/baseline.ts'
import { baselineText, readBaseline } from '../drift/baseline/file.ts'
import { driftOf } from '../drift/drift.ts'
import type { DriftReport } from '../drift/report.ts'

/** Fast polls: these servers answer within a millisecond. The run is to come to its own end, however busy the machine. */
const WISHES: Wishes = { pollIntervalMs: 3, settleMs: 200, deadlineMs: 300_000 }
const ROUNDS = 2

/** How a server is asked on either day. */
export type AskedEachDay = { suites: readonly Suite[]; profile: Profile; seed?: number }

/** The text of a baseline, as whoever recorded it commits it; and how many requests that took. */
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

/** What a check says on another day: of the text that was committed, and nothing else that the first day knew. */
export async function checkedOn(
  provision: Provision,
  text: string,
  { suites, profile }: AskedEachDay,
): Promise<DriftReport> {
  const baseline: Baseline = readBaseline(text)
  const { wishes, besides } = askingToCheck(WISHES, baseline.seed, profile)
  return driftOf(baseline, await run({ provision, wishes, besides, suites, local: true }))
}
