import type { DriftReport } from '../../../tools/drift/report.ts'
import type { Paint } from '../../terminal/paint.ts'
import type { Places } from '../commands.ts'

/** What every part of the terminal's report is made from. */
export type DriftScreen = Places & {
  report: DriftReport
  width: number
  paint: Paint
  /** Noise as well, and nothing folded. */
  all: boolean
}
