import { type Baseline, baselineOf, type Known, observedIn } from '../../drift/baseline/baseline.ts'
import type { Report } from '../../runner/report/report.ts'
import type { Run } from '../../runner/run/run.ts'
import { type Asked, perform } from '../perform.ts'

export type Recorded = {
  /** Nothing where a round came to no end: what was not seen would pass for what is not there. */
  baseline?: Baseline
  /** Of each round. */
  reports: Report[]
}

/** Asks the same again and again, so that what differs by itself is known; added to what an earlier day has shown, if any. */
export async function recordRounds(asked: Asked, rounds: number, earlier?: Baseline): Promise<Recorded> {
  const reports: Report[] = []
  const known: Known[] = earlier ? [earlier] : []
  while (reports.length < rounds) {
    const { finished } = await perform(asked)
    reports.push(finished.report)
    if (!isWhole(finished)) return { reports }
    // The next round moves its history aside.
    known.push(observedIn(finished))
  }
  const [first, ...others] = known
  return { reports, baseline: baselineOf([first!, ...others], earlier?.accepted ?? []) }
}

function isWhole({ entries }: Run): boolean {
  for (const entry of entries) if (entry.kind === 'ended') return entry.how === 'whole'
  return false
}
