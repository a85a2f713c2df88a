import type { Command } from 'commander'
import { commaSeparated } from './values.ts'

export function addRunOutputOptions(command: Command): Command {
  return command
    .option(
      '--out <dir>',
      'where the report and the history go (default: .gatecheck); an earlier run there is moved aside',
    )
    .option(
      '--report <names>',
      'further reports, such as junit or junit=path/to.xml, separated by commas',
      commaSeparated,
    )
    .option('--quiet', 'print failures and the verdict only')
}
