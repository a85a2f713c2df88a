import { EXIT, type ExitCode } from '../../engine/config/exit-codes.ts'
import { refusePlainHttp, targetOf, UsageError } from '../../engine/config/target.ts'
import type { Recording } from '../../engine/history/recording.ts'
import { judging, type Stop } from '../../engine/judge/judging.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import { whyNot } from '../../engine/run/folder/files.ts'
import { OutFolder } from '../../engine/run/folder/out-folder.ts'
import { type JudgedRun, judgeInSlices } from '../../engine/run/run.ts'
import { inSlices } from '../../engine/run/time-to-judge.ts'
import { CLIENT_REPORTERS } from '../../reporters/client/index.ts'
import type { ClientReport } from '../../reporters/outcome/clients/report.ts'
import { clientReportOf } from '../../reporters/outcome/clients/reporting.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { reported } from '../../reporters/outcome/run.ts'
import type { Manner, RunRecord } from '../../reporters/reporter.ts'
import { nothingWritten, reportsWanted, type Written, writeEach, writeReports } from '../../reporters/write.ts'
import { clientJudging } from '../../suites/clients/index.ts'
import { SUITES_OF_TRAFFIC } from '../../suites/index.ts'
import { openLivePage } from '../live-page.ts'
import { recordOf } from '../run/perform.ts'
import type { News } from './news.ts'
import { PROXY_PAGE } from './page.ts'
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
  /** Base URL for clients. */
  baseUrl: string
  target: string
  /** URL of the page with the live results. */
  page: string
  news: News
  /** Folder with its files. */
  place(): string
  /** Writes reports on the traffic so far. */
  writeReports(): Promise<Written>
  end(whyToStop: () => Stop | undefined): Promise<Concluded>
}

/** Results for the server and for the clients. */
type Concluded = { record: RunRecord; client: ClientReport; exit: ExitCode; written: Written; place: string }
type WhyToStop = () => Stop | undefined

const STOPPED = { how: 'interrupted', why: 'the proxy was stopped while it judged the traffic' } as const

/** A proxy without a time limit. */
const MOST_MS = 7 * 24 * 60 * 60_000
/** Enough for 40,000 exchanges. */
const JUDGING_MS = 10_000
const ALL_INTERFACES = ['0.0.0.0', '::']

/** Starts a proxy that records and judges; its end writes the reports. Prints nothing. */
export async function startProxied(asked: ProxyAsked): Promise<Proxied> {
  const { out, host, port = 0, keep, report, strict = false, keys = new Map(), redact = [], manner } = asked
  const { judgingMs = JUDGING_MS } = asked
  const target = targetOf(asked.target)
  if (!asked.allowHttp) refusePlainHttp(new URL(target.baseUrl), 'The target')
  if (new KeysPassing(keys).isIn(target.baseUrl))
    throw new UsageError('--target must not contain a key: every report shows the URL')
  const wanted = reportsWanted(report, out)
  const folder = new OutFolder(out, { mostMs: MOST_MS, keep })
  try {
    const clients = clientJudging()
    const watched = { target, host, port, suites: SUITES_OF_TRAFFIC, clients, strict, keys, redact, folder }
    const watch = await WatchingProxy.start(watched)
    let writing: Promise<Written> | undefined
    let isEnding = false

    /** Judges clients and server, and writes the reports. */
    const conclude = async (
      judgeServer: () => Promise<JudgedRun>,
      observed: Recording,
      whyToStop: () => WhyToStop,
      written: Written,
    ): Promise<Concluded> => {
      // A rewritten history is judged anew, so that `judge DIR` comes to the same verdicts.
      const followed = watch.isRewritten ? clientJudging() : clients
      const judgement = await inSlices(followed.judging(observed), whyToStop())
      const record = recordOf(reported(await judgeServer()), folder.historyPath)
      const { startedAt, seconds } = record.report
      const client = clientReportOf({ parts: [{ judgement }], startedAt, seconds, strict, target })
      const { place } = folder
      writeReports(record, place, wanted, { manner, written })
      const names = new Set(wanted.map(({ name }) => name).filter((name) => Object.hasOwn(CLIENT_REPORTERS, name)))
      const ofClients = [...names].map((name) => ({ name }))
      writeEach(place, ofClients, CLIENT_REPORTERS, ({ render }) => render(client), written)
      return { record, client, exit: exitOf(record.report, client), written, place }
    }
    const concludeSoFar = async () => {
      const redacted = await redactLate(watch, folder)
      const { upToNow, recording, sha256 } = watch.soFar()
      const whyToStop = () => (isEnding ? STOPPED : undefined)
      const judgeServer = async () => {
        const judgement = await inSlices(judging(recording, SUITES_OF_TRAFFIC), whyToStop)
        return { judgement, entries: recording, sha256 }
      }
      return (await conclude(judgeServer, upToNow, () => whyToStop, redacted)).written
    }
    const writeNow = () => {
      writing ??= concludeSoFar().finally(() => {
        writing = undefined
      })
      return writing
    }
    const page = await openLivePage({
      ...PROXY_PAGE,
      json: { 'GET /standing.json': () => watch.standing(), 'POST /reports': writeNow },
    })
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
          const inTime = () => limitedTo(judgingMs, whyToStop)
          const judgeServer = async () => {
            const judged = await judgeInSlices(watch.history, SUITES_OF_TRAFFIC, inTime())
            watch.history.close()
            return judged
          }
          return await conclude(judgeServer, watch.recording, inTime, redacted)
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

/** Redacts keys that became known late before the history is hashed. A failure is reported like that of a report. */
async function redactLate(watch: WatchingProxy, { historyPath }: OutFolder): Promise<Written> {
  const written = nothingWritten()
  try {
    await watch.redactLateKeys()
  } catch (error) {
    const why = `${whyNot(error)}; it may contain a key in an encoded form: do not share it`
    written.failed.push({ path: historyPath, why })
  }
  return written
}

function limitedTo(ms: number, whyToStop: WhyToStop): WhyToStop {
  const end = performance.now() + ms
  const late = { how: 'deadline', why: `the traffic could not be judged completely within ${ms / 1000} s` } as const
  return () => whyToStop() ?? (performance.now() > end ? late : undefined)
}

/** The worse exit code; if one side could not be judged, that of the other. */
function exitOf(server: Report, client: ClientReport): ExitCode {
  const exits: readonly ExitCode[] = [server.exit, client.exit]
  const [first] = [EXIT.interrupted, EXIT.suiteFault, EXIT.fail].filter((exit) => exits.includes(exit))
  if (first !== undefined) return first
  const isJudged = server.clauses.some(({ verdict }) => verdict === 'pass')
  const isDecided = server.reason === undefined || !isJudged
  return isDecided && exits.includes(EXIT.pass) ? EXIT.pass : EXIT.noVerdict
}

const nameOf = (host: string) => {
  if (ALL_INTERFACES.includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
