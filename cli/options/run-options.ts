import type { Command } from 'commander'
import { UsageError } from '../../engine/config/target.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { askedBehind } from '../../engine/run/failed-again.ts'
import type { EarlierRun } from '../../runs/earlier-run.ts'
import { recordedRun } from '../../runs/recorded-run.ts'
import { HEADINGS } from './headings.ts'
import type { RecordedTarget } from './recorded-target.ts'
import { addRunOutputOptions } from './run-output.ts'
import { addTargetOptions, type TargetOptions } from './target-options.ts'

export type RunOptions = TargetOptions & { failed?: string }

/** All that a run can be told on the command line; what is planned takes the same. */
export function addRunOptions(command: Command): Command {
  return addRunOutputOptions(
    addTargetOptions(command)
      .optionsGroup(HEADINGS.selection)
      .option(
        '--failed <dir>',
        'rerun only the failed clauses of this recorded run, with the same server, profile and seed',
      ),
  )
}

export type Asked = { flags: TargetOptions; recorded?: RecordedTarget; earlier?: EarlierRun }

/** Flags take precedence over the options of the recorded run. */
export function askedWith({ failed, ...flags }: RunOptions): Asked {
  if (failed === undefined) return { flags }
  const { options, ...besides } = whatFailedIn(failed)
  return { ...besides, flags: { ...options, ...flags } }
}

function whatFailedIn(dir: string): { options: TargetOptions; recorded: RecordedTarget; earlier: EarlierRun } {
  const { report, entries, judgement } = recordedRun(dir)
  const only = askedBehind(report, entries)
  if (only.length === 0 && report.verdict === 'inconclusive')
    throw new UsageError(
      `--failed ${dir}: that run has no verdict (${excerpt(report.reason ?? 'nothing could be judged')}): run everything again, without --failed`,
    )
  if (only.length === 0)
    throw new UsageError(`--failed ${dir}: nothing failed in that run, so there is nothing to rerun`)
  const { target, prints } = judgement.began
  return {
    options: { only, profile: report.profile, seed: report.seed },
    earlier: { report, embedded: target.embedded === true },
    recorded: { place: dir, baseUrl: target.embedded ? undefined : target.baseUrl, prints },
  }
}
