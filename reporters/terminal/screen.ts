import type { RunRecord } from '../reporter.ts'
import type { Paint } from './paint.ts'

/** Input of all parts of the terminal report. */
export type Screen = RunRecord & {
  width: number
  paint: Paint
  /** Folder of the run, if not the default. */
  folder?: string
}
