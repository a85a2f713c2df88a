import type { FailureKind } from '../../runner/exchange.ts'
import { FAILURE_WORDS } from '../../runner/http/failures.ts'
import type { Report } from '../../runner/report.ts'
import { counted } from '../counted.ts'
import { prose } from './verbatim.ts'

export function cost({ budget, seconds, network }: Report): string {
  const spent = [
    spentOf(budget.requests, budget.maxRequests, 'request'),
    spentOf(budget.jobs, budget.maxJobs, 'job'),
    `${spentOf(budget.videoSeconds, budget.maxVideoSeconds, 'second')} of video`,
    `${seconds.toFixed(1)} s`,
  ]
  const mishaps = network.map(
    ({ kind, count }) => `${FAILURE_WORDS[kind as FailureKind] ?? kind} (${counted(count, 'time')})`,
  )
  const asked = mishaps.length === 0 ? '' : `\n\nMishaps of the network, asked again: ${prose(mishaps.join(', '))}`
  return `### What it cost\n\n${prose(spent.join(', '))}${asked}`
}

function spentOf(spent: number, most: number | undefined, noun: string): string {
  return most === undefined ? counted(spent, noun) : `${spent} of ${counted(most, noun)}`
}
