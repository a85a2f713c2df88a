import { type Command, Option } from 'commander'
import { REPORTERS } from '../../reporters/index.ts'
import { JUNIT_WARNINGS } from '../../reporters/reporter.ts'
import { KEPT } from '../../runner/folder/out-folder.ts'
import { repeatedNames, wholeNumber } from './values.ts'

export function addRunOutputOptions(command: Command): Command {
  return command
    .option(
      '--out <dir>',
      'where the report and the history go (default: .gatecheck); an earlier run there is moved aside',
    )
    .addOption(keepOption('earlier runs that stay there; the oldest go'))
    .option(
      '--report <names>',
      `which reports beside report.json: ${Object.keys(REPORTERS).join(', ')}, or such as junit=path/to.xml (whose folder is made, if the one above is there), separated by commas (default: html)`,
      repeatedNames,
    )
    .addOption(junitWarnings())
    .option('--verbose', 'print every clause, every choice of the server, and how to try each failure again')
    .option('--quiet', 'print failures and the verdict only')
}

export const keepOption = (about: string) =>
  new Option('--keep <n>', `${about} (default: ${KEPT})`).argParser(wholeNumber(0))

/** Readers of JUnit XML know no warnings. */
export const junitWarnings = (of = '') =>
  new Option(
    '--junit-warnings <how>',
    `${of}a broken should clause in junit.xml: a case that passes (the default), is skipped, or fails`,
  ).choices(JUNIT_WARNINGS)
