import type { Exchange, Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { showsAState, showsTheEnd, statusOf } from '../history/reading/reading.ts'
import type { Client } from '../http/client.ts'
import { OverBudget, RunIsOver } from '../http/limits/over-budget.ts'
import type { Job } from './job.ts'

export const MOST_FAILED_POLLS = 3
export const MOST_TIME_MS = 300_000
const LEAST_TIME_MS = 30_000

/** So long, or as long as jobs were seen to take, a run that was interrupted goes on to poll its jobs. */
export function timeToComeHome(jobs: readonly Pick<Job, 'polls' | 'final'>[]): number {
  const longest = Math.max(0, ...jobs.map(({ polls, final }) => (final ? final.at - polls[0]!.at : 0)))
  return Math.max(LEAST_TIME_MS, Math.min(longest, MOST_TIME_MS))
}

type Polling = { client: Client; intervalMs: number; until: AbortSignal }

type Poll = { request: RequestTemplate; purpose: Purpose; onAnswer?: (exchange: Exchange) => void }

/** Polls a job until it is final, or nobody waits any longer, or the server tells nothing of it. True where it is final. */
export async function bringHome({ client, intervalMs, until }: Polling, poll: Poll): Promise<boolean> {
  const { request, purpose, onAnswer } = poll
  try {
    for (let nothing = 0; nothing < MOST_FAILED_POLLS; ) {
      const exchange = await client.ask(request, purpose, { until })
      onAnswer?.(exchange)
      if (showsTheEnd(exchange)) return true
      if (showsAState(exchange)) nothing = 0
      else if (statusOf(exchange) !== 429) nothing++
      await client.wait(intervalMs, until)
    }
  } catch (error) {
    if (!(error instanceof RunIsOver || error instanceof OverBudget)) throw error
  }
  return false
}
