import type { Paint } from '../../../../reporters/terminal/paint.ts'
import type { DriftReport } from '../../report.ts'
import type { Places } from '../commands.ts'

/** Input of all parts of the terminal report. */
export type DriftScreen = Places & {
  report: DriftReport
  width: number
  paint: Paint
  /** Includes noise, and folds nothing. */
  all: boolean
}
