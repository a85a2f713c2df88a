import { type Command, Option } from 'commander'
import { BASELINE_FILE } from '../../runs/drift/baseline-files.ts'

export type BaselineOption = { baseline: string }

export const addBaselineOption = (command: Command): Command =>
  command.option('--baseline <file>', 'what the server is known to do; commit it', BASELINE_FILE)

export const failOnOption = () =>
  new Option('--fail-on <kind>', 'which changes end with 1').choices(['breaking', 'compatible']).default('breaking')

/** What drift makes of the options of a run. */
export const UNLIKE_A_RUN = `
Unlike in a run, --profile is smoke unless it is said here, and --strict, --complete and --waive change nothing: whether a
server keeps the law is another question ("gatecheck run").`

/** A build server changes nothing that somebody has to review first. */
export const isInCi = (): boolean => {
  const { CI } = process.env
  return CI !== undefined && CI !== '' && CI !== 'false' && CI !== '0'
}
