import { withPauses } from '../config/event-loop.ts'
import type { Target } from '../config/target.ts'
import { idAt } from '../discovery/dialect/job-id.ts'
import type { Began, HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { LEFTOVERS } from '../history/entry/senders.ts'
import { jsonOf, showsTheEnd, statusOf, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/request-key.ts'
import { UnreadableHistory } from '../history/recorded.ts'
import type { Client } from '../http/client.ts'
import { requestTo } from '../http/requests.ts'
import type { KeyName } from '../keys/placeholders.ts'
import { pollToCompletion } from './polling.ts'

/** An unfinished job of an earlier run, which uses capacity until it is polled to completion. */
export type Leftover = { id: string; key: KeyName }

/**
 * The unfinished jobs of a recorded run against this server, its own leftovers included. Undefined if the current run ends
 * before a long history is read.
 */
export async function leftoversIn(
  history: Iterable<HistoryEntry>,
  { baseUrl }: Target,
  over?: AbortSignal,
): Promise<Leftover[] | undefined> {
  const left = new Map<string, Leftover>()
  const unpolled = new Map<number, Exchange>()
  let idWay: readonly string[] | undefined
  const see = (exchange: Exchange) => {
    const { polled, job, by } = exchange.purpose
    if (exchange.request.method === 'POST' && succeeded(exchange)) unpolled.set(exchange.n, exchange)
    if (polled === undefined) return
    const submission = succeeded(exchange) ? unpolled.get(job ?? 0) : undefined
    if (submission) {
      if (!left.has(polled)) note(left, polled, submission)
      unpolled.delete(submission.n)
    }
    const isUnknown = by === LEFTOVERS && statusOf(exchange) === 404
    if (showsTheEnd(exchange) || isUnknown) left.delete(polled)
  }
  try {
    for await (const entry of withPauses(history)) {
      if (over?.aborted) return undefined
      if (entry.kind === 'began' && !isAbout(baseUrl, entry)) return []
      if (entry.kind === 'left over') for (const each of entry.jobs) left.set(each.id, each)
      if (entry.kind === 'learned') idWay = entry.dialect.idWay
      if (entry.kind === 'exchange') see(entry)
    }
  } catch (error) {
    if (error instanceof UnreadableHistory) return []
    throw error
  }
  for (const submission of unpolled.values()) {
    const id = idWay && idAt(jsonOf(submission)?.value, idWay)
    if (id !== undefined) note(left, id, submission)
  }
  return [...left.values()]
}

/** Jobs of an embedded server are gone, and jobs in observed traffic belong to others. */
const isAbout = (baseUrl: string, { target, observed }: Began) =>
  target.baseUrl === baseUrl && !target.embedded && !observed

function note(left: Map<string, Leftover>, id: string, { request }: Exchange): void {
  const key = keyOf(request)
  if (key !== undefined) left.set(id, { id, key })
}

type Parts = { client: Client; target: Target; intervalMs: number; until: AbortSignal }

/** Polls them to completion. Returns those that are still unfinished. */
export async function finishLeftovers(jobs: readonly Leftover[], parts: Parts): Promise<Leftover[]> {
  const isFinished = await Promise.all(
    jobs.map(async ({ id, key }) => {
      let last: Exchange | undefined
      const isFinal = await pollToCompletion(parts, {
        request: requestTo(parts.target, 'GET /videos/{id}', { key, id }),
        purpose: { by: LEFTOVERS, part: 'observation', case: 'leftover job of an earlier run', polled: id },
        onAnswer: (exchange) => {
          last = exchange
        },
      })
      return isFinal || (last !== undefined && statusOf(last) === 404)
    }),
  )
  return jobs.filter((_, index) => !isFinished[index])
}
