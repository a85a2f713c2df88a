import { refusePlainHttp, type Target, targetOf, UsageError } from '../../engine/config/target.ts'
import type { ClientJudgement, ClientJudging } from '../../engine/judge/clients/judging.ts'
import { judging, type Stop } from '../../engine/judge/judging.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import { whyNot } from '../../engine/run/folder/files.ts'
import { OutFolder } from '../../engine/run/folder/out-folder.ts'
import { judgeInSlices } from '../../engine/run/run.ts'
import { inSlices } from '../../engine/run/time-to-judge.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import { clientReportOf } from '../../reporters/outcome/clients/reporting.ts'
import { EXIT, type ExitCode } from '../../reporters/outcome/exit-codes.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { reportOf } from '../../reporters/outcome/reporting.ts'
import { reported } from '../../reporters/outcome/run.ts'
import { PROXY_PAGE } from '../../reporters/proxy/page.ts'
import type { Manner, RunRecord } from '../../reporters/reporter.ts'
import {
  refuseCollisions,
  reportsWanted,
  type Wanted,
  type Written,
  withJson,
  writeEach,
  writeReports,
} from '../../reporters/write.ts'
import { clientJudging } from '../../suites/clients/index.ts'
import { SUITES_OF_TRAFFIC } from '../../suites/index.ts'
import { recordOf } from '../run/perform.ts'
import type { News } from './news.ts'
import { openPage } from './page-door.ts'
import { KeysPassing } from './recording/keys-passing.ts'
import { WatchingProxy } from './watching-proxy.ts'

export type ProxyAsked = {
  target: string
  out: string
  host: string
  port?: number | undefined
  keep?: number | undefined
  report?: readonly string[] | undefined
  strict?: boolean | undefined
  allowHttp?: boolean | undefined
  keys?: ReadonlyMap<KeyName, string>
  redact?: readonly string[]
  manner?: Manner
  /** Time to judge each side at the end, server and clients. */
  judgingMs?: number
}

export type Proxied = {
  /** For clients. */
  baseUrl: string
  target: string
  /** For people. */
  page: string
  news: News
  /** Where its files are by now. */
  place(): string
  /** Of what was seen so far. */
  writeReports(): Promise<Written>
  end(whyToStop: () => Stop | undefined): Promise<Left>
}

/** What is left of it: what was found of the server, and of its clients. */
type Left = { record: RunRecord; client: ClientReport; exit: ExitCode; written: Written; place: string }

const ENDED_MEANWHILE = { how: 'interrupted', why: 'the proxy was stopped while it judged the traffic' } as const

/** A day of traffic, and whoever forgot to end it. */
const MOST_MS = 7 * 24 * 60 * 60_000
/** Judging 40,000 exchanges takes less. */
const JUDGING_MS = 10_000
const ANYWHERE = ['0.0.0.0', '::']

/** A proxy, from what was asked for to the files it leaves. Prints nothing. */
export async function startProxied(asked: ProxyAsked): Promise<Proxied> {
  const { out, host, port = 0, keep, report, strict = false, keys = new Map(), redact = [], manner } = asked
  const { judgingMs = JUDGING_MS } = asked
  const target = targetOf(asked.target)
  if (!asked.allowHttp) refusePlainHttp(new URL(target.baseUrl), 'The target')
  if (new KeysPassing(keys).isIn(target.baseUrl))
    throw new UsageError('--target must not contain a key: every report shows the URL')
  const wanted = withJson(reportsWanted(report, out))
  refuseCollisions(wanted, out)
  const folder = new OutFolder(out, { mostMs: MOST_MS, ...(keep !== undefined && { keep }) })
  try {
    const clients = clientJudging()
    const watch = await WatchingProxy.start({
      target,
      host,
      port,
      suites: SUITES_OF_TRAFFIC,
      clients,
      strict,
      keys,
      redact,
      folder,
    })
    const about = { target, strict }
    let writing: Promise<Written> | undefined
    let isEnding = false
    const whileItGoesOn = () => (isEnding ? ENDED_MEANWHILE : undefined)
    const writeNow = () => {
      writing ??= reportsSoFar(watch, folder, { clients, wanted, manner, ...about, whyToStop: whileItGoesOn }).finally(
        () => {
          writing = undefined
        },
      )
      return writing
    }
    const page = await openPage({ files: PROXY_PAGE, standing: () => watch.standing(), writeReports: writeNow })
    return {
      baseUrl: `http://${nameOf(host)}:${watch.port}${target.basePath}`,
      target: target.baseUrl,
      page: `${page.url}/`,
      news: watch.news,
      place: () => folder.place,
      writeReports: writeNow,
      async end(whyToStop) {
        isEnding = true
        try {
          await writing
          await page.close()
          await watch.close()
          const redacted = await redactLate(watch, folder)
          const followed = await inSlices(
            followedBy(watch, clients).judging(watch.recording),
            inTime(whyToStop, judgingMs),
          )
          const run = reported(await judgeInSlices(watch.history, SUITES_OF_TRAFFIC, inTime(whyToStop, judgingMs)))
          watch.history.close()
          const record = recordOf(run, folder.historyPath)
          const client = clientReport(record, followed, about)
          const written = [
            redacted,
            writeReports(record, folder.place, wanted, manner),
            writeClient(client, folder.place, wanted),
          ].reduce(together)
          return { record, client, exit: exitOf(run.report, client), written, place: folder.place }
        } finally {
          folder.release()
        }
      },
    }
  } catch (error) {
    folder.release()
    throw error
  }
}

