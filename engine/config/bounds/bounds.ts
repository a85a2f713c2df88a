import type { Bound } from './bound.ts'
import { FILE_BOUNDS } from './file.ts'
import { HISTORY_BOUNDS } from './history.ts'
import { KEYS_BOUNDS } from './keys.ts'
import { OBSERVING_BOUNDS } from './observing.ts'
import { PATIENCE_BOUNDS } from './patience.ts'
import { WIRE_BOUNDS } from './wire.ts'
import { WORK_BOUNDS } from './work.ts'

export const BOUNDS = {
  ...WIRE_BOUNDS,
  ...PATIENCE_BOUNDS,
  ...FILE_BOUNDS,
  ...KEYS_BOUNDS,
  ...HISTORY_BOUNDS,
  ...WORK_BOUNDS,
  ...OBSERVING_BOUNDS,
} as const satisfies Record<string, Bound>
