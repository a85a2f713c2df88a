import type { Command } from 'commander'
import { HEADINGS } from '../options/headings.ts'
import { keepOption, outOption } from '../options/run-output.ts'

export const outOptions = (command: Command): Command =>
  command
    .optionsGroup(HEADINGS.output)
    .addOption(outOption())
    .addOption(keepOption())
    .option('--quiet', 'print only changes and the verdict')
