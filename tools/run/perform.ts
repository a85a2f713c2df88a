import type { Suite } from '../../engine/judge/check.ts'
import { OutFolder } from '../../engine/run/folder/out-folder.ts'
import type { RunPlan } from '../../engine/run/planning/plan.ts'
import { resumptionOf, undisturbedOf } from '../../engine/run/resume/resumption.ts'
import { type Prepared, prepare, type RunOptions } from '../../engine/run/run.ts'
import { type Run, run } from '../../reporters/outcome/run.ts'
import type { Manner, RunRecord } from '../../reporters/reporter.ts'
import { refuseCollisions, reportsWanted, type Written, withJson, writeReports } from '../../reporters/write.ts'
import { SUITES } from '../../suites/index.ts'
import { comparableReport, type EarlierRun, earlierRunIn } from './earlier-run.ts'

/** What a run is made of, and what it is to leave behind. */
export type RunParts = Pick<
  RunOptions,
  'provision' | 'besides' | 'wishes' | 'local' | 'still' | 'interrupt' | 'giveUp' | 'onProgress' | 'onDriven'
> & {
  /** What is judged, if not all that there is. */
  suites?: readonly Suite[]
  /** The folder for what it leaves; without one it is in memory alone. */
  out?: string | undefined
  /** The run in that folder, which broke off and goes on. */
  goesOn?: true
  /** The run to compare with, if not the one that lies in that folder. */
  earlier?: EarlierRun | undefined
  /** How many earlier runs that folder keeps. */
  keep?: number | undefined
  /** Which reports, by name, beside report.json. */
  report?: readonly string[] | undefined
  /** How reports show what is left to whoever asks for them. */
  manner?: Manner
  /** Hears, before anything is sent, what the run will do and cost; what it throws ends the run there. */
  onPlanned?: (prepared: Prepared, plan: RunPlan) => void
  /** Hears it again when the folder is its own and nothing is in the way any more. */
  onReady?: (prepared: Prepared, plan: RunPlan) => void
}

export type Performed = {
  finished: Run
  record: RunRecord
  written: Written
  /** Where its files are. */
  place?: string
  /** The folder that still holds an earlier run, since this one reached nothing. */
  kept?: string
}

/** One run, from what was asked for to what it leaves behind. Prints nothing. */
export async function perform(asked: RunParts): Promise<Performed> {
  const { out, keep, report, manner, goesOn, earlier, onPlanned, onReady, suites = SUITES, ...setUp } = asked
  const wanted = out === undefined ? [] : withJson(reportsWanted(report, out))
  if (out !== undefined) refuseCollisions(wanted, out)
  const options = { ...setUp, suites }
  const prepared = prepare(options)
  // What a run draws for itself is drawn once, or another run would be announced than the one that is done.
  const wishes = { ...options.wishes, seed: prepared.plan.input.configuration.seed }
  const { plan } = prepared.plan
  onPlanned?.(prepared, plan)
  if (out === undefined) {
    const finished = await run({ ...options, wishes })
    return { finished, record: recordOf(finished), written: { paths: [], digests: new Map(), failed: [] } }
  }
  const target = { baseUrl: prepared.target.baseUrl, embedded: setUp.local }
  // The run moves the earlier one aside.
  const comparable = goesOn ? undefined : comparableReport(earlier ?? earlierRunIn(out), target)
  const mostMs = prepared.plan.input.configuration.deadlineMs
  const folder = new OutFolder(out, { mostMs, ...(keep !== undefined && { keep }), goesOn: goesOn === true })
  try {
    onReady?.(prepared, plan)
    const resumption = goesOn && resumptionOf(folder.historyPath, undisturbedOf(SUITES))
    const finished = await run({
      ...{ ...options, wishes, folder },
      ...(resumption && { resumption }),
    })
    const record = { ...recordOf(finished, folder.historyPath), ...(comparable && { earlier: comparable }) }
    const written = writeReports(record, folder.place, wanted, manner)
    return { finished, record, written, place: folder.place, ...(folder.keptAnEarlierRun && { kept: folder.path }) }
  } finally {
    folder.release()
  }
}

export function recordOf({ report, entries: history }: Run, historyPath?: string): RunRecord {
  return { report, history, ...(historyPath !== undefined && { historyPath }) }
}
