import type { Route, Schemas } from '../route.ts'
import { accountRoutes, accountSchemas } from './accounts.ts'
import { clockRoutes, clockSchemas } from './clock.ts'
import { jobSchemas } from './job-schemas.ts'
import { jobRoutes } from './jobs.ts'
import { journalRoutes, journalSchemas } from './journal.ts'
import { keyRoutes, keySchemas } from './keys.ts'
import { overviewRoutes, overviewSchemas } from './overview.ts'
import { scenarioRoutes, scenarioSchemas } from './scenarios.ts'
import { snapshotRoutes, snapshotSchemas } from './snapshots.ts'

export const ROUTES: readonly Route[] = [
  ...overviewRoutes,
  ...journalRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...jobRoutes,
  ...scenarioRoutes,
  ...clockRoutes,
  ...snapshotRoutes,
]

export const SCHEMAS: Schemas = {
  ...overviewSchemas,
  ...journalSchemas,
  ...accountSchemas,
  ...keySchemas,
  ...jobSchemas,
  ...scenarioSchemas,
  ...clockSchemas,
  ...snapshotSchemas,
}
