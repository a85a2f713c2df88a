import { keyScenarios } from './accounts/keys.ts'
import { roomScenarios } from './accounts/room.ts'
import { headerScenarios } from './answers/headers.ts'
import { idScenarios } from './answers/ids.ts'
import { recordScenarios } from './answers/records.ts'
import { resultScenarios } from './answers/results.ts'
import { chaosScenarios } from './chaos/chaos.ts'
import { dialectScenarios } from './dialects.ts'
import { endScenarios } from './jobs/ends.ts'
import { paceScenarios } from './jobs/pace.ts'
import type { Scenario } from './scenario.ts'
import { TROUBLES } from './troubles/index.ts'
import { scenarioOf } from './troubles/trouble.ts'

export const SCENARIOS: readonly Scenario[] = [
  ...paceScenarios,
  ...endScenarios,
  ...roomScenarios,
  ...keyScenarios,
  ...idScenarios,
  ...recordScenarios,
  ...headerScenarios,
  ...resultScenarios,
  ...TROUBLES.map(scenarioOf),
  ...chaosScenarios,
  ...dialectScenarios,
]
