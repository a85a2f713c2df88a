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

export const sideBySide = (phases: readonly Phase[]): Phase[] => phases.filter((phase) => !isQuiet(phase))

export const oneByOne = (phases: readonly Phase[]): Phase[] => [
  ...phases.filter(({ stage }) => stage === 'quiet'),
  ...phases.filter(({ stage }) => stage === 'last'),
]
