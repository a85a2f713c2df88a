import { join } from 'node:path'
import { Command } from 'commander'
import { REPORTERS } from '../reporters/index.ts'
import { printable } from '../runner/history/words.ts'
import { HISTORY_FILE } from '../runner/run/out-folder.ts'
import { recordedRun } from './recorded-run.ts'
import { reportsWanted, writeReports } from './reports.ts'
import { repeatedNames } from './values.ts'

export function reportCommand(): Command {
  return new Command('report')
    .description('writes any report of a recorded run, offline')
    .argument('[dir]', 'the folder of the run', '.gatecheck')
    .option(
      '--report <names>',
      `${Object.keys(REPORTERS).join(', ')}, or such as junit=path/to.xml, separated by commas (default: html)`,
      repeatedNames,
    )
    .action((dir: string, { report: names }: { report?: string[] }) => {
      const wanted = reportsWanted(names)
      const { report, entries: history } = recordedRun(dir)
      const record = { report, history, historyPath: join(dir, HISTORY_FILE) }
      for (const path of writeReports(record, dir, wanted)) process.stdout.write(`${printable(path)}\n`)
    })
}
