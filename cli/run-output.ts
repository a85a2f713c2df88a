import { type Command, Option } from 'commander'
import { REPORTERS } from '../reporters/index.ts'
import { JUNIT_WARNINGS } from '../reporters/reporter.ts'
import { commaSeparated } from './values.ts'

export function addRunOutputOptions(command: Command): Command {
  return command
    .option(
      '--out <dir>',
      'where the report and the history go (default: .gatecheck); an earlier run there is moved aside',
    )
    .option(
      '--report <names>',
      `which reports beside report.json: ${Object.keys(REPORTERS).join(', ')}, or such as junit=path/to.xml, separated by commas (default: html)`,
      commaSeparated,
    )
    .addOption(junitWarnings())
    .option('--quiet', 'print failures and the verdict only')
}

/** Readers of JUnit XML know no warnings. */
export const junitWarnings = () =>
  new Option(
    '--junit-warnings <how>',
    'a broken should clause in junit.xml: a case that passes (the default), is skipped, or fails',
  ).choices(JUNIT_WARNINGS)
