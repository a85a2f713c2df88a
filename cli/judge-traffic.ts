import { basename } from 'node:path'
import type { ExitCode } from '../engine/config/exit-codes.ts'
import { LIMITS } from '../engine/config/limits.ts'
import { UsageError } from '../engine/config/target.ts'
import { textGiven } from '../engine/writing/read-file.ts'
import { clientTerminal } from '../reporters/client/terminal.ts'
import { trafficRead } from '../reporters/recorded/traffic-read.ts'
import type { Manner } from '../reporters/reporter.ts'
import { terminalReport } from '../reporters/terminal/terminal.ts'
import { judgeTraffic, type TrafficAsked } from '../tools/run/traffic.ts'
import type { Io } from './io.ts'
import { tidyNow } from './memory.ts'
import { print } from './terminal/print.ts'
import { screenOf } from './terminal/screen.ts'
import { tellFailures } from './terminal/written.ts'

export type TrafficOptions = Omit<TrafficAsked, 'manner'> &
  Manner & {
    /** The verdict of the clients goes last and is the exit code. */
    client?: boolean
    quiet?: boolean
    verbose?: boolean
  }

/** Judges recorded traffic, and prints the verdicts. */
export function judgeTrafficIn(io: Io, path: string, options: TrafficOptions): ExitCode {
  const { client: isAboutClients = false, quiet = false, verbose = false, junitWarnings, ...rest } = options
  tidyNow()
  const name = basename(path)
  const asked: TrafficAsked = { ...rest, ...(junitWarnings && { manner: { junitWarnings } }) }
  const { run, record, client, target, traffic, written, place } = judgeTraffic(
    textGiven(path, name, { most: LIMITS.givenRecordBytes }),
    name,
    asked,
  )
  if (isAboutClients && !client)
    throw new UsageError(`judge --client: gatecheck itself sent the requests in ${name}, so no client can be judged`)
  if (!quiet) print(io, trafficRead(name, target.baseUrl, traffic))
  const shown = { reports: written.paths, quiet, verbose, ...(place !== undefined && { folder: place }) }
  const screen = screenOf(io)
  const aboutServer = terminalReport(record, { ...screen, ...shown })
  const aboutClients = client ? clientTerminal(client, { ...screen, quiet, verbose, concludes: isAboutClients }) : ''
  const texts = isAboutClients ? [aboutServer, aboutClients] : [aboutClients, aboutServer]
  print(io, texts.filter((text) => text !== '').join('\n'))
  tellFailures(io, written)
  return isAboutClients && client ? client.exit : run.report.exit
}
