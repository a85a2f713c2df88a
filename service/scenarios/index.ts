import { dialectScenarios } from './dialects.ts'
import { paceScenarios } from './pace.ts'
import type { Scenario } from './scenario.ts'

/** What the service itself can be asked to play. */
export const SCENARIOS: readonly Scenario[] = [...paceScenarios, ...dialectScenarios]