type About = { target: Target; strict: boolean }
type WhyToStop = () => Stop | undefined
type Leaving = About & {
  clients: ClientJudging
  whyToStop: WhyToStop
  wanted: ReturnType<typeof withJson>
  manner: Manner | undefined
}

/** The same kinds of reports of what was recorded so far, as if it were over now. */
async function reportsSoFar(
  watch: WatchingProxy,
  folder: OutFolder,
  { clients, whyToStop, wanted, manner, ...about }: Leaving,
): Promise<Written> {
  const redacted = await redactLate(watch, folder)
  const { upToNow, recording, sha256 } = watch.soFar()
  const judgement = await inSlices(judging(recording, SUITES_OF_TRAFFIC), whyToStop)
  const report = reportOf(judgement, recording, sha256)
  const record = { report, history: recording, historyPath: folder.historyPath }
  const observed = await inSlices(followedBy(watch, clients).judging(upToNow), whyToStop)
  const client = clientReport(record, observed, about)
  return [
    redacted,
    writeReports(record, folder.place, wanted, manner),
    writeClient(client, folder.place, wanted),
  ].reduce(together)
}

/** Redacts keys that became known late before the history is hashed. A failure is reported like that of a report. */
async function redactLate(watch: WatchingProxy, { historyPath }: OutFolder): Promise<Written> {
  const nothing = { paths: [], digests: new Map(), failed: [] }
  try {
    await watch.redactLateKeys()
    return nothing
  } catch (error) {
    const why = `${whyNot(error)}; it may contain a key in an encoded form: do not share it`
    return { ...nothing, failed: [{ path: historyPath, why }] }
  }
}

/** After a rewrite, clients are judged from the history, so that `judge DIR` comes to the same verdicts. */
const followedBy = ({ isRewritten }: WatchingProxy, clients: ClientJudging): ClientJudging =>
  isRewritten ? clientJudging() : clients

function inTime(whyToStop: WhyToStop, ms: number): WhyToStop {
  const end = performance.now() + ms
  const late = { how: 'deadline', why: `the traffic could not be judged completely within ${ms / 1000} s` } as const
  return () => whyToStop() ?? (performance.now() > end ? late : undefined)
}

function clientReport({ report }: RunRecord, judgement: ClientJudgement, { target, strict }: About): ClientReport {
  const { startedAt, seconds } = report
  return clientReportOf({ parts: [{ judgement }], startedAt, seconds, strict, target })
}

/** The same kinds as of the server, in their usual places, as far as there are such of clients. */
function writeClient(client: ClientReport, place: string, wanted: readonly Wanted[]): Written {
  const names = new Set(wanted.map(({ name }) => name).filter((name) => Object.hasOwn(CLIENT_REPORTERS, name)))
  const both = [...names].map((name) => ({ name }))
  return writeEach(place, both, CLIENT_REPORTERS, ({ render }) => render(client))
}

const together = (one: Written, other: Written): Written => ({
  paths: [...one.paths, ...other.paths],
  digests: new Map([...one.digests, ...other.digests]),
  failed: [...one.failed, ...other.failed],
})

/** Whoever has broken something: where nothing could be judged of one side, the other's verdict stands. */
function exitOf(server: Report, client: ClientReport): ExitCode {
  const exits: readonly ExitCode[] = [server.exit, client.exit]
  const [first] = [EXIT.interrupted, EXIT.suiteFault, EXIT.fail].filter((exit) => exits.includes(exit))
  if (first !== undefined) return first
  const isJudged = server.clauses.some(({ verdict }) => verdict === 'pass')
  const isDecided = server.reason === undefined || !isJudged
  return isDecided && exits.includes(EXIT.pass) ? EXIT.pass : EXIT.noVerdict
}

const nameOf = (host: string) => {
  if (ANYWHERE.includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
