import { DIALECTS } from '../dialects/index.ts'
import { adjust } from '../interface/adjust.ts'
import type { Scenario } from './scenario.ts'

export const dialectScenarios: readonly Scenario[] = Object.values(DIALECTS).map((dialect) => ({
  kind: 'dialect',
  name: dialect.name,
  summary: dialect.summary,
  parameters: [],
  patch: () => (_, world) => {
    adjust(world, 'dialect', () => dialect)
    adjust(world, 'polls', () => dialect.jobs.polls)
    adjust(world, 'capacity', () => dialect.room ?? Number.POSITIVE_INFINITY)
  },
}))
