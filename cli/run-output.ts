import type { Command } from 'commander'
import { REPORTERS } from '../reporters/index.ts'
import { repeatedNames } from './values.ts'

export function addRunOutputOptions(command: Command): Command {
  return command
    .option(
      '--out <dir>',
      'where the report and the history go (default: .gatecheck); an earlier run there is moved aside',
    )
    .option(
      '--report <names>',
      `which reports beside report.json: ${Object.keys(REPORTERS).join(', ')}, or such as junit=path/to.xml, separated by commas (default: html)`,
      repeatedNames,
    )
    .option('--quiet', 'print failures and the verdict only')
}
