import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { outcomeOf } from '../../engine/history/entry/inspection.ts'
import { INTRODUCTION } from '../../engine/history/entry/senders.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { excerpt, receivedInWords } from '../../engine/history/reading/words.ts'
import { lastWords } from '../../engine/judge/probes.ts'
import { curlLine, fileLine } from '../curl/curl-line.ts'
import type { ClauseReport } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'

/** What keeps many clauses from a verdict. It violates no clause by itself. */
export type Obstacle = {
  title: string
  expected: string
  received: string
  fix: string
  /** The exchange that shows it. */
  shown: number
  command: string
  blocked: ClauseReport[]
}

const LONGEST = 400

export function obstaclesOf(record: RunRecord): Obstacle[] {
  return [noJob(record), noVideo(record)].filter((each) => each !== undefined)
}

/** No valid submission was accepted. */
function noJob({ report, history, historyPath }: RunRecord): Obstacle | undefined {
  const submissions: Exchange[] = []
  let isWithoutJob = false
  for (const entry of history) {
    if (entry.kind === 'learned') isWithoutJob = entry.noJob !== undefined
    if (entry.kind === 'exchange' && entry.purpose.by === INTRODUCTION && entry.purpose.part === 'submission')
      submissions.push(entry)
  }
  const [first] = lastWords(submissions)
  if (!isWithoutJob || !first || submissions.some(succeeded)) return undefined
  const isFull = statusOf(first) === 429
  return {
    title: isFull ? 'The account has no free capacity for a job' : 'POST /videos accepts no valid body',
    expected: isFull ? '202 as soon as the other jobs of the account have finished' : '202 with the id of a job',
    received: excerpt(receivedInWords(first), LONGEST),
    fix: fixOf(first),
    shown: first.n,
    command: curlLine(first, report.target, historyPath),
    blocked: unjudged(report.clauses),
  }
}

function fixOf(exchange: Exchange): string {
  const status = statusOf(exchange)
  if (status === undefined || status >= 500) return 'Find the exception in the log of the server: this body is valid.'
  if (status === 415) return 'Accept Content-Type: application/json, and read the body as JSON.'
  if (status === 402 || status === 403) return 'Check the credits and the permissions of the account.'
  if (status === 404 || status === 405) return 'Add a route for POST /videos below the base URL.'
  if (status === 429)
    return 'Wait until the other jobs have finished, or use an account of its own. Without such jobs, check that the server frees capacity when a job is final.'
  return 'Accept this body: §4 allows every value in it. Check which rule of the server refuses it.'
}

/** No video could be downloaded. */
function noVideo({ report, history }: RunRecord): Obstacle | undefined {
  const seen = new Map<string, { why: string; poll: number }>()
  for (const entry of history) {
    if (entry.kind !== 'look') continue
    const outcome = outcomeOf(entry)
    if (outcome.kind !== 'unreachable') return undefined
    const { url, poll } = entry.attempts.at(-1)!
    seen.set(originOf(url), { why: outcome.why, poll })
  }
  const [first] = seen
  const poll = first && history.exchange(first[1].poll)
  if (!first || !poll) return undefined
  const [origin, { why }] = first
  return {
    title: `No video can be downloaded from ${origin}: ${excerpt(why, 100)}`,
    expected: 'a video at the url of each succeeded job',
    received: excerpt(why, LONGEST),
    fix: `Return a url that clients can reach. If ${origin} is right, start its file server, or let this machine reach it.`,
    shown: poll.n,
    command: fileLine(poll, report.target),
    blocked: unjudged(report.clauses).filter(({ id }) => id.startsWith('media.')),
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : excerpt(url, 100)
}

const unjudged = (clauses: readonly ClauseReport[]) =>
  clauses.filter(
    ({ verdict, cause }) => (verdict === 'inconclusive' || verdict === 'skip') && cause?.kind !== 'profile',
  )
