import { type Command, Option } from 'commander'
import { KEPT } from '../../engine/run/folder/out-folder.ts'
import { USUAL_FOLDER } from '../../engine/run/folder/usual-folder.ts'
import { REPORTERS } from '../../reporters/index.ts'
import { JUNIT_WARNINGS } from '../../reporters/reporter.ts'
import { HEADINGS } from './headings.ts'
import { oneOf, repeatedNames, wholeNumber } from './values.ts'

export function addRunOutputOptions(command: Command): Command {
  return command
    .optionsGroup(HEADINGS.output)
    .addOption(outOption())
    .addOption(keepOption())
    .addOption(reportOption(REPORTERS, 'report.json'))
    .addOption(junitWarnings())
    .option('--verbose', 'print every clause and implementation choice, and how to repeat each failure')
    .option('--quiet', 'print only failures and the verdict')
}

export const outOption = () =>
  new Option(
    '--out <dir>',
    `folder for reports and history; an earlier run in it is moved aside (default: ${USUAL_FOLDER})`,
  )

export const keepOption = (of = '') =>
  new Option('--keep <n>', `${of}number of earlier runs to keep (default: ${KEPT})`).argParser(wholeNumber(0))

/** `always`: what is written whichever reports are named. */
export const reportOption = (reporters: object, always: string) =>
  new Option(
    '--report <names>',
    `reports to write, comma-separated: ${Object.keys(reporters).join(', ')}; with a path: junit=path/to.xml (default: html; ${always} is always written)`,
  ).argParser(repeatedNames)

/** JUnit XML has no warnings. */
export const junitWarnings = (of = '') =>
  new Option(
    '--junit-warnings <how>',
    `${of}how junit.xml shows a failed should clause: ${JUNIT_WARNINGS.join(', ')} (default: pass)`,
  ).argParser(oneOf(JUNIT_WARNINGS))
