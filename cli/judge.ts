import { existsSync, statSync } from 'node:fs'
import { EXIT } from '../engine/config/exit-codes.ts'
import { UsageError } from '../engine/config/target.ts'
import { folderNamed } from '../engine/run/folder/usual-folder.ts'
import { clientTerminal } from '../reporters/client/terminal.ts'
import { differences } from '../reporters/outcome/differences.ts'
import { rejudgement } from '../reporters/recorded/rejudgement.ts'
import { recordedReport, recordedRun } from '../tools/run/recorded-run.ts'
import { clientsSeen } from '../tools/run/traffic.ts'
import type { Io } from './io.ts'
import { judgeTrafficIn, type TrafficOptions } from './judge-traffic.ts'
import { tellDamage } from './terminal/damage.ts'
import { print } from './terminal/print.ts'
import { screenOf } from './terminal/screen.ts'

export function judge(io: Io, options: TrafficOptions, named: string | undefined): number {
  const path = folderNamed(named)
  if (existsSync(path) ? !statSync(path).isDirectory() : path.endsWith('.har')) return judgeTrafficIn(io, path, options)
  const { client = false, ...others } = options
  if (Object.keys(others).length > 0)
    throw new UsageError(`judge: the options apply to HAR files only, and ${path} is not one: leave them out`)
  return judgeAgain(io, path, client)
}

function judgeAgain(io: Io, dir: string, isAboutClients: boolean): number {
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
  // Damaged lines explain a difference.
  const differs = found.length > 0 && run.damaged.length === 0
  return differs ? EXIT.fail : isAboutClients && client ? client.exit : run.report.exit
}
