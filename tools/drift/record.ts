import type { Report } from '../../reporters/outcome/report.ts'
import type { Run } from '../../reporters/outcome/run.ts'
import { perform, type RunParts } from '../run/perform.ts'
import { type Baseline, baselineOf, type Known, observedIn } from './baseline/baseline.ts'
import type { Habit } from './habits/habit.ts'

export type Recorded = {
  /** Nothing where a round came to no end: what was not seen would pass for what is not there. */
  baseline?: Baseline
  /** Of each round. */
  reports: Report[]
}

/** Asks the same again and again, so that what differs by itself is known; added to what an earlier day has shown, if any. */
export async function recordRounds(
  askedIn: (round: number) => RunParts,
  rounds: number,
  earlier?: Baseline,
): Promise<Recorded> {
  const reports: Report[] = []
  const known: Known[] = []
  while (reports.length < rounds) {
    const { finished } = await perform(askedIn(reports.length))
    reports.push(finished.report)
    if (!isWhole(finished)) return { reports }
    // The next round moves its history aside.
    known.push(observedIn(finished))
  }
  const own = baselineOf(asACheckSees(known))
  return { reports, baseline: earlier ? baselineOf([earlier, own], earlier.accepted) : own }
}

/** What takes more jobs than one has no verdict in any check, and would be missed in each: the last round has one alone. */
function asACheckSees(rounds: readonly Known[]): [Known, ...Known[]] {
  const lean = rounds.at(-1)!
  const isSeen = ([key, { aspect }]: [string, Habit]) => aspect !== 'verdict' || lean.habits.has(key)
  const others = rounds.slice(0, -1)
  return [lean, ...others.map((round) => ({ ...round, habits: new Map([...round.habits].filter(isSeen)) }))]
}

function isWhole({ entries }: Run): boolean {
  for (const entry of entries) if (entry.kind === 'ended') return entry.how === 'whole'
  return false
}
