import { join } from 'node:path'
import { Command } from 'commander'
import { REPORTERS } from '../reporters/index.ts'
import type { Manner } from '../reporters/reporter.ts'
import { printable } from '../runner/history/words.ts'
import { HISTORY_FILE } from '../runner/run/out-folder.ts'
import { recordedRun } from './recorded-run.ts'
import { reportsWanted, writeReports } from './reports.ts'
import { junitWarnings } from './run-output.ts'
import { commaSeparated } from './values.ts'

export function reportCommand(): Command {
  return new Command('report')
    .description('writes any report of a recorded run, offline')
    .argument('[dir]', 'the folder of the run', '.gatecheck')
    .option(
      '--report <names>',
      `${Object.keys(REPORTERS).join(', ')}, or such as junit=path/to.xml, separated by commas (default: html)`,
      commaSeparated,
    )
    .addOption(junitWarnings())
    .action((dir: string, { report: names, ...manner }: { report?: string[] } & Manner) => {
      const wanted = reportsWanted(names)
      const { report, entries: history } = recordedRun(dir)
      const record = { report, history, historyPath: join(dir, HISTORY_FILE) }
      for (const path of writeReports(record, dir, wanted, manner)) process.stdout.write(`${printable(path)}\n`)
    })
}
