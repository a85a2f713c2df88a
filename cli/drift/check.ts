import type { OptionValues } from '../../engine/config/options.ts'
import { UsageError } from '../../engine/config/target.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { folderNamed } from '../../engine/run/folder/default-folder.ts'
import { whyNot } from '../../engine/run/folder/files.ts'
import { appendTo, tryToAppend } from '../../engine/writing/write-file.ts'
import { askingToCheck } from '../../tools/drift/asking/asking.ts'
import { baselineIn } from '../../tools/drift/baseline/files.ts'
import { driftOf } from '../../tools/drift/drift.ts'
import { entryOf, lineOf, logIn } from '../../tools/drift/log.ts'
import { relianceIn } from '../../tools/drift/relied-on/reliance.ts'
import type { DriftReport } from '../../tools/drift/report.ts'
import { perform } from '../../tools/run/perform.ts'
import type { Io } from '../io.ts'
import type { Demand } from '../run/perform.ts'
import { asking } from './asking.ts'
import { type ReportOptions, reportsAsked, tell } from './reports.ts'
import { type BaselineOption, recordedTarget } from './shared.ts'

type CheckOptions = OptionValues &
  BaselineOption &
  ReportOptions & {
    failOn?: DriftReport['failOn']
    reliesOn?: string[]
    onlyReliedOn?: boolean
    log?: string
  }

export async function check(
  io: Io,
  { baseline: path, failOn = 'breaking', reliesOn = [], onlyReliedOn = false, log, ...flags }: CheckOptions,
  demand?: Demand,
) {
  const baseline = baselineIn(path)
  const reliance = relianceIn(reliesOn, onlyReliedOn)
  if (log !== undefined) refuseUnlogged(log)
  const entries = log === undefined ? [] : logIn(log)
  const { report, all, ...target } = flags
  const wanted = reportsAsked(report, folderNamed(flags.out))
  const how = (wishes: object) => askingToCheck(wishes, baseline.seed, flags.profile)
  const recorded = recordedTarget(path, baseline)
  return asking(io, target, { how, price: (line) => line, recorded, demand }, async ({ asked, situation, out }) => {
    const { options } = situation
    const { finished } = await perform(asked)
    const drift = driftOf(baseline, finished, {
      ...{ failOn, onlyReliedOn },
      ...(reliance && { isReliedOn: reliance.isReliedOn }),
    })
    const entry = entryOf(drift)
    if (log !== undefined) addTo(io, log, lineOf(entry))
    tell(io, drift, {
      // Always written, so that an earlier result is not mistaken for this one.
      place: out,
      wanted,
      log: log === undefined ? undefined : [...entries, entry],
      baseline: path,
      notes: reliance ? [reliance.summary] : [],
      quiet: options.quiet === true,
      all: all === true,
    })
    return drift.exit
  })
}

/** Refuses a log that cannot be written, before anything is sent. */
function refuseUnlogged(log: string): void {
  try {
    tryToAppend(log)
  } catch (error) {
    throw new UsageError(`--log ${log}: cannot be written: ${whyNot(error)}`)
  }
}

function addTo(io: Io, log: string, line: string): void {
  try {
    appendTo(log, line)
  } catch (error) {
    io.stderr.write(`gatecheck: ${printable(log)} could not be written: ${whyNot(error)}\n`)
  }
}
