import type { FailureKind } from '../../runner/exchange.ts'
import { FAILURE_WORDS } from '../../runner/http/failures.ts'
import type { Report } from '../../runner/report.ts'
import { excerpt } from '../../runner/words.ts'
import { counted } from '../counted.ts'
import type { Screen } from './screen.ts'
import { labelled, wrap } from './wrapping.ts'

const MOST_LINES_OF_A_FAULT = 5

export function totals({ report, width }: Screen): string[] {
  const { budget, seconds, seed } = report
  const spent = [
    spentOf(budget.requests, budget.maxRequests, 'request'),
    spentOf(budget.jobs, budget.maxJobs, 'job'),
    `${spentOf(budget.videoSeconds, budget.maxVideoSeconds, 'second')} of video`,
    `${seconds.toFixed(1)} s`,
  ]
  return [...wrap(`${spent.join(', ')}; seed ${seed}`, width), ...mishaps(report).flatMap((line) => wrap(line, width))]
}

function spentOf(spent: number, most: number | undefined, noun: string): string {
  return most === undefined ? counted(spent, noun) : `${spent} of ${counted(most, noun)}`
}

function mishaps({ network }: Report): string[] {
  if (network.length === 0) return []
  const kinds = network.map(
    ({ kind, count }) => `${FAILURE_WORDS[kind as FailureKind] ?? excerpt(kind, 60)} (${counted(count, 'time')})`,
  )
  return [`Mishaps of the network: ${kinds.join(', ')}`]
}

export function faults({ report, width, paint }: Screen): string[] {
  if (report.faults.length === 0) return []
  const lines = report.faults.flatMap((fault) => {
    const [first = '', ...stack] = fault.trim().split('\n')
    const behind = stack.slice(0, MOST_LINES_OF_A_FAULT - 1)
    return [
      ...labelled('  ', excerpt(first, 400), width),
      ...behind.flatMap((line) => labelled('    ', excerpt(line, 200), width)),
    ]
  })
  return [paint('bad', 'Faults of the suite itself, not of the server'), ...lines]
}
