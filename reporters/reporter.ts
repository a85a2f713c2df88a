import type { OptionValues } from '../engine/config/options.ts'
import type { Recording } from '../engine/history/recording.ts'
import type { Report } from './outcome/report.ts'

/** All that a run leaves behind: what was found, everything that was sent and came back, and where that is kept. */
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

/** A reporter turns a finished run into the text of a file. It reads nothing else, writes nothing and never exits. */
export type Reporter = {
  /** The name of its file in the folder of the run. */
  file: string
  /** It holds whole requests and answers, so that only its owner may read it. */
  private?: true
  /** A second file that belongs to it. */
  also?: Reporter
  render(record: RunRecord, manner?: Manner): string
}
