import type { RunRecord } from '../reporter.ts'
import type { Paint } from './paint.ts'

/** What every part of the terminal's report is made from. */
export type Screen = RunRecord & {
  width: number
  paint: Paint
  /** Where the run lies, if not where everything looks first. */
  folder?: string
}
