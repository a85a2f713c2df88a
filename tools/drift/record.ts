import type { Report } from '../../reporters/outcome/report.ts'
import { perform, type RunParts } from '../run/perform.ts'
import { type Baseline, baselineOf, type Known, observedIn } from './baseline/baseline.ts'
import type { Habit } from './habits/habit.ts'

export type Recorded = {
  /** Undefined if a round was cut short: unseen behaviour would count as absent. */
  baseline?: Baseline
  reports: Report[]
}

/** Runs the same requests several times to learn what varies by itself. Adds to an earlier baseline, if given. */
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
    if (finished.judgement.ended?.how !== 'whole') return { reports }
    // The next round moves its history aside.
    known.push(observedIn(finished))
  }
  const own = baselineOf(asACheckSees(known))
  return { reports, baseline: earlier ? baselineOf([earlier, own], earlier.accepted) : own }
}

/**
 * Takes conclusions only from the last round, which sends the same as a check. Verdicts that need more jobs would be
 * missing in every check.
 */
function asACheckSees(rounds: readonly Known[]): [Known, ...Known[]] {
  const lean = rounds.at(-1)!
  const isSeen = ([key, { aspect }]: [string, Habit]) => aspect !== 'verdict' || lean.habits.has(key)
  const others = rounds.slice(0, -1)
  return [lean, ...others.map((round) => ({ ...round, habits: new Map([...round.habits].filter(isSeen)) }))]
}
