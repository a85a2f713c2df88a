import type { Bound } from './bound.ts'
import { CLIENT_BOUNDS } from './client.ts'
import { DOCUMENT_BOUNDS } from './document.ts'
import { FILE_BOUNDS } from './file.ts'
import { HABIT_BOUNDS } from './habit.ts'
import { HISTORY_BOUNDS } from './history.ts'
import { KEYS_BOUNDS } from './keys.ts'
import { MEDIA_BOUNDS } from './media.ts'
import { OBSERVING_BOUNDS } from './observing.ts'
import { PACT_BOUNDS } from './pact.ts'
import { PATIENCE_BOUNDS } from './patience.ts'
import { PROXY_BOUNDS } from './proxy.ts'
import { REPORT_BOUNDS } from './report.ts'
import { WIRE_BOUNDS } from './wire.ts'
import { WORK_BOUNDS } from './work.ts'

export type { Bound } from './bound.ts'

/**
 * Every bound on what comes from outside, in one table: a server may answer with anything, and a run is to end in time,
 * in little memory, with a report. docs/reference/limits.md is written from it; a test holds that each is told, and shown to hold.
 */
export const BOUNDS = {
  ...WIRE_BOUNDS,
  ...PATIENCE_BOUNDS,
  ...FILE_BOUNDS,
  ...MEDIA_BOUNDS,
  ...KEYS_BOUNDS,
  ...HISTORY_BOUNDS,
  ...WORK_BOUNDS,
  ...OBSERVING_BOUNDS,
  ...PROXY_BOUNDS,
  ...CLIENT_BOUNDS,
  ...PACT_BOUNDS,
  ...DOCUMENT_BOUNDS,
  ...HABIT_BOUNDS,
  ...REPORT_BOUNDS,
} as const satisfies Record<string, Bound>

/** The same under headings, for people. */
export const BOUNDS_BY_SUBJECT: Record<string, Record<string, Bound>> = {
  'One answer, and the time that it takes': WIRE_BOUNDS,
  'Asking again, and waiting': PATIENCE_BOUNDS,
  'Files that urls lead to': FILE_BOUNDS,
  'What stands in such a file': MEDIA_BOUNDS,
  'Keys that are looked for': KEYS_BOUNDS,
  'What is kept of answers': HISTORY_BOUNDS,
  'The work that answers make': WORK_BOUNDS,
  'Traffic that nobody planned': OBSERVING_BOUNDS,
  'Traffic through the proxy': PROXY_BOUNDS,
  'Clients that are tried': CLIENT_BOUNDS,
  'Contracts of others, and who comes to the relay': PACT_BOUNDS,
  'OpenAPI documents of others': DOCUMENT_BOUNDS,
  'How a server behaves, and what clients rely on': HABIT_BOUNDS,
  'What a report holds': REPORT_BOUNDS,
}
