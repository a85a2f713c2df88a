import { flawBy } from '../../engine/history/flaw.ts'
import driftSchema from '../../reporters/schemas/drift.schema.json' with { type: 'json' }
import schema from '../../reporters/schemas/report.schema.json' with { type: 'json' }

/** Where a report that lies in a folder is not what the published schema says of one. */
export const flawInReport = (told: unknown): string | undefined => flawBy(schema, told)

/** The same of what a check for changes has found. */
export const flawInDrift = (told: unknown): string | undefined => flawBy(driftSchema, told)
