import { Command } from 'commander'
import { UsageError } from '../../engine/config/target.ts'
import { printable } from '../../engine/history/reading/words.ts'
import { whyNot } from '../../engine/run/folder/files.ts'
import { folderNamed } from '../../engine/run/folder/usual-folder.ts'
import { appendTo, tryToAppend } from '../../engine/writing/write-file.ts'
import { baselineIn } from '../../runs/drift/baseline-files.ts'
import { entryOf, lineOf, logIn } from '../../runs/drift/log.ts'
import { relianceIn } from '../../runs/drift/reliance.ts'
import { perform } from '../../runs/perform.ts'
import { askingToCheck, JOBS_OF_A_CHECK, OF_A_CHECK } from '../../tools/drift/asking/asking.ts'
import { driftOf } from '../../tools/drift/drift.ts'
import type { DriftReport } from '../../tools/drift/report.ts'
import type { Io } from '../io.ts'
import { HEADINGS } from '../options/headings.ts'
import type { TargetOptions } from '../options/target-options.ts'
import { repeated } from '../options/values.ts'
import { asking } from './asking.ts'
import { outOptions } from './out-options.ts'
import { addReportOptions, type ReportOptions, reportsAsked, tell } from './reports.ts'
import { addAskingOptions, type BaselineOption, failOnOption, recordedTarget } from './shared-options.ts'

type CheckOptions = TargetOptions &
  BaselineOption &
  ReportOptions & {
    failOn: DriftReport['failOn']
    reliesOn?: string[]
    onlyReliedOn?: boolean
    log?: string
  }

const DEFAULTS = {
  profile: 'smoke',
  seed: "the baseline's",
  maxJobs: `${JOBS_OF_A_CHECK} in smoke`,
  maxRequests: `${OF_A_CHECK.maxRequests} in smoke, polls not counted`,
}

export function checkCommand(io: Io): Command {
  const command = new Command('check').description('compare a server with its baseline')
  const withTarget = addAskingOptions(command, DEFAULTS)
    .optionsGroup(HEADINGS.selection)
    .addOption(failOnOption())
    .option(
      '--relies-on <file>',
      'Pact file of your client, or HAR of its tests: list changes of fields it reads first; repeatable',
      repeated,
    )
    .option('--only-relied-on', 'fail only on changes of fields that your client reads')
  return addReportOptions(outOptions(withTarget))
    .option('--log <file>', 'append the result to this file; the HTML report shows its results as a calendar')
    .action(async (flags: CheckOptions) => {
      io.exitCode = await check(io, flags)
    })
}

async function check(
  io: Io,
  { baseline: path, failOn, reliesOn = [], onlyReliedOn = false, log, ...flags }: CheckOptions,
) {
  const baseline = baselineIn(path)
  const reliance = relianceIn(reliesOn, onlyReliedOn)
  if (log !== undefined) refuseUnlogged(log)
  const entries = log === undefined ? [] : logIn(log)
  const { report, all, ...target } = flags
  const wanted = reportsAsked(report, folderNamed(flags.out))
  const how = (wishes: object) => askingToCheck(wishes, baseline.seed, flags.profile)
  const recorded = recordedTarget(path, baseline)
  return asking(io, target, { how, price: (line) => line, recorded }, async ({ asked, situation, out }) => {
    const { options } = situation
    const { finished } = await perform(asked)
    const drift = driftOf(baseline, finished, {
      ...{ failOn, onlyReliedOn },
      ...(reliance && { isReliedOn: reliance.isReliedOn }),
    })
    const entry = entryOf(drift)
    if (log !== undefined) addTo(io, log, lineOf(entry))
    tell(io, drift, {
      // Whoever reads it there must not take an earlier one for it, even where nothing was reached.
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

/** Found before anything is sent. */
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
