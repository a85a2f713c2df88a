import type { Cost, Phase } from '../driving/phase.ts'
import type { Planning } from './schedule.ts'

export const phaseOf = (name: string, cost: Cost, more: Partial<Phase> = {}): Phase => ({
  ...{ name, cost: () => cost, drive: async () => undefined },
  ...more,
})

/** Each is done for one check, or for as many as is said. */
export const planningOf = (phases: readonly Phase[], servedBy: Record<string, number> = {}): Planning => ({
  phases,
  servedBy: new Map(phases.map((each) => [each, servedBy[each.name] ?? 1])),
})
