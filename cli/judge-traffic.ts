import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { terminalReport } from '../reporters/terminal.ts'
import { trafficRead } from '../reporters/traffic-read.ts'
import { OutFolder } from '../runner/folder/out-folder.ts'
import { type HarTraffic, NoHar, readHar } from '../runner/observing/har/har.ts'
import { UnfitTraffic } from '../runner/observing/keys-seen.ts'
import { targetIn, trafficTo } from '../runner/observing/traffic.ts'
import { observe } from '../runner/run/observe.ts'
import type { Run } from '../runner/run/run.ts'
import { type Target, targetOf, UsageError } from '../runner/settings/target.ts'
import { SUITES } from '../suites/index.ts'
import { print } from './github.ts'
import { reportsWanted, tellFailures, withJson, writeReports } from './reports.ts'
import { screenOf } from './screen.ts'

export type TrafficOptions = {
  baseUrl?: string
  strict?: boolean
  out?: string
  keep?: number
  report?: string[]
  quiet?: boolean
  verbose?: boolean
}

/** Nobody is waited for. */
const MOST_MS = 10 * 60_000

/** Verdicts on what a browser, a proxy or a test run has recorded. Keys in it are recipes before anything is written. */
export function judgeTraffic(path: string, options: TrafficOptions): Run {
  const { baseUrl, strict, out, keep, report: names, quiet, verbose } = options
  if (names !== undefined && out === undefined)
    throw new UsageError('--report: name a folder with --out for the reports to go to')
  const wanted = withJson(names === undefined ? [] : reportsWanted(names))
  const name = basename(path)
  const har = harIn(path)
  const target = baseUrl === undefined ? targetFound(har, name) : targetOf(baseUrl)
  const folder =
    out === undefined ? undefined : new OutFolder(out, { mostMs: MOST_MS, ...(keep !== undefined && { keep }) })
  try {
    const { traffic, run } = judged(har, target, name, { strict: strict === true, folder })
    const { report, entries: history } = run
    const record = { report, history, ...(folder && { historyPath: folder.historyPath }) }
    folder?.dropBallast()
    const written = folder ? writeReports(record, folder.place, wanted) : { paths: [], failed: [] }
    if (!quiet) print(trafficRead(name, target.baseUrl, traffic))
    const asked = { reports: written.paths, quiet: quiet === true, verbose: verbose === true }
    print(terminalReport(record, { ...screenOf(process.stdout), ...asked, ...(folder && { folder: folder.place }) }))
    tellFailures(written)
    return run
  } finally {
    folder?.release()
  }
}

function judged(
  har: HarTraffic,
  target: Target,
  name: string,
  { strict, folder }: { strict: boolean; folder: OutFolder | undefined },
) {
  try {
    const traffic = trafficTo(target, har)
    const run = observe({ traffic, target, suites: SUITES, strict, ...(folder && { folder }) })
    return { traffic, run }
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
