import { existsSync, statSync } from 'node:fs'
import { Command } from 'commander'
import { clientTerminal } from '../../reporters/client/terminal.ts'
import { REPORTERS } from '../../reporters/index.ts'
import { rejudgement } from '../../reporters/recorded/rejudgement.ts'
import { folderNamed, USUAL_FOLDER } from '../../runner/folder/usual-folder.ts'
import { differences } from '../../runner/report/differences.ts'
import { EXIT } from '../../runner/report/exit-codes.ts'
import { UsageError } from '../../runner/settings/target.ts'
import { clientsSeen } from '../../runs/clients-seen.ts'
import { recordedReport, recordedRun } from '../../runs/recorded-run.ts'
import { junitWarnings, keepOption } from '../options/run-output.ts'
import { repeatedNames } from '../options/values.ts'
import { tellDamage } from '../telling/damage.ts'
import { print } from '../telling/print.ts'
import { screenOf } from '../telling/screen.ts'
import { judgeTrafficIn, type TrafficOptions } from './traffic.ts'

const ABOUT = `
A folder is that of a recorded run: the verdicts are reached again, and the exit code is the one of that run: 0, 1, 2 where
there is no verdict, 70 or 130. It is 1, too, where its report says something else than its history.

A file is an HTTP Archive (HAR 1.2) of traffic that a browser, a proxy or a test run has recorded. It is judged by what
single answers and sequences show; what only a run can ask for on purpose is not judged, and said so. Keys in it become
recipes before anything is written or printed. Exit codes are those of a run: 0 nothing broken, 1 a must clause is
broken, 2 nothing could be judged.

The law binds clients as well, and traffic that was seen passing by shows what they did: what they broke is told under a
heading of its own, and with --out in client.json. The exit code is about the server all the same; --client makes it one
about the clients.`

export function judgeCommand(): Command {
  return new Command('judge')
    .argument('[dir|file.har]', `the folder of the run, or the file (default: ${USUAL_FOLDER})`)
    .option('--base-url <url>', 'of a file: the server that is judged (default: the one that most of it is for)')
    .option('--strict', 'of a file: a broken should clause fails, too')
    .option('--client', 'the exit code and the last line are about the clients that were seen, not about the server')
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
    .action((named: string | undefined, options: TrafficOptions) => {
      const path = folderNamed(named)
      if (existsSync(path) ? !statSync(path).isDirectory() : path.endsWith('.har')) {
        process.exitCode = judgeTrafficIn(path, options)
        return
      }
      const { client = false, ...others } = options
      if (Object.keys(others).length > 0) throw new UsageError(`judge: the options are for a file.har; ${path} is none`)
      judgeAgain(path, client)
    })
}

function judgeAgain(dir: string, isAboutClients: boolean): void {
  const run = recordedRun(dir)
  tellDamage(dir, run)
  const recorded = recordedReport(dir)
  const found = recorded ? differences(recorded, run.report) : []
  const aboutServer = rejudgement(run.report, recorded !== undefined, found)
  const client = clientsSeen(run)
  if (isAboutClients && !client)
    throw new UsageError(`judge --client: the run in ${dir} was sent by gatecheck itself; no client was seen in it`)
  const texts = [
    ...(client ? [clientTerminal(client, { ...screenOf(process.stdout), concludes: isAboutClients })] : []),
    aboutServer,
  ]
  print((isAboutClients ? texts.reverse() : texts).join('\n'))
  // What can no longer be read is no other word of the report.
  const differs = found.length > 0 && run.damaged.length === 0
  process.exitCode = differs ? EXIT.fail : isAboutClients && client ? client.exit : run.report.exit
}
