import type { Command } from 'commander'
import { keepOption } from '../options/run-output.ts'

export const outOptions = (command: Command): Command =>
  command
    .option('--out <dir>', 'where the recorded run goes (default: .gatecheck); an earlier one there is moved aside')
    .addOption(keepOption('earlier runs that stay there; the oldest go'))
    .option('--quiet', 'print changes and the verdict only')
