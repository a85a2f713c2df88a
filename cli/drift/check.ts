import { Command } from 'commander'
import { askingToCheck } from '../../drift/asking/asking.ts'
import { driftOf } from '../../drift/drift.ts'
import type { DriftReport } from '../../drift/report.ts'
import { whyNot } from '../../runner/folder/files.ts'
import { folderNamed } from '../../runner/folder/usual-folder.ts'
import { printable } from '../../runner/history/reading/words.ts'
import { UsageError } from '../../runner/settings/target.ts'
import { appendTo, tryToAppend } from '../../runner/writing/file-there.ts'
import { baselineIn } from '../../runs/drift/baseline-files.ts'
import { entryOf, lineOf, logIn } from '../../runs/drift/log.ts'
import { relianceIn } from '../../runs/drift/reliance.ts'
import { perform } from '../../runs/perform.ts'
import { addTargetOptions, type TargetOptions } from '../options/target-options.ts'
import { asking } from './asking.ts'
import { outOptions } from './out-options.ts'
import { addReportOptions, type ReportOptions, reportsAsked, tell } from './reports.ts'
import { addBaselineOption, type BaselineOption, failOnOption, UNLIKE_A_RUN } from './shared-options.ts'

type CheckOptions = TargetOptions &
  BaselineOption &
  ReportOptions & {
    failOn: DriftReport['failOn']
    reliesOn?: string[]
    onlyReliedOn?: boolean
    log?: string
  }

export function checkCommand(): Command {
  const command = new Command('check').description('ask a server again, and say what has changed since the baseline')
  return addReportOptions(outOptions(addBaselineOption(addTargetOptions(command))))
    .addOption(failOnOption())
    .option(
      '--relies-on <file>',
      'a Pact file of your client, or a HAR of its tests: what it reads comes first; repeatable',
      (file: string, before: string[] = []) => [...before, file],
    )
    .option('--only-relied-on', 'what your client does not read does not fail the check')
    .option('--log <file>', 'add a line for this check; the page shows a calendar of them')
    .addHelpText('after', UNLIKE_A_RUN)
    .action(async (flags: CheckOptions) => {
      process.exitCode = await check(flags)
    })
}

async function check({ baseline: path, failOn, reliesOn = [], onlyReliedOn = false, log, ...flags }: CheckOptions) {
  const baseline = baselineIn(path)
  const reliance = relianceIn(reliesOn, onlyReliedOn)
  if (log !== undefined) refuseUnlogged(log)
  const entries = log === undefined ? [] : logIn(log)
  const { report, all, ...target } = flags
  const wanted = reportsAsked(report, folderNamed(flags.out))
  const how = (wishes: object) => askingToCheck(wishes, baseline.seed, flags.profile)
  return asking(target, { how, price: (line) => line }, async ({ asked, situation, out }) => {
    const { local, provision, options } = situation
    if (!local && provision.baseUrl !== baseline.target.baseUrl)
      process.stderr.write(
        `The baseline is of ${printable(baseline.target.baseUrl)}: what differs may be that server.\n`,
      )
    const { finished } = await perform(asked)
    const drift = driftOf(baseline, finished, {
      ...{ failOn, onlyReliedOn },
      ...(reliance && { isReliedOn: reliance.isReliedOn }),
    })
    const entry = entryOf(drift)
    if (log !== undefined) addTo(log, lineOf(entry))
    tell(drift, {
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
    throw new UsageError(`--log ${log}: it cannot be written: ${whyNot(error)}`)
  }
}

function addTo(log: string, line: string): void {
  try {
    appendTo(log, line)
  } catch (error) {
    process.stderr.write(`gatecheck: ${printable(log)} could not be written: ${whyNot(error)}\n`)
  }
}
