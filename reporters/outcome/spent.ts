import { flagOf } from '../../engine/config/network-names.ts'
import type { FailureKind } from '../../engine/history/entry/exchange.ts'
import { INTRODUCTION } from '../../engine/history/entry/senders.ts'
import { excerpt, FAILURE_WORDS, list } from '../../engine/history/reading/words.ts'
import { counted } from '../words/counted.ts'
import type { ClauseReport, Report } from './report.ts'

/** What a run has spent of what it was allowed to, thing by thing. */
export function spentInWords({ budget, seconds }: Report): string[] {
  return [
    spentOf(budget.requests, budget.maxRequests, 'request'),
    spentOf(budget.jobs, budget.maxJobs, 'job'),
    `${spentOf(tenths(budget.videoSeconds), budget.maxVideoSeconds, 'second')} of video`,
    ...(budget.cost ? [costInWords(budget.cost)] : []),
    `${seconds.toFixed(1)} s`,
  ]
}

function spentOf(spent: number, most: number | undefined, noun: string): string {
  return most === undefined ? counted(spent, noun) : `${spent} of ${counted(most, noun)}`
}

function costInWords({ unit, atMost, maxCost }: NonNullable<Report['budget']['cost']>): string {
  return maxCost === undefined ? `at most ${atMost} ${unit}` : `at most ${atMost} of ${maxCost} ${unit}`
}

const BUDGET = ['--max-jobs', '--max-video-seconds', '--max-cost', '--max-requests']

/** Whether a limit on what the run may spend left a clause without a verdict. */
export const isOverBudget = ({ cause }: Pick<ClauseReport, 'cause'>): boolean =>
  cause?.kind === 'limit' && cause.options.some((option) => BUDGET.includes(option))

/** What the clauses need that limits on jobs, video, cost and requests left without a verdict. */
export function leftOutInWords({ clauses, budget: { leftOut } }: Report): string | undefined {
  const left = clauses.filter(isOverBudget).length
  if (!leftOut || left === 0) return undefined
  const { jobs, videoSeconds, requests, cost, enough } = leftOut
  const money = cost ? ` (${cost.amount} ${cost.unit})` : ''
  const needs = [
    ...(jobs > 0 ? [`${counted(jobs, 'more job')} with ${Math.ceil(videoSeconds)} s of video${money}`] : []),
    ...(jobs === 0 && videoSeconds > 0 ? [`${Math.ceil(videoSeconds)} s more of video${money}`] : []),
    ...(enough.maxRequests === undefined ? [] : [counted(requests, 'more request')]),
  ].join(' and ')
  const options = Object.entries(enough).map(([name, value]) => `${flagOf(name)} ${value}`)
  return `not tested, beyond the budget: ${counted(left, 'clause')}; ${left === 1 ? 'it needs' : 'they need'} ${needs}: ${options.join(' ')}`
}

/** The account's own balance. Other charges during the run cannot be told apart. */
export function balanceInWords({ budget: { cost } }: Report): string | undefined {
  if (!cost?.balance) return undefined
  const { moved, evidence } = cost.balance
  const all = moved.map(({ pointer, first, last, difference }) => {
    const by = difference.startsWith('-') ? difference : `+${difference}`
    return `${excerpt(pointer, 60)} from ${first} to ${last} (${by})`
  })
  return `The account's balance changed during the run: ${all.join(', ')}; see ${evidence.join(' and ')}`
}

/** Network errors that did not recur when the request was sent again. */
export function mishapsInWords({ network }: Report): string[] {
  return network.map(({ kind, count, requests = [] }) => {
    const words = FAILURE_WORDS[kind as FailureKind] ?? excerpt(kind, 60)
    const after = requests.slice(0, MOST_NAMED).map((each) => excerpt(each, 80))
    const what = after.length === 0 ? words : `the server closed the connection after ${list(after)}`
    return `${what} (${counted(count, 'time')})`
  })
}

export const tenths = (value: number) => Math.round(value * 10) / 10

const MOST_NAMED = 5
/** A single 429 may be anything. */
const OFTEN = 3

/** Rate limiting, submissions without a response, and interruptions. */
export function uncertaintiesInWords({ uncertain = [], resumed = [], budget, seconds }: Report): string[] {
  const last = resumed.at(-1)
  const named = uncertain
    .slice(0, MOST_NAMED)
    .map(({ n, by }) => `${n} (${by === INTRODUCTION ? 'discovery' : excerpt(by, 60)})`)
  const more = uncertain.length > MOST_NAMED ? ' …' : ''
  const { slowedDown = 0, requests } = budget
  return [
    ...(slowedDown >= OFTEN
      ? [
          `The server returned 429 for ${slowedDown} of ${requests} requests, so gatecheck reduced its rate to ${tenths(requests / Math.max(1, seconds))} requests per second. Set a lower rate with --rate, or allow more time with --deadline`,
        ]
      : []),
    ...(uncertain.length > 0
      ? [
          `${counted(uncertain.length, 'submission')} got no response and ${uncertain.length === 1 ? 'is counted as a job: exchange' : 'are counted as jobs: exchanges'} ${named.join(', ')}${more}`,
        ]
      : []),
    ...(last
      ? [
          `The run was interrupted${resumed.length > 1 ? ` ${resumed.length} times` : ''} and resumed at ${(last.at / 1000).toFixed(1)} s`,
        ]
      : []),
  ]
}
