import { existsSync, statSync } from 'node:fs'
import { Command } from 'commander'
import { REPORTERS } from '../reporters/index.ts'
import { rejudgement } from '../reporters/rejudgement.ts'
import { differences } from '../runner/report/differences.ts'
import { EXIT } from '../runner/report/exit-codes.ts'
import { UsageError } from '../runner/settings/target.ts'
import { recordedReport, recordedRun } from '../runs/recorded-run.ts'
import { print } from './github.ts'
import { judgeTrafficIn, type TrafficOptions } from './judge-traffic.ts'
import { junitWarnings, keepOption } from './run-output.ts'
import { repeatedNames } from './values.ts'

const ABOUT = `
A folder is that of a recorded run: the verdicts are reached again, and the exit code is the one of that run: 0, 1, 2 where
there is no verdict, 70 or 130. It is 1, too, where its report says something else than its history.

A file is an HTTP Archive (HAR 1.2) of traffic that a browser, a proxy or a test run has recorded. It is judged by what
single answers and sequences show; what only a run can ask for on purpose is not judged, and said so. Keys in it become
recipes before anything is written or printed. Exit codes are those of a run: 0 nothing broken, 1 a must clause is
broken, 2 nothing could be judged.`

export function judgeCommand(): Command {
  return new Command('judge')
    .description('verdicts again, from a recorded run, offline; or verdicts on traffic that was recorded as HAR')
    .argument('[dir|file.har]', 'the folder of the run, or the file', '.gatecheck')
    .option('--base-url <url>', 'of a file: the server that is judged (default: the one that most of it is for)')
    .option('--strict', 'of a file: a broken should clause fails, too')
    .option('--out <dir>', 'of a file: where report.json and history.jsonl go (default: nowhere)')
    .addOption(keepOption('of a file: earlier runs that stay in --out'))
    .option(
      '--report <names>',
      `of a file, with --out: ${Object.keys(REPORTERS).join(', ')}, separated by commas`,
      repeatedNames,
    )
    .addOption(junitWarnings('of a file: '))
    .option('--verbose', 'of a file: print every clause and every choice of the server')
    .option('--quiet', 'of a file: print failures and the verdict only')
    .addHelpText('after', ABOUT)
    .action((path: string, options: TrafficOptions) => {
      if (existsSync(path) ? !statSync(path).isDirectory() : path.endsWith('.har')) {
        process.exitCode = judgeTrafficIn(path, options).report.exit
        return
      }
      const [given] = Object.keys(options)
      if (given !== undefined) throw new UsageError(`judge: the options are for a file.har; ${path} is none`)
      judgeAgain(path)
    })
}

function judgeAgain(dir: string): void {
  const again = recordedRun(dir).report
  const recorded = recordedReport(dir)
  const found = recorded ? differences(recorded, again) : []
  print(rejudgement(again, recorded !== undefined, found))
  process.exitCode = found.length > 0 ? EXIT.fail : again.exit
}
