import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { recordOf } from '../../engine/history/reading/reading.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import type { Recording } from '../../engine/history/recording.ts'
import { curlLine, curlSequence, fileLine } from '../curl/curl-line.ts'
import type { CheckReport, ClauseReport, Report, Reproduction } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'

/** What a reader needs to understand a failure and to reproduce it. Safe to print. */
export type Details = {
  case?: string
  expected: string
  received: string
  /** Other cases of the same kind; `tried`: number of tested cases, if some passed. */
  further: { count: number; named: string[]; tried?: number }
  exchanges: string
  /** The exchange that shows it best. */
  shown?: number
  /** How often it failed again when it was repeated at the end of the run. */
  reproduced?: string
  /** Missing if the requests alone would not reproduce the failure. */
  command?: Command
}

/** A bash command that reproduces the failure. */
type Command = { what: 'request' | 'requests' | 'file'; text: string }

const MOST_NAMED = 3
const MOST_EXCHANGES = 12
const LONGEST = 400

/** `after`: the request that must come first on the same connection. */
export function detailsOf(broken: ClauseReport | CheckReport, record: RunRecord, after?: number): Details {
  const { report, history } = record
  const first = broken.violations?.[0]
  const cases = Math.max(1, broken.cases ?? 0)
  const times = first?.times ?? 1
  const others = broken.violations?.slice(1) ?? []
  const otherCases = new Set(others.flatMap((each) => (each.case === undefined ? [] : [each.case])))
  if (first?.case !== undefined) otherCases.delete(first.case)
  const named = [...otherCases].map((each) => excerpt(each, 80))
  const tried = failedChecksOf(broken, report).reduce((sum, check) => sum + (check.tried ?? 0), 0)
  const probe = probeIn(first?.evidence ?? broken.evidence, history)
  const id = 'clause' in broken ? broken.clause : broken.id
  const reproduction = report.clauses.find((each) => each.id === id && each.reproduction?.n === probe?.n)?.reproduction
  return {
    ...(first?.case !== undefined && { case: excerpt(caseInWords(first.case, probe), LONGEST) }),
    expected: excerpt(first?.expected ?? broken.expected ?? '', LONGEST),
    received: excerpt(first?.received ?? broken.received ?? '', LONGEST) + (times > 1 ? ` (${times} times)` : ''),
    further: { count: cases - times, named: named.slice(0, MOST_NAMED), ...(tried > cases && { tried }) },
    exchanges: numbers(broken.evidence),
    ...(probe && {
      shown: probe.n,
      ...(reproduction && { reproduced: reproductionInWords(reproduction, history) }),
      ...commandFor(broken, probe, record, { reproduction, after }),
    }),
  }
}

/** If an invalid submission was accepted, its job is only a consequence. */
function probeIn(evidence: readonly number[], history: Pick<Recording, 'exchange'>): Exchange | undefined {
  const last = history.exchange(evidence.at(-1) ?? 0)
  const submission = history.exchange(last?.purpose.job ?? 0)
  const isProbe = submission?.purpose.part === 'probe' && evidence.includes(submission.n)
  return isProbe ? submission : last
}

function commandFor(
  broken: ClauseReport | CheckReport,
  probe: Exchange,
  { report, history, historyPath }: RunRecord,
  { reproduction, after }: { reproduction: Reproduction | undefined; after: number | undefined },
): Pick<Details, 'command'> {
  if (leadsToFile(broken, probe)) return { command: { what: 'file', text: fileLine(probe, report.target) } }
  if (reproduction?.failed === 0) return {}
  const first = history.exchange(reproduction?.after ?? after ?? 0)
  if (first) return { command: { what: 'requests', text: curlSequence([first, probe], report.target, historyPath) } }
  // The job has changed since.
  if (!reproduction && isOfUnfinishedJob(probe)) return {}
  const line = curlLine(probe, report.target, historyPath)
  const isOfJob = probe.purpose.job !== undefined && probe.purpose.job !== probe.n
  return { command: { what: 'request', text: isOfJob ? `${line} # as long as the server has this job` : line } }
}

function isOfUnfinishedJob(probe: Exchange): boolean {
  const { status } = recordOf(probe) ?? {}
  return probe.purpose.job !== undefined && (status === 'queued' || status === 'running')
}

/** For example "3 of 3". */
function reproductionInWords(
  { failed, of, after, received }: Reproduction,
  history: Pick<Recording, 'exchange'>,
): string {
  const otherwise = received === undefined ? '' : `received ${excerpt(received, 200)}`
  if (failed === 0) return `did not fail again: 0 of ${of}${otherwise && `, ${otherwise}`}`
  const first = after === undefined ? undefined : history.exchange(after)
  const before = first ? `, only after this request on the same connection: ${requestInWords(first)}` : ''
  return `${failed} of ${of}${before}${failed < of && otherwise ? `; otherwise ${otherwise}` : ''}`
}

export const requestInWords = ({ n, request, answer }: Exchange) =>
  excerpt(`${request.method} ${request.path}, answered ${answer?.status ?? 'with nothing'} (exchange ${n})`, 200)

/** Names a poll by its job, which is easier to find than its path, and a submission by its content. */
function caseInWords(what: string, probe: Exchange | undefined): string {
  if (!probe || what !== `${probe.request.method} ${probe.request.path}`) return what
  const { job, case: named } = probe.purpose
  const { method, body } = probe.request
  if (method === 'POST') return named !== undefined || body ? `${what}: ${named ?? body}` : what
  return job === undefined ? what : `poll of the job submitted in exchange ${job} (${what})`
}

/** The poll of a succeeded job, for a clause about its file. */
function leadsToFile(broken: ClauseReport | CheckReport, probe: Exchange): boolean {
  const clause = 'clause' in broken ? broken.clause : broken.id
  return clause.startsWith('media.') && probe.request.method === 'GET' && typeof recordOf(probe)?.url === 'string'
}

function failedChecksOf(broken: ClauseReport | CheckReport, report: Report): CheckReport[] {
  const checks = 'clause' in broken ? [broken] : report.checks.filter((check) => check.clause === broken.id)
  return checks.filter((check) => check.verdict === 'fail')
}

function numbers(evidence: readonly number[]): string {
  const shown = evidence.slice(0, MOST_EXCHANGES).join(', ')
  return evidence.length > MOST_EXCHANGES ? `${shown} … (${evidence.length} in all)` : shown
}

export function furtherInWords({ count, named, tried }: Details['further']): string {
  const of = tried === undefined ? '' : ` of ${tried} tested`
  const cases = `${count} more ${count === 1 ? 'case' : 'cases'}${of}`
  return named.length === 0 ? cases : `${cases}: ${named.join('; ')}${count > named.length ? ' …' : ''}`
}
