import type { FilesNamed } from '../../engine/config/configuration.ts'
import type { AnsweredBy } from '../../engine/history/entry/answered-by.ts'
import type { AboutToSubmit, Began, HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isDrawn, mayPass, NOTHING_WAS_SENT } from '../../engine/history/reading/facts.ts'
import { recordOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import type { Recording } from '../../engine/history/recording.ts'
import type { Spent } from '../../engine/http/limits/budget.ts'
import { videoSecondsOf } from '../../engine/http/requests.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { Amount, JobReport, Report, Reproduction, Uncertain } from './report.ts'

export const MOST_STATES = 500
/** Example requests listed with closed connections. */
const MOST_REQUESTS = 5

export type Tally = {
  jobs: JobReport[]
  spent: Spent
  /** Generated probes. */
  generated: number
  /** Requests other than submissions that returned 429. */
  slowedDown: number
  network: Report['network']
  /** When the last request was sent, in milliseconds of the run. */
  lastAt: number | undefined
  uncertain: Uncertain[]
  resumed: NonNullable<Report['resumed']>
  /** Names of files that were changed when the run was resumed. */
  files: FilesNamed
  answeredBy: AnsweredBy[]
  reproduced: ReadonlyMap<ClauseId, Reproduction>
}

/** Counts what a report states; the same for a live and a recorded run. */
export function tallyOf(recording: Recording): Tally {
  const jobs = new Map<number, JobReport>()
  const errors = new Map<string, NetworkError>()
  const spent: Spent = { requests: 0, jobs: 0, videoSeconds: 0 }
  const uncertainties = new Uncertainties()
  const resumed: Tally['resumed'] = []
  const files: FilesNamed = {}
  const answeredBy = new Map<string, AnsweredBy>()
  const reproduced = new Map<ClauseId, Reproduction>()
  let [generated, slowedDown] = [0, 0]
  let lastAt: number | undefined
  const addJob = (videoSeconds: number) => {
    spent.jobs++
    spent.videoSeconds += videoSeconds
  }
  for (const entry of recording) {
    uncertainties.see(entry)
    if (entry.kind === 'resumed') {
      const { at, startedAt } = entry
      resumed.push({ at, startedAt })
      Object.assign(files, entry.files)
    } else if (entry.kind === 'reached by') {
      const { kind: _, ...way } = entry
      answeredBy.set(JSON.stringify(way), way)
    } else if (entry.kind === 'reproduced') {
      const { kind: _, clause, check: __, ...found } = entry
      reproduced.set(clause, found)
    } else if (entry.kind === 'look') spent.requests += entry.attempts.flatMap(({ fetches }) => fetches).length
    if (entry.kind !== 'exchange') continue
    lastAt = entry.at
    spent.requests++
    if (isDrawn(entry)) generated++
    // §7: for a submission, 429 may mean that no capacity is left.
    if (entry.request.method !== 'POST' && statusOf(entry) === 429) slowedDown++
    if (mayBeAJob(entry)) addJob(videoSecondsOf(entry.request.body ?? ''))
    noteNetworkError(errors, entry)
    noteJob(jobs, entry, recording)
  }
  for (const { videoSeconds } of uncertainties.neverWritten()) addJob(videoSeconds)
  return {
    jobs: [...jobs.values()],
    spent,
    generated,
    slowedDown,
    network: [...errors].map(([kind, { count, requests }]) => ({
      kind,
      count,
      ...(kind === 'reset' && { requests: [...requests] }),
    })),
    lastAt,
    uncertain: uncertainties.all(),
    resumed,
    files,
    answeredBy: [...answeredBy.values()],
    reproduced,
  }
}

function mayBeAJob(exchange: Exchange): boolean {
  if (exchange.request.method !== 'POST') return false
  return succeeded(exchange) || (exchange.failure !== undefined && exchange.purpose.part === 'submission')
}

type NetworkError = { count: number; requests: Set<string> }

function noteNetworkError(errors: Map<string, NetworkError>, exchange: Exchange): void {
  if (!mayPass(exchange)) return
  const kind = exchange.failure?.kind ?? String(exchange.answer?.status)
  const error = errors.get(kind) ?? { count: 0, requests: new Set() }
  errors.set(kind, error)
  error.count++
  const { method, path } = exchange.request
  if (error.requests.size < MOST_REQUESTS) error.requests.add(excerpt(`${method} ${path}`, 80))
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
  // Keeps the last state: it is the final one.
  if (known.states.length === MOST_STATES) known.states.pop()
  known.states.push(next)
}

function bodyOf(submission: Exchange | undefined): string {
  return submission?.request.method === 'POST' ? (submission.request.body ?? '') : ''
}

/** Collects submissions without a response, which may have created jobs. */
export class Uncertainties {
  readonly #announced = new Map<number, AboutToSubmit>()
  readonly #lost = new Map<number, Uncertain>()

  see(entry: HistoryEntry): void {
    if (entry.kind === 'about to submit') this.#announced.set(entry.n, entry)
    if (entry.kind !== 'exchange') return
    const announced = this.#announced.get(entry.n)
    if (!announced) return
    this.#announced.delete(entry.n)
    const { answer, failure } = entry
    if (answer === undefined && failure !== undefined && !NOTHING_WAS_SENT.includes(failure.kind))
      this.#lost.set(entry.n, uncertain(announced, failure.message))
  }

  /** Submissions whose exchange was never recorded: the run was interrupted. */
  neverWritten(): readonly AboutToSubmit[] {
    return [...this.#announced.values()]
  }

  all(): Uncertain[] {
    const interrupted = this.neverWritten().map((each) => uncertain(each, 'the run was interrupted before a response'))
    return [...this.#lost.values(), ...interrupted].sort((one, other) => one.n - other.n)
  }
}

const uncertain = ({ n, at, by, case: what, videoSeconds }: AboutToSubmit, why: string): Uncertain => ({
  ...{ n, at, by, ...(what !== undefined && { case: what }), videoSeconds, why },
})

export type Amounts = {
  ofClause: ReadonlyMap<ClauseId, Amount>
  /** Maximum of concurrent requests. */
  parallel: number
}

type CheckTried = { id: string; clause: ClauseId; tried?: number }
type Span = Pick<Exchange, 'sent' | 'received'>

/** How much each clause was tested. */
export function amountsOf(recording: Recording, began: Began, checks: readonly CheckTried[]): Amounts {
  const byPhase = new Map<string, Span[]>()
  const generated = new Map<ClauseId, number>()
  for (const entry of recording) {
    if (entry.kind !== 'exchange') continue
    const { sent, received, purpose } = entry
    byPhase.set(purpose.by, byPhase.get(purpose.by) ?? [])
    byPhase.get(purpose.by)!.push({ sent, received })
    if (purpose.breaks !== undefined && isDrawn(entry))
      generated.set(purpose.breaks, (generated.get(purpose.breaks) ?? 0) + 1)
  }
  const parallel = mostInFlight([...byPhase.values()].flat())
  const mostOf = new Map([...byPhase].map(([by, spans]) => [by, mostInFlight(spans)]))
  const phasesOf = new Map(began.planned.map(({ id, phases = [] }) => [id, phases]))
  const parallelIn = (check: string) => {
    const own = (phasesOf.get(check) ?? []).flatMap((phase) => mostOf.get(phase) ?? [])
    // A rule without a phase judges all requests.
    return own.length === 0 ? parallel : Math.max(...own)
  }
  const ofClause = new Map<ClauseId, Amount>()
  for (const { id, clause, tried } of checks) {
    if (tried === undefined) continue
    const known = ofClause.get(clause) ?? { cases: 0, generated: generated.get(clause) ?? 0, parallel: 0 }
    known.cases += tried
    known.parallel = Math.max(known.parallel, parallelIn(id))
    ofClause.set(clause, known)
  }
  return { ofClause, parallel }
}

/** Counts by the order of events, so that a slow machine changes nothing. */
function mostInFlight(spans: readonly Span[]): number {
  const changes = spans.flatMap(({ sent, received }) => [
    { at: sent, by: 1 },
    { at: received, by: -1 },
  ])
  let [most, now] = [0, 0]
  for (const { by } of changes.sort((one, other) => one.at - other.at)) {
    now += by
    most = Math.max(most, now)
  }
  return most
}
