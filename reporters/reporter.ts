import type { OptionValues } from '../engine/config/options.ts'
import type { Recording } from '../engine/history/recording.ts'
import type { Report } from './outcome/report.ts'

/** A finished run: report, history, and where it is stored. */
export type RunRecord = {
  report: Report
  history: Recording
  historyPath?: string
  /** An earlier run of the same server, to compare with. */
  earlier?: Report
}

/** Options of the user about reports. */
export type Manner = Pick<OptionValues, 'junitWarnings'> & {
  /** The badge of a run that started before this time is grey (milliseconds since 1970). */
  outdatedBefore?: number
}

/** Turns a finished run into the text of a file. It reads nothing else, writes nothing and never exits. */
export type Reporter = {
  /** File name in the folder of the run. */
  file: string
  /** Contains full exchanges, so only its owner may read it. */
  private?: true
  /** A second file that belongs to it. */
  also?: Reporter
  render(record: RunRecord, manner?: Manner): string
}
