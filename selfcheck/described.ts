import type { Fault } from '../fixtures/faults/fault.ts'
import type { HistoryEntry } from '../runner/history/entry/entries.ts'
import type { Exchange } from '../runner/history/entry/exchange.ts'
import { jsonOf, whyUnread } from '../runner/history/reading/reading.ts'
import { isTransient } from '../runner/history/reading/transient.ts'
import { list } from '../runner/history/reading/words.ts'
import { type Target, targetOf } from '../runner/settings/target.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { answerFits } from '../spec/openapi/answer-fits.ts'

/** Clauses that one answer alone can break, by its shape. */
const OF_SHAPE: readonly ClauseId[] = [
  'submission.accepted-with-202',
  'submission.answer-carries-the-id',
  'jobs.poll-answers-an-object',
  'jobs.status-is-a-listed-word',
  'jobs.running-has-a-stage',
  'jobs.queued-stage-is-a-listed-word',
  'jobs.succeeded-has-a-url',
  'jobs.failed-has-an-error',
  'jobs.final-keeps-its-result',
  'capacity.retry-after-present',
  'readings.models-answers',
  'readings.usage-answers',
  'readings.capacity-answers',
  'readings.balance-answers',
]

export function isOfShape({ breaks, lawfulElsewhere }: Fault): boolean {
  return OF_SHAPE.includes(breaks) && lawfulElsewhere === undefined
}

export type Undescribed = { n: number; why: string }

/**
 * The answers of a run that the OpenAPI document does not describe. What a network or a gateway said is no answer; where a
 * server says it over and over (`evenTransient`), it is that server's.
 */
export function undescribedIn(
  entries: readonly HistoryEntry[],
  baseUrl: string,
  { evenTransient = false } = {},
): Undescribed[] {
  const target = targetOf(baseUrl)
  return entries.flatMap((entry) => {
    if (entry.kind !== 'exchange' || (isTransient(entry) && !evenTransient)) return []
    const why = whyUndescribed(entry, target)
    return why === undefined ? [] : [{ n: entry.n, why }]
  })
}

function whyUndescribed({ request, ...exchange }: Exchange, { basePath }: Target): string | undefined {
  const { answer } = exchange
  if (!answer || whyUnread(exchange) !== undefined || !request.path.startsWith(`${basePath}/`)) return undefined
  const { status, headers, body } = answer
  const json = jsonOf({ request, ...exchange })
  const path = request.path.slice(basePath.length)
  const finding = answerFits({ method: request.method, path, status, headers, body, json })
  return finding?.ok === false ? `${request.method} ${path}: ${list(finding.errors)}` : undefined
}
