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
  'Responses and timeouts': WIRE_BOUNDS,
  'Retries and waits': PATIENCE_BOUNDS,
  Downloads: FILE_BOUNDS,
  'Media files': MEDIA_BOUNDS,
  'Redaction of keys': KEYS_BOUNDS,
  'Recorded responses': HISTORY_BOUNDS,
  'Input files, dialects and judging': WORK_BOUNDS,
  'Observed traffic': OBSERVING_BOUNDS,
  Proxy: PROXY_BOUNDS,
  Clients: CLIENT_BOUNDS,
  'Pact contracts and the relay': PACT_BOUNDS,
  'OpenAPI documents': DOCUMENT_BOUNDS,
  Drift: HABIT_BOUNDS,
  Reports: REPORT_BOUNDS,
}
