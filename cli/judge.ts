import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { EXIT, type ExitCode } from '../engine/config/exit-codes.ts'
import { LIMITS } from '../engine/config/limits.ts'
import { UsageError } from '../engine/config/target.ts'
import { folderNamed } from '../engine/run/folder/default-folder.ts'
import { textGiven } from '../engine/writing/read-file.ts'
import { clientTerminal } from '../reporters/client/terminal.ts'
import type { ClientReport } from '../reporters/outcome/clients/report.ts'
import { differences } from '../reporters/outcome/differences.ts'
import { rejudgement } from '../reporters/recorded/rejudgement.ts'
import { trafficRead } from '../reporters/recorded/traffic-read.ts'
import type { Manner } from '../reporters/reporter.ts'
import { recordedReport, recordedRun } from '../tools/run/recorded-run.ts'
import { clientsSeen, judgeTraffic, type TrafficAsked } from '../tools/run/traffic.ts'
import type { Io } from './io.ts'
import { tidyNow } from './memory.ts'
import { print, screenOf, tellDamage, tellFailures } from './terminal/print.ts'
import { reportText } from './terminal/report-text.ts'

type TrafficOptions = Omit<TrafficAsked, 'manner'> &
  Manner & {
    /** The verdict of the clients goes last and is the exit code. */
    client?: boolean
    quiet?: boolean
    verbose?: boolean
  }

export function judge(io: Io, options: TrafficOptions, named: string | undefined): ExitCode {
  const path = folderNamed(named)
  if (existsSync(path) ? !statSync(path).isDirectory() : path.endsWith('.har')) return judgeHar(io, path, options)
  const { client = false, ...others } = options
  if (Object.keys(others).length > 0)
    throw new UsageError(`judge: the options apply to HAR files only, and ${path} is not one: leave them out`)
  return judgeAgain(io, path, client)
}

function judgeAgain(io: Io, dir: string, isAboutClients: boolean): ExitCode {
  const run = recordedRun(dir)
  tellDamage(io, dir, run)
  const recorded = recordedReport(dir)
  const found = recorded ? differences(recorded, run.report) : []
  const client = clientsSeen(run)
  refuseWithoutClients(client, isAboutClients, dir)
  printBoth(io, {
    server: rejudgement(run.report, recorded !== undefined, found),
    clients: client && clientTerminal(client, { ...screenOf(io), concludes: isAboutClients }),
    isAboutClients,
  })
  // Damaged lines explain a difference.
  if (found.length > 0 && run.damaged.length === 0) return EXIT.fail
  return isAboutClients && client ? client.exit : run.report.exit
}

function judgeHar(io: Io, path: string, options: TrafficOptions): ExitCode {
  const { client: isAboutClients = false, quiet = false, verbose = false, junitWarnings, ...rest } = options
  tidyNow()
  const name = basename(path)
  const asked: TrafficAsked = { ...rest, ...(junitWarnings && { manner: { junitWarnings } }) }
  const text = textGiven(path, name, { most: LIMITS.givenRecordBytes })
  const { run, record, client, target, traffic, written, place } = judgeTraffic(text, name, asked)
  refuseWithoutClients(client, isAboutClients, name)
  if (!quiet) print(io, trafficRead(name, target.baseUrl, traffic))
  const shown = { ...screenOf(io), quiet, verbose }
  printBoth(io, {
    server: reportText(io, record, { ...shown, reports: written.paths, ...(place !== undefined && { folder: place }) }),
    clients: client && clientTerminal(client, { ...shown, concludes: isAboutClients }),
    isAboutClients,
  })
  tellFailures(io, written)
  return isAboutClients && client ? client.exit : run.report.exit
}

function refuseWithoutClients(client: ClientReport | undefined, isAboutClients: boolean, name: string): void {
  if (isAboutClients && !client)
    throw new UsageError(`judge --client: gatecheck itself sent the requests in ${name}, so no client can be judged`)
}

type Both = { server: string; clients: string | undefined; isAboutClients: boolean }

/** The side that decides the exit code goes last. */
function printBoth(io: Io, { server, clients = '', isAboutClients }: Both): void {
  const texts = isAboutClients ? [server, clients] : [clients, server]
  print(io, texts.filter((text) => text !== '').join('\n'))
}
