import type { Configuration, FilesNamed } from '../config/configuration.ts'
import type { AnsweredBy } from '../history/entry/answered-by.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { mayPass } from '../history/reading/facts.ts'
import { recordOf, statusOf, succeeded } from '../history/reading/reading.ts'
import { excerpt } from '../history/reading/words.ts'
import { beginningOf, type Recording } from '../history/recording.ts'
import { lostNumbersIn, secondsOfALostOne, withLost } from '../history/resuming/lost-numbers.ts'
import type { Spent } from '../http/limits/budget.ts'
import { videoSecondsOf } from '../http/requests.ts'
import type { JobReport, Report } from './report.ts'
import { type Uncertain, Uncertainties } from './uncertain.ts'

export const MOST_STATES = 500

export type Tally = {
  jobs: JobReport[]
  spent: Spent
  /** Requests that were drawn by chance to break a clause. */
  generated: number
  /** Requests but submissions that were answered 429. */
  slowedDown: number
  network: Report['network']
  /** When the last request was sent, in milliseconds of the run. */
  lastAt: number | undefined
  uncertain: Uncertain[]
  /** How many requests stood in lines that are damaged: each may have been a submission. */
  lost: number
  resumed: NonNullable<Report['resumed']>
  /** Named otherwise when the run went on. */
  files: FilesNamed
  /** Distinct. */
  answeredBy: AnsweredBy[]
}

/** What a report counts, as the exchanges show it: the same from a recorded run as from a live one. */
export function tallyOf(recording: Recording): Tally {
  const jobs = new Map<number, JobReport>()
  const mishaps = new Map<string, Mishap>()
  const spent: Spent = { requests: 0, jobs: 0, videoSeconds: 0 }
  let generated = 0
  let slowedDown = 0
  let lastAt: number | undefined
  const uncertainties = new Uncertainties()
  const resumed: Tally['resumed'] = []
  const files: FilesNamed = {}
  const answeredBy = new Map<string, AnsweredBy>()
  for (const entry of recording) {
    uncertainties.see(entry)
    if (entry.kind === 'resumed') {
      const { at, startedAt, damaged } = entry
      resumed.push({ at, startedAt, ...(damaged && { damaged }) })
      Object.assign(files, entry.files)
    }
    if (entry.kind === 'reached by') {
      const { kind: _, ...way } = entry
      answeredBy.set(JSON.stringify(way), way)
    }
    if (entry.kind === 'look') spent.requests += entry.attempts.flatMap(({ fetches }) => fetches).length
    if (entry.kind !== 'exchange') continue
    lastAt = entry.at
    spent.requests++
    if (isDrawn(entry)) generated++
    // To a submission, 429 may be a lack of room (§7).
    if (entry.request.method !== 'POST' && statusOf(entry) === 429) slowedDown++
    if (mayBeAJob(entry)) {
      spent.jobs++
      spent.videoSeconds += videoSecondsOf(entry.request.body ?? '')
    }
    noteMishap(mishaps, entry)
    noteJob(jobs, entry, recording)
  }
  for (const { videoSeconds } of uncertainties.neverWritten()) {
    spent.jobs++
    spent.videoSeconds += videoSeconds
  }
  const lost = resumed.some(({ damaged }) => damaged) ? lostNumbersIn(recording).length : 0
  return {
    jobs: [...jobs.values()],
    spent: lost === 0 ? spent : spentWithLost(spent, lost, recording),
    generated,
    slowedDown,
    network: [...mishaps].map(([kind, { count, requests }]) => ({
      kind,
      count,
      ...(kind === 'reset' && { requests: [...requests] }),
    })),
    lastAt,
    uncertain: uncertainties.all(),
    lost,
    resumed,
    files,
    answeredBy: [...answeredBy.values()],
  }
}

function spentWithLost({ requests, jobs, videoSeconds }: Spent, lost: number, recording: Recording): Spent {
  const configuration: Partial<Configuration> = beginningOf(recording)?.configuration ?? {}
  const { maxJobs, maxVideoSeconds } = configuration
  return {
    requests,
    jobs: withLost(jobs, lost, maxJobs),
    videoSeconds: withLost(videoSeconds, lost * secondsOfALostOne(configuration), maxVideoSeconds),
  }
}

/** A probe that says which clause it was made to break; of what nobody planned, only the law has an opinion. */
export function isDrawn({ purpose: { breaks, part, opinion } }: Exchange): boolean {
  return breaks !== undefined && part === 'probe' && opinion === undefined
}

function mayBeAJob(exchange: Exchange): boolean {
  if (exchange.request.method !== 'POST') return false
  return succeeded(exchange) || (exchange.failure !== undefined && exchange.purpose.part === 'submission')
}

type Mishap = { count: number; requests: Set<string> }
const MOST_REQUESTS = 5

/** What did not come at first and was asked for again, so that a flaky server is seen to be one. */
function noteMishap(mishaps: Map<string, Mishap>, exchange: Exchange): void {
  if (!mayPass(exchange)) return
  const kind = exchange.failure?.kind ?? String(exchange.answer?.status)
  const mishap = mishaps.get(kind) ?? { count: 0, requests: new Set() }
  mishaps.set(kind, mishap)
  mishap.count++
  const { method, path } = exchange.request
  if (mishap.requests.size < MOST_REQUESTS) mishap.requests.add(excerpt(`${method} ${path}`, 80))
}

function noteJob(jobs: Map<number, JobReport>, exchange: Exchange, recording: Recording): void {
  const { job, polled } = exchange.purpose
  if (job === undefined || polled === undefined || !succeeded(exchange)) return
  const known = jobs.get(job) ?? { id: polled, body: bodyOf(recording.exchange(job)), submission: job, states: [] }
  jobs.set(job, known)
  const record = recordOf(exchange)
  const word = (value: unknown) => (typeof value === 'string' ? excerpt(value) : null)
  const [, status, stage] = known.states.at(-1) ?? []
  const next: [number, string | null, string | null] = [exchange.at, word(record?.status), word(record?.stage)]
  if (known.states.length > 0 && status === next[1] && stage === next[2]) return
  // The last one is told in any event: it is the end.
  if (known.states.length === MOST_STATES) known.states.pop()
  known.states.push(next)
}

function bodyOf(submission: Exchange | undefined): string {
  return submission?.request.method === 'POST' ? (submission.request.body ?? '') : ''
}
