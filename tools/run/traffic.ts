import { basename } from 'node:path'
import { LIMITS } from '../../engine/config/limits.ts'
import { type Target, targetOf, UsageError } from '../../engine/config/target.ts'
import { type HarTraffic, NoHar, readHar } from '../../engine/judge/observed/har.ts'
import { UnfitTraffic } from '../../engine/judge/observed/keys-seen.ts'
import { Limits } from '../../engine/judge/observed/limits.ts'
import { type Traffic, targetIn, trafficTo } from '../../engine/judge/observed/traffic.ts'
import { OutFolder } from '../../engine/run/folder/out-folder.ts'
import { observe } from '../../engine/run/observe.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import { type Run, reported } from '../../reporters/outcome/run.ts'
import type { Manner, RunRecord } from '../../reporters/reporter.ts'
import { reportsWanted, type Written, withJson, writeEach, writeReports } from '../../reporters/write.ts'
import { SUITES_OF_TRAFFIC } from '../../suites/index.ts'
import { clientsSeen } from './clients-seen.ts'
import { recordOf } from './perform.ts'

export type TrafficAsked = {
  baseUrl?: string | undefined
  strict?: boolean | undefined
  out?: string | undefined
  keep?: number | undefined
  report?: readonly string[] | undefined
  /** How reports show what is left to whoever asks for them. */
  manner?: Manner | undefined
  limits?: Limits
}

type JudgedTraffic = {
  run: Run
  record: RunRecord
  /** What its clients did; nothing where a run of ours was recorded. */
  client?: ClientReport
  target: Target
  traffic: Traffic
  written: Written
  /** Where its files are. */
  place?: string
}

/** Nobody is waited for. */
const MOST_MS = 10 * 60_000

/** Verdicts on what a browser, a proxy or a test run has recorded. Keys in it are recipes before anything is written. */
export function judgeTraffic(
  text: string,
  name: string,
  { baseUrl, strict, out, keep, report, manner, limits = new Limits() }: TrafficAsked,
): JudgedTraffic {
  if (report !== undefined && out === undefined)
    throw new UsageError('--report requires --out DIR, the folder for the reports')
  const wanted = withJson(report === undefined ? [] : reportsWanted(report, out))
  const har = harIn(text, name, limits)
  const target = baseUrl === undefined ? targetFound(har, name) : targetOf(baseUrl)
  const folder =
    out === undefined ? undefined : new OutFolder(out, { mostMs: MOST_MS, ...(keep !== undefined && { keep }) })
  try {
    const { traffic, run } = judged(har, target, name, { strict: strict === true, folder, limits })
    const record = recordOf(run, folder?.historyPath)
    const client = clientsSeen(run, limits.whyToStop)
    const written = folder
      ? bothOf(
          writeReports(record, folder.place, wanted, manner),
          client
            ? writeEach(folder.place, [{ name: 'json' }], CLIENT_REPORTERS, ({ render }) => render(client))
            : NOTHING,
        )
      : NOTHING
    return { run, record, ...(client && { client }), target, traffic, written, ...(folder && { place: folder.place }) }
  } finally {
    folder?.release()
  }
}

const NOTHING: Written = { paths: [], digests: new Map(), failed: [] }

const bothOf = (one: Written, other: Written): Written => ({
  paths: [...one.paths, ...other.paths],
  digests: new Map([...one.digests, ...other.digests]),
  failed: [...one.failed, ...other.failed],
})

export const trafficIn = (path: string): string => textGiven(path, basename(path), { most: LIMITS.givenRecordBytes })

function judged(
  har: HarTraffic,
  target: Target,
  name: string,
  { strict, folder, limits }: { strict: boolean; folder: OutFolder | undefined; limits: Limits },
) {
  try {
    const traffic = trafficTo(target, har, limits)
    const run = reported(
      observe({ traffic, target, suites: SUITES_OF_TRAFFIC, strict, limits, ...(folder && { folder }) }),
    )
    return { traffic, run }
  } catch (error) {
    if (error instanceof UnfitTraffic) throw new UsageError(`${name} cannot be judged: ${error.message}`)
    throw error
  }
}

function harIn(text: string, name: string, limits: Limits): HarTraffic {
  try {
    return readHar(text, limits)
  } catch (error) {
    if (error instanceof NoHar) throw new UsageError(`${name} ${error.message}`)
    throw error
  }
}

function targetFound(har: HarTraffic, name: string): Target {
  const target = targetIn(har)
  if (target) return target
  throw new UsageError(
    `${name} contains no request to an endpoint of the interface under a base URL that ends with /v1: name the base URL with --base-url`,
  )
}
