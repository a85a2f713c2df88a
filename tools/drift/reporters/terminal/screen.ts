import type { Paint } from '../../../../reporters/terminal/paint.ts'
import type { DriftReport } from '../../report.ts'
import type { Places } from '../commands.ts'

/** What every part of the terminal's report is made from. */
export type DriftScreen = Places & {
  report: DriftReport
  width: number
  paint: Paint
  /** Noise as well, and nothing folded. */
  all: boolean
}
