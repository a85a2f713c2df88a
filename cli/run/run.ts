import { Command } from 'commander'
import { addRunOptions, askedWith, type RunOptions } from '../options/run-options.ts'
import { perform } from './perform.ts'
import { goOn } from './resume.ts'

export function runCommand(): Command {
  const command = new Command('run').showHelpAfterError(false)
  addRunOptions(command).option(
    '--resume <dir>',
    'go on with the run recorded there, which broke off: nothing is done, or paid, twice; of its options, --ca, --client-cert and --client-key may be given anew',
  )
  return command.action(async ({ resume, ...flags }: RunOptions & { resume?: string }) => {
    const { finished } = resume === undefined ? await perform(askedWith(flags)) : await goOn(resume, flags)
    process.exitCode = finished.report.exit
  })
}
