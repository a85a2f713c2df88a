import type { Bound } from './bound.ts'
import { CLIENT_BOUNDS } from './client-bounds.ts'
import { FILE_BOUNDS } from './file-bounds.ts'
import { PROXY_BOUNDS } from './proxy-bounds.ts'
import { WIRE_BOUNDS } from './wire-bounds.ts'
import { WORK_BOUNDS } from './work-bounds.ts'

export type { Bound } from './bound.ts'

/**
 * Every bound on what comes from outside, in one table: a server may answer with anything, and a run is to end in time,
 * in little memory, with a report. docs/bounds.md is written from it; a test holds that each is told, and shown to hold.
 */
export const BOUNDS = {
  ...WIRE_BOUNDS,
  ...FILE_BOUNDS,
  ...WORK_BOUNDS,
  ...PROXY_BOUNDS,
  ...CLIENT_BOUNDS,
} as const satisfies Record<string, Bound>
