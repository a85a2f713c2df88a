import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { terminalReport } from '../reporters/terminal.ts'
import { trafficRead } from '../reporters/traffic-read.ts'
import { type HarTraffic, NoHar, readHar } from '../runner/observing/har/har.ts'
import { UnfitTraffic } from '../runner/observing/keys-seen.ts'
import { targetIn, trafficTo } from '../runner/observing/traffic.ts'
import { observe } from '../runner/run/observe.ts'
import { HISTORY_FILE, openOutFolder } from '../runner/run/out-folder.ts'
import type { Run } from '../runner/run/run.ts'
import { type Target, targetOf, UsageError } from '../runner/settings/target.ts'
import { SUITES } from '../suites/index.ts'
import { print } from './github.ts'
import { reportsWanted, withJson, writeReports } from './reports.ts'
import { screenOf } from './screen.ts'

export type TrafficOptions = { baseUrl?: string; strict?: boolean; out?: string; report?: string[]; quiet?: boolean }

/** Verdicts on what a browser, a proxy or a test run has recorded. Keys in it are recipes before anything is written. */
export function judgeTraffic(path: string, options: TrafficOptions): Run {
  const { baseUrl, strict, out, report: names, quiet } = options
  if (names !== undefined && out === undefined)
    throw new UsageError('--report: name a folder with --out for the reports to go to')
  const wanted = withJson(names === undefined ? [] : reportsWanted(names))
  const name = basename(path)
  const har = harIn(path)
  const target = baseUrl === undefined ? targetFound(har, name) : targetOf(baseUrl)
  const { traffic, run, historyPath } = judged(har, target, name, { strict: strict === true, out })
  const { report, entries: history } = run
  const record = { report, history, ...(historyPath !== undefined && { historyPath }) }
  const reports = out === undefined ? [] : writeReports(record, out, wanted)
  if (!quiet) print(trafficRead(name, target.baseUrl, traffic))
  print(terminalReport(record, { ...screenOf(process.stdout), reports, quiet: quiet === true }))
  return run
}

function judged(
  har: HarTraffic,
  target: Target,
  name: string,
  { strict, out }: { strict: boolean; out: string | undefined },
) {
  try {
    const traffic = trafficTo(target, har)
    const historyPath = out === undefined ? undefined : join(openOutFolder(out), HISTORY_FILE)
    const run = observe({ traffic, target, suites: SUITES, strict, ...(historyPath !== undefined && { historyPath }) })
    return { traffic, run, historyPath }
  } catch (error) {
    if (error instanceof UnfitTraffic) throw new UsageError(`${name} cannot be judged: ${error.message}`)
    throw error
  }
}

function harIn(path: string): HarTraffic {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${basename(path)} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'it is too long'}`,
    )
  }
  try {
    return readHar(text)
  } catch (error) {
    if (error instanceof NoHar) throw new UsageError(`${basename(path)} ${error.message}`)
    throw error
  }
}

function targetFound(har: HarTraffic, name: string): Target {
  const target = targetIn(har)
  if (target) return target
  throw new UsageError(
    `${name} holds no request to an endpoint of the interface below an address that ends in /v1: name it with --base-url`,
  )
}
