import { existsSync, statSync } from 'node:fs'
import { Command } from 'commander'
import { UsageError } from '../../engine/config/target.ts'
import { differences } from '../../engine/report/differences.ts'
import { EXIT } from '../../engine/report/exit-codes.ts'
import { folderNamed, USUAL_FOLDER } from '../../engine/run/folder/usual-folder.ts'
import { clientTerminal } from '../../reporters/client/terminal.ts'
import { REPORTERS } from '../../reporters/index.ts'
import { rejudgement } from '../../reporters/recorded/rejudgement.ts'
import { clientsSeen } from '../../runs/clients-seen.ts'
import { recordedReport, recordedRun } from '../../runs/recorded-run.ts'
import type { Io } from '../io.ts'
import { junitWarnings, keepOption } from '../options/run-output.ts'
import { repeatedNames } from '../options/values.ts'
import { tellDamage } from '../telling/damage.ts'
import { print } from '../telling/print.ts'
import { screenOf } from '../telling/screen.ts'
import { judgeTrafficIn, type TrafficOptions } from './traffic.ts'

const ABOUT = `
Folder of a recorded run: computes the verdicts again. The exit code is that of the run, or 1 if report.json differs from
the history.

HAR file (HTTP Archive 1.2): judges traffic that a browser, a proxy or a test recorded. Clauses that only a run can test
are reported as not tested. Keys are redacted before anything is written or printed.
Exit codes: 0 no must clause failed · 1 a must clause failed · 2 nothing could be judged

In observed traffic the clients are judged too, under their own heading and, with --out, in client.json.`

export function judgeCommand(io: Io): Command {
  return new Command('judge')
    .argument('[dir|file.har]', `folder of a recorded run, or HAR file (default: ${USUAL_FOLDER})`)
    .option('--base-url <url>', 'HAR: server to judge (default: the one with the most requests)')
    .option('--strict', 'HAR: fail on should clauses, too (default: warn)')
    .option(
      '--client',
      'use the verdict of the observed clients for exit code and last line (default: that of the server)',
    )
    .option('--out <dir>', 'HAR: folder for report.json and history.jsonl (default: none are written)')
    .addOption(keepOption('HAR: '))
    .option(
      '--report <names>',
      `HAR: further reports to write to --out, comma-separated: ${Object.keys(REPORTERS).join(', ')} (default: none)`,
      repeatedNames,
    )
    .addOption(junitWarnings('HAR: '))
    .option('--verbose', 'HAR: print every clause and every implementation choice')
    .option('--quiet', 'HAR: print only failures and the verdict')
    .addHelpText('after', ABOUT)
    .action((named: string | undefined, options: TrafficOptions) => {
      const path = folderNamed(named)
      if (existsSync(path) ? !statSync(path).isDirectory() : path.endsWith('.har')) {
        io.exitCode = judgeTrafficIn(io, path, options)
        return
      }
      const { client = false, ...others } = options
      if (Object.keys(others).length > 0)
        throw new UsageError(`judge: the options apply to HAR files only, and ${path} is not one: leave them out`)
      judgeAgain(io, path, client)
    })
}

function judgeAgain(io: Io, dir: string, isAboutClients: boolean): void {
  const run = recordedRun(dir)
  tellDamage(io, dir, run)
  const recorded = recordedReport(dir)
  const found = recorded ? differences(recorded, run.report) : []
  const aboutServer = rejudgement(run.report, recorded !== undefined, found)
  const client = clientsSeen(run)
  if (isAboutClients && !client)
    throw new UsageError(`judge --client: gatecheck itself sent the requests in ${dir}, so no client can be judged`)
  const texts = [
    ...(client ? [clientTerminal(client, { ...screenOf(io), concludes: isAboutClients })] : []),
    aboutServer,
  ]
  print(io, (isAboutClients ? texts.reverse() : texts).join('\n'))
  // What can no longer be read is no other word of the report.
  const differs = found.length > 0 && run.damaged.length === 0
  io.exitCode = differs ? EXIT.fail : isAboutClients && client ? client.exit : run.report.exit
}
