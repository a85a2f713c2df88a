import type { Fault } from '../fixtures/faults/fault.ts'
import type { Exchange, HistoryEntry } from '../runner/history/exchange.ts'
import { jsonOf } from '../runner/history/reading.ts'
import { isTransient } from '../runner/history/transient.ts'
import { list } from '../runner/history/words.ts'
import { type Target, targetOf } from '../runner/settings/target.ts'
import type { ClauseId } from '../spec/clauses.ts'
import { answerFits } from '../spec/openapi/answer-fits.ts'

/** Clauses that one answer alone can break, by its shape. */
export const OF_SHAPE: readonly ClauseId[] = [
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

/** Faults of these clauses that give no answer an odd shape: each answer would be lawful to some other request. */
const OF_SHAPES_LAWFUL_ELSEWHERE = {
  'a refusal, where there is nothing to refuse': [
    'job-unknown-at-its-first-poll',
    'finished-job-forgotten-after-its-second-read',
    'models-answer-404',
    'models-need-an-accept-header',
    'models-answer-403-to-the-second-key',
    'usage-answers-only-to-another-key',
    'usage-answers-404-before-the-first-job',
    'usage-needs-an-accept-header',
    'capacity-needs-an-accept-header',
    'capacity-needs-a-query',
    'capacity-answers-403-to-the-second-account',
    'balance-answers-403',
    'balance-answers-402',
    'balance-needs-an-accept-header',
    'balance-answers-403-to-the-second-key',
    'default-ratio-refused-where-it-is-said',
    'default-fps-refused-where-it-is-said',
    'default-duration-refused-where-it-is-said',
    'poll-of-a-failed-job-answers-422',
  ],
  'JSON that may carry an id, and does not': [
    'accepted-without-an-id',
    'accepted-with-ok',
    'accepted-with-an-id-of-null',
    'accepted-with-an-id-that-no-job-has',
    'accepted-with-the-id-of-the-video-file',
    'accepted-with-the-id-only-in-a-header',
    'accepted-with-an-id-of-other-digits',
    'accepted-with-the-id-of-the-job-before',
    'answer-carries-an-id-cut-short',
    'later-submission-answered-without-an-id',
    'submission-at-4k-answered-without-an-id',
    'submission-at-4k-answered-with-an-id-that-no-job-has',
    'every-fourth-answer-carries-an-id-that-no-job-has',
    'submission-of-a-sister-key-answered-without-an-id',
    'submission-of-an-image-answered-without-an-id',
    'submission-of-a-body-seen-before-answered-without-an-id',
    'submission-of-an-image-answered-with-an-id-that-no-job-has',
  ],
}
export const NOT_OF_SHAPE = Object.values(OF_SHAPES_LAWFUL_ELSEWHERE).flat()

export function isOfShape({ id, breaks }: Fault): boolean {
  return OF_SHAPE.includes(breaks) && !NOT_OF_SHAPE.includes(id)
}

export type Undescribed = { n: number; why: string }

/** The answers of a run that the OpenAPI document does not describe. What a network or a gateway said is no answer. */
export function undescribedIn(entries: readonly HistoryEntry[], baseUrl: string): Undescribed[] {
  const target = targetOf(baseUrl)
  return entries.flatMap((entry) => {
    if (entry.kind !== 'exchange' || isTransient(entry)) return []
    const why = whyUndescribed(entry, target)
    return why === undefined ? [] : [{ n: entry.n, why }]
  })
}

function whyUndescribed({ request, ...exchange }: Exchange, { basePath }: Target): string | undefined {
  const { answer } = exchange
  if (!answer || answer.truncated || answer.garbled || !request.path.startsWith(`${basePath}/`)) return undefined
  const { status, headers, body } = answer
  const json = jsonOf({ request, ...exchange })
  const path = request.path.slice(basePath.length)
  const finding = answerFits({ method: request.method, path, status, headers, body, json })
  return finding?.ok === false ? `${request.method} ${path}: ${list(finding.errors)}` : undefined
}
