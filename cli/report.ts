import { join } from 'node:path'
import { Command } from 'commander'
import { printable } from '../engine/history/reading/words.ts'
import { EXIT } from '../engine/report/exit-codes.ts'
import { earlierRunsIn } from '../engine/run/folder/earlier-runs.ts'
import { HISTORY_FILE } from '../engine/run/folder/files.ts'
import { folderNamed, USUAL_FOLDER } from '../engine/run/folder/usual-folder.ts'
import { REPORTERS } from '../reporters/index.ts'
import type { Manner } from '../reporters/reporter.ts'
import { comparableReport, earlierRunIn } from '../runs/earlier-run.ts'
import { recordedRun } from '../runs/recorded-run.ts'
import { reportsWanted, writeReports } from '../runs/reports.ts'
import type { Io } from './io.ts'
import { junitWarnings } from './options/run-output.ts'
import { repeatedNames } from './options/values.ts'
import { tellDamage } from './telling/damage.ts'
import { tellFailures } from './telling/written.ts'

export function reportCommand(io: Io): Command {
  return new Command('report')
    .argument('[dir]', `folder of the run (default: ${USUAL_FOLDER})`)
    .option(
      '--report <names>',
      `reports to write, comma-separated: ${Object.keys(REPORTERS).join(', ')}, or with a path: junit=path/to.xml (default: html)`,
      repeatedNames,
    )
    .addOption(junitWarnings())
    .action((named: string | undefined, { report: names, ...manner }: { report?: string[] } & Manner) => {
      const dir = folderNamed(named)
      const wanted = reportsWanted(names)
      const { report, entries: history, judgement, ...read } = recordedRun(dir)
      tellDamage(io, dir, read)
      const [last] = earlierRunsIn(dir).slice(-1)
      const earlier = last && comparableReport(earlierRunIn(join(dir, last)), judgement.began.target)
      const record = { report, history, historyPath: join(dir, HISTORY_FILE), ...(earlier && { earlier }) }
      const written = writeReports(record, dir, wanted, manner)
      for (const path of written.paths) io.stdout.write(`${printable(path)}\n`)
      tellFailures(io, written)
      if (written.failed.length > 0) io.exitCode = EXIT.usage
    })
}
