import { Command } from 'commander'
import type { Io } from '../io.ts'
import { HEADINGS } from '../options/headings.ts'
import { type Asked, addRunOptions, askedWith, type RunOptions } from '../options/run-options.ts'
import { type Performed, perform } from './perform.ts'
import { goOn } from './resume.ts'

export function runCommand(io: Io): Command {
  const command = addRunOptions(new Command('run').showHelpAfterError(false))
    .optionsGroup(HEADINGS.selection)
    .option('--resume <dir>', 'continue this interrupted run with its options; submits no job twice')
  return command.action(async ({ resume, ...flags }: RunOptions & { resume?: string }) => {
    const { finished } = resume === undefined ? await performAsked(io, askedWith(flags)) : await goOn(io, resume, flags)
    io.exitCode = finished.report.exit
  })
}

const performAsked = (io: Io, { flags, ...besides }: Asked): Promise<Performed> => perform(io, flags, besides)
