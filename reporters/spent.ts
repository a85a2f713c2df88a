import type { FailureKind } from '../runner/history/exchange.ts'
import { excerpt, FAILURE_WORDS } from '../runner/history/words.ts'
import type { Report } from '../runner/report/report.ts'
import { counted } from './counted.ts'

/** What a run has spent of what it was allowed to, thing by thing. */
export function spentInWords({ budget, seconds }: Report): string[] {
  return [
    spentOf(budget.requests, budget.maxRequests, 'request'),
    spentOf(budget.jobs, budget.maxJobs, 'job'),
    `${spentOf(tenths(budget.videoSeconds), budget.maxVideoSeconds, 'second')} of video`,
    `${seconds.toFixed(1)} s`,
  ]
}

function spentOf(spent: number, most: number | undefined, noun: string): string {
  return most === undefined ? counted(spent, noun) : `${spent} of ${counted(most, noun)}`
}

/** What passed by itself when it was asked for again. */
export function mishapsInWords({ network }: Report): string[] {
  return network.map(
    ({ kind, count }) => `${FAILURE_WORDS[kind as FailureKind] ?? excerpt(kind, 60)} (${counted(count, 'time')})`,
  )
}

/** Nobody reads a thousandth of a second of video. */
export const tenths = (value: number) => Math.round(value * 10) / 10
