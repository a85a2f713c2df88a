import { Command } from 'commander'
import { perform } from './perform.ts'
import { addRunOptions, askedWith, type RunOptions } from './run-options.ts'

export function runCommand(): Command {
  const command = new Command('run').description('run the suites and say what was found').showHelpAfterError(false)
  return addRunOptions(command).action(async (flags: RunOptions) => {
    const { finished } = await perform(askedWith(flags))
    process.exitCode = finished.report.exit
  })
}
