import type { Command } from 'commander'
import { excerpt } from '../../runner/history/reading/words.ts'
import { askedBehind } from '../../runner/run/failed-again.ts'
import { UsageError } from '../../runner/settings/target.ts'
import { recordedRun } from '../../runs/recorded-run.ts'
import { HEADINGS } from './headings.ts'
import { addRunOutputOptions } from './run-output.ts'
import { addTargetOptions, type TargetOptions } from './target-options.ts'

export type RunOptions = TargetOptions & { failed?: string }

/** All that a run can be told on the command line; what is planned takes the same. */
export function addRunOptions(command: Command): Command {
  return addRunOutputOptions(
    addTargetOptions(command)
      .optionsGroup(HEADINGS.selection)
      .option('--failed <dir>', 'rerun only what failed in this recorded run, with its profile and seed'),
  )
}

/** What is said besides goes before what the earlier run was told. */
export function askedWith({ failed, ...flags }: RunOptions): TargetOptions {
  return failed === undefined ? flags : { ...whatFailedIn(failed), ...flags }
}

function whatFailedIn(dir: string): TargetOptions {
  const { report, entries } = recordedRun(dir)
  const only = askedBehind(report, entries)
  if (only.length === 0 && report.verdict === 'inconclusive')
    throw new UsageError(
      `--failed ${dir}: that run came to no verdict (${excerpt(report.reason ?? 'nothing could be judged')}), so ask all of it anew`,
    )
  if (only.length === 0)
    throw new UsageError(`--failed ${dir}: nothing failed in that run, so there is nothing to ask again`)
  return { only, profile: report.profile, seed: report.seed }
}
