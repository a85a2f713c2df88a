import { type Command, Option } from 'commander'
import { BASELINE_FILE } from '../../runs/drift/baseline-files.ts'
import { type Baseline, EMBEDDED } from '../../tools/drift/baseline/baseline.ts'
import type { Io } from '../io.ts'
import { HEADINGS, hideUnused } from '../options/headings.ts'
import type { RecordedTarget } from '../options/recorded-target.ts'
import { addTargetOptions } from '../options/target-options.ts'

export type BaselineOption = { baseline: string }

export const addBaselineOption = (command: Command): Command =>
  command.option('--baseline <file>', 'recorded behaviour of the server; commit it', BASELINE_FILE)

export const failOnOption = () =>
  new Option('--fail-on <kind>', 'exit 1 on this kind of change; compatible includes breaking')
    .choices(['breaking', 'compatible'])
    .default('breaking')

/** Options of a run as drift uses them: --strict, --complete and --waive are about conformance. */
export function addAskingOptions(command: Command, defaults: Readonly<Record<string, string>>): Command {
  hideUnused(addTargetOptions(command), ['strict', 'complete', 'waive'])
  for (const option of command.options) {
    const value = defaults[option.attributeName()]
    if (value !== undefined) option.description = option.description.replace(/(?<=default: )[^)]*/, value)
  }
  return addBaselineOption(command.optionsGroup(HEADINGS.target))
}

/** A baseline names the server that it was recorded from. */
export const recordedTarget = (place: string, { target: { baseUrl } }: Baseline): RecordedTarget => ({
  place,
  baseUrl: baseUrl === EMBEDDED ? undefined : baseUrl,
})

/** A build server changes nothing that somebody has to review first. */
export const isInCi = ({ env: { CI } }: Io): boolean => CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0'
