import type { Check } from '../../judge/check.ts'
import { isQuiet, type Phase } from '../phase.ts'

/** Each phase of the checks once, in their order. */
export function phasesOf(checks: readonly Check[], besides: readonly Phase[] = []): Phase[] {
  const byName = new Map<string, Phase>()
  for (const phase of [...checks.flatMap((check) => check.phases), ...besides]) {
    const known = byName.get(phase.name)
    if (known && known !== phase) throw new Error(`two phases are called ${phase.name}`)
    byName.set(phase.name, phase)
  }
  return [...byName.values()]
}

/** Suites whose checks fail most often and cost little. */
const FIRST = ['auth', 'paths']

/**
 * Priority of each phase when requests have to wait, so that failures show early: first keys and paths, then the phases for
 * most checks per request.
 */
export function sendingOrder(
  phases: readonly Phase[],
  checks: readonly Check[],
  requestsOf: (phase: Phase) => number,
): ReadonlyMap<string, number> {
  const price = (phase: Phase) => {
    const own = checks.filter((check) => check.phases.includes(phase))
    const isFirst = own.some(({ suite }) => FIRST.includes(suite))
    return { isFirst, each: requestsOf(phase) / Math.max(1, own.length) }
  }
  const priced = phases.map((phase) => ({ phase, ...price(phase) }))
  const sorted = priced.toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst) || a.each - b.each)
  return new Map(sorted.map(({ phase }, index) => [phase.name, index]))
}

export const sideBySide = (phases: readonly Phase[]): Phase[] => phases.filter((phase) => !isQuiet(phase))

export const oneByOne = (phases: readonly Phase[]): Phase[] => [
  ...phases.filter(({ stage }) => stage === 'quiet'),
  ...phases.filter(({ stage }) => stage === 'last'),
]
