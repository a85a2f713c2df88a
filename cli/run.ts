import { Command } from 'commander'
import { askedBehind } from '../runner/run/failed-again.ts'
import { UsageError } from '../runner/settings/target.ts'
import { perform } from './perform.ts'
import { recordedRun } from './recorded-run.ts'
import { addRunOutputOptions } from './run-output.ts'
import { addTargetOptions, type TargetOptions } from './target-options.ts'

export function runCommand(): Command {
  const command = new Command('run').description('run the suites and say what was found').showHelpAfterError(false)
  return addRunOutputOptions(addTargetOptions(command))
    .option('--failed <dir>', 'ask again only what failed in the run recorded there, with its profile and its seed')
    .action(async ({ failed, ...flags }: TargetOptions & { failed?: string }) => {
      const again = failed === undefined ? {} : whatFailedIn(failed)
      const { finished } = await perform({ ...again, ...flags })
      process.exitCode = finished.report.exit
    })
}

function whatFailedIn(dir: string): TargetOptions {
  const { report, entries } = recordedRun(dir)
  const only = askedBehind(report, entries)
  if (only.length === 0)
    throw new UsageError(`--failed ${dir}: nothing failed in that run, so there is nothing to ask again`)
  return { only, profile: report.profile, seed: report.seed }
}
