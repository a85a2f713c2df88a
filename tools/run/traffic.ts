import { type Target, targetOf, UsageError } from '../../engine/config/target.ts'
import type { WhyToStop } from '../../engine/judge/clients/judging.ts'
import { runToEnd } from '../../engine/judge/judging.ts'
import { NoHar, readHar } from '../../engine/judge/observed/har.ts'
import { Limits } from '../../engine/judge/observed/limits.ts'
import { UnfitTraffic } from '../../engine/judge/observed/observed-keys.ts'
import { type Traffic, targetIn, trafficTo } from '../../engine/judge/observed/traffic.ts'
import { OutFolder } from '../../engine/run/folder/out-folder.ts'
import { observe } from '../../engine/run/observe.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import { clientReportOf } from '../../reporters/outcome/clients/reporting.ts'
import { type Run, reported } from '../../reporters/outcome/run.ts'
import type { Manner, RunRecord } from '../../reporters/reporter.ts'
import { nothingWritten, reportsWanted, type Written, writeEach, writeReports } from '../../reporters/write.ts'
import { clientJudging } from '../../suites/clients/index.ts'
import { SUITES_OF_TRAFFIC } from '../../suites/index.ts'
import { recordOf } from './perform.ts'

export type TrafficAsked = {
  baseUrl?: string | undefined
  strict?: boolean | undefined
  out?: string | undefined
  keep?: number | undefined
  report?: readonly string[] | undefined
  manner?: Manner | undefined
  limits?: Limits
}

type JudgedTraffic = {
  run: Run
  record: RunRecord
  /** Report on its clients; undefined for the traffic of a run of gatecheck. */
  client?: ClientReport
  target: Target
  traffic: Traffic
  written: Written
  /** Folder with its files. */
  place?: string
}

const MOST_MS = 10 * 60_000

/** Judges what a browser, a proxy or a test run recorded. Keys are redacted before anything is written. */
export function judgeTraffic(
  text: string,
  name: string,
  { baseUrl, strict = false, out, keep, report, manner, limits = new Limits() }: TrafficAsked,
): JudgedTraffic {
  if (report !== undefined && out === undefined)
    throw new UsageError('--report requires --out DIR, the folder for the reports')
  const wanted = reportsWanted(report ?? [], out)
  const { target, traffic } = trafficIn(text, name, { baseUrl, limits })
  const folder = out === undefined ? undefined : new OutFolder(out, { mostMs: MOST_MS, keep })
  try {
    const observed = { traffic, target, suites: SUITES_OF_TRAFFIC, strict, limits, ...(folder && { folder }) }
    const run = reported(observe(observed))
    const record = recordOf(run, folder?.historyPath)
    const client = clientsSeen(run, limits.whyToStop)
    const judged = { run, record, ...(client && { client }), target, traffic }
    if (!folder) return { ...judged, written: nothingWritten() }
    const { place } = folder
    const written = writeReports(record, place, wanted, { manner })
    if (client) writeEach(place, [{ name: 'json' }], CLIENT_REPORTERS, ({ render }) => render(client), written)
    return { ...judged, written, place }
  } finally {
    folder?.release()
  }
}

function trafficIn(
  text: string,
  name: string,
  { baseUrl, limits }: { baseUrl: string | undefined; limits: Limits },
): { target: Target; traffic: Traffic } {
  try {
    const har = readHar(text, limits)
    const target = baseUrl === undefined ? targetIn(har) : targetOf(baseUrl)
    if (target) return { target, traffic: trafficTo(target, har, limits) }
  } catch (error) {
    if (error instanceof NoHar) throw new UsageError(`${name} ${error.message}`)
    if (error instanceof UnfitTraffic) throw new UsageError(`${name} cannot be judged: ${error.message}`)
    throw error
  }
  throw new UsageError(
    `${name} contains no request to an endpoint of the interface under a base URL that ends with /v1: name the base URL with --base-url`,
  )
}

/** Report on the clients in observed traffic; undefined if gatecheck itself sent the requests. */
export function clientsSeen(
  { report, judgement: { began }, entries }: Run,
  whyToStop?: () => WhyToStop | undefined,
): ClientReport | undefined {
  if (!began.observed || began.observed.byRun) return undefined
  const { startedAt, seconds, target } = report
  const judgement = runToEnd(clientJudging().judging(entries), whyToStop)
  return clientReportOf({ parts: [{ judgement }], startedAt, seconds, strict: began.configuration.strict, target })
}
