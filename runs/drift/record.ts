import { type Acceptance, type Baseline, baselineOf, type Known, observedIn } from '../../drift/baseline/baseline.ts'
import type { Run } from '../../runner/run/run.ts'
import { type Asked, type Performed, perform } from '../perform.ts'

export type Recorded = {
  /** Nothing where a round came to no end: what was not seen would pass for what is not there. */
  baseline?: Baseline
  rounds: Run[]
  /** Where the last one left its files. */
  place?: string
}

/** Asks the same again and again, so that what differs by itself is known; added to what an earlier day has shown, if any. */
export async function recordRounds(asked: Asked, rounds: number, earlier?: Baseline): Promise<Recorded> {
  const performed: Performed[] = []
  while (performed.length < rounds) {
    const round = await perform(asked)
    performed.push(round)
    if (!isWhole(round.finished)) break
  }
  const runs = performed.map(({ finished }) => finished)
  const place = performed.at(-1)?.place
  const told = { rounds: runs, ...(place !== undefined && { place }) }
  if (!runs.every(isWhole)) return told
  const [first, ...others]: Known[] = [...(earlier ? [earlier] : []), ...runs.map(observedIn)]
  const accepted: Acceptance[] = earlier?.accepted ?? []
  return { ...told, baseline: baselineOf([first!, ...others], accepted) }
}

export function isWhole({ entries }: Run): boolean {
  for (const entry of entries) if (entry.kind === 'ended') return entry.how === 'whole'
  return false
}
