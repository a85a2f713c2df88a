import type { RunPlan } from '../../engine/run/planning/plan.ts'
import { labelled } from '../terminal/wrapping.ts'
import { counted } from '../words/counted.ts'

/** Beyond this, counts by suite are clearer than names. */
const MOST_NAMED = 10

type LeftOut = { suite: string; id: string; why: string }

/** Checks that will not run: each reason once, with names or their number. */
export function leftOutLines(
  suites: RunPlan['suites'],
  { width, verbose }: { width: number; verbose?: boolean },
): string[] {
  const all = suites.flatMap(({ name, skipped }) => skipped.map((each) => ({ suite: name, ...each })))
  if (all.length === 0) return []
  const reasons = [...Map.groupBy(all, ({ why }) => why)]
  const areAllNamed = verbose === true || reasons.every(([, those]) => those.length <= MOST_NAMED)
  const lines = reasons.flatMap(([why, those]) => [
    ...labelled('  ', `${why}: ${counted(those.length, 'check')}`, width),
    ...labelled('      ', verbose || those.length <= MOST_NAMED ? names(those) : bySuite(those), width),
  ])
  return ['', areAllNamed ? 'Not tested:' : 'Not tested (--verbose lists all checks):', ...lines]
}

const names = (those: readonly LeftOut[]) => those.map(({ id }) => id).join(', ')

function bySuite(those: readonly LeftOut[]): string {
  const counts = [...Map.groupBy(those, ({ suite }) => suite)].map(([suite, own]) => `${suite} ${own.length}`)
  return counts.join(', ')
}
