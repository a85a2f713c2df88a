import type { Suite } from '../../engine/judge/check.ts'
import { OutFolder } from '../../engine/run/folder/out-folder.ts'
import type { RunPlan } from '../../engine/run/planning/plan.ts'
import { resumptionOf } from '../../engine/run/resume/resumption.ts'
import { type Prepared, prepare, type RunOptions } from '../../engine/run/run.ts'
import { type Run, run } from '../../reporters/outcome/run.ts'
import type { Manner, RunRecord } from '../../reporters/reporter.ts'
import { nothingWritten, reportsWanted, type Written, writeReports } from '../../reporters/write.ts'
import { SUITES } from '../../suites/index.ts'
import { comparableReport, type EarlierRun, earlierRunIn } from './recorded-run.ts'

export type RunParts = Pick<
  RunOptions,
  | 'provision'
  | 'besides'
  | 'wishes'
  | 'local'
  | 'still'
  | 'interrupt'
  | 'giveUp'
  | 'onProgress'
  | 'onDriven'
  | 'onFailed'
> & {
  /** Default: all suites. */
  suites?: readonly Suite[]
  /** Folder for history and reports; without it, nothing is written. */
  out?: string | undefined
  /** Continues the interrupted run in that folder. */
  goesOn?: true
  /** Run to compare with (default: the one in that folder). */
  earlier?: EarlierRun | undefined
  /** Number of earlier runs to keep in that folder. */
  keep?: number | undefined
  /** Names of reports besides report.json. */
  report?: readonly string[] | undefined
  manner?: Manner
  /** Called before anything is sent; an error ends the run. */
  onPlanned?: (prepared: Prepared, plan: RunPlan) => void
  /** Called when the folder is locked and the run is about to start. */
  onReady?: (prepared: Prepared, plan: RunPlan) => void
}

export type Performed = {
  finished: Run
  record: RunRecord
  written: Written
  /** Folder with its files. */
  place?: string
  /** The folder, if it still holds the earlier run because this one reached no server. */
  kept?: string
}

/** Runs the suites and writes history and reports. Prints nothing. */
export async function perform(asked: RunParts): Promise<Performed> {
  const { out, keep, report, manner, goesOn, earlier, onPlanned, onReady, suites = SUITES, ...setUp } = asked
  const prepared = prepare({ ...setUp, suites })
  const { plan, input } = prepared.plan
  const wanted = out === undefined ? [] : reportsWanted(withTraces(report, input.configuration), out)
  // A random seed is chosen once, so that the announced run is the one that happens.
  const options = { ...setUp, suites, wishes: { ...setUp.wishes, seed: input.configuration.seed } }
  onPlanned?.(prepared, plan)
  if (out === undefined) {
    const finished = await run(options)
    return { finished, record: recordOf(finished), written: nothingWritten() }
  }
  const target = { baseUrl: prepared.target.baseUrl, embedded: setUp.local }
  // The run moves the earlier one aside.
  const comparable = goesOn ? undefined : comparableReport(earlier ?? earlierRunIn(out), target)
  const mostMs = input.configuration.deadlineMs
  const folder = new OutFolder(out, { mostMs, keep, goesOn: goesOn === true })
  try {
    onReady?.(prepared, plan)
    const resumption = goesOn && resumptionOf(folder.historyPath, SUITES)
    const finished = await run({ ...options, folder, ...(resumption && { resumption }) })
    const record = { ...recordOf(finished, folder.historyPath), ...(comparable && { earlier: comparable }) }
    const written = writeReports(record, folder.place, wanted, { manner })
    return { finished, record, written, place: folder.place, ...(folder.keptAnEarlierRun && { kept: folder.path }) }
  } finally {
    folder.release()
  }
}

function withTraces(report: RunParts['report'], { trace }: { trace?: boolean }): RunParts['report'] {
  return trace && !report?.some((each) => each.split('=')[0] === 'traces')
    ? [...(report ?? ['html']), 'traces']
    : report
}

export function recordOf({ report, entries: history }: Run, historyPath?: string): RunRecord {
  return { report, history, ...(historyPath !== undefined && { historyPath }) }
}
