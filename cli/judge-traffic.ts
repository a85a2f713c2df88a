import { basename } from 'node:path'
import type { Manner } from '../reporters/reporter.ts'
import { terminalReport } from '../reporters/terminal.ts'
import { trafficRead } from '../reporters/traffic-read.ts'
import type { Run } from '../runner/run/run.ts'
import { judgeTraffic, type TrafficAsked, trafficIn } from '../runs/traffic.ts'
import { print } from './github.ts'
import { tellFailures } from './report-failures.ts'
import { screenOf } from './screen.ts'

export type TrafficOptions = Omit<TrafficAsked, 'manner'> & Manner & { quiet?: boolean; verbose?: boolean }

/** Verdicts on recorded traffic, and what they rest on. */
export function judgeTrafficIn(path: string, options: TrafficOptions): Run {
  const { quiet = false, verbose = false, junitWarnings, ...rest } = options
  const name = basename(path)
  const asked: TrafficAsked = { ...rest, ...(junitWarnings && { manner: { junitWarnings } }) }
  const { run, record, target, traffic, written, place } = judgeTraffic(trafficIn(path), name, asked)
  if (!quiet) print(trafficRead(name, target.baseUrl, traffic))
  const shown = { reports: written.paths, quiet, verbose, ...(place !== undefined && { folder: place }) }
  print(terminalReport(record, { ...screenOf(process.stdout), ...shown }))
  tellFailures(written)
  return run
}
