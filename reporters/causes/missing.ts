import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { headerOf, recordOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import type { Line } from '../comparing/line-differences.ts'

type Demand = { header: string; about: string } | { member: string; about: string }

/** A member or header that the clause requires; a response without it shows nothing else to mark. */
const DEMANDED: Partial<Record<ClauseId, Demand>> = {
  'capacity.retry-after-present': { header: 'Retry-After', about: 'a number of seconds' },
  'capacity.other-limits-say-when': { header: 'Retry-After', about: 'a number of seconds' },
  'answers.json-is-labelled': { header: 'Content-Type', about: 'application/json' },
  'jobs.id-is-the-one-polled': { member: 'id', about: 'the polled id' },
  'jobs.status-is-a-listed-word': { member: 'status', about: 'queued, running, succeeded or failed' },
  'jobs.running-has-a-stage': { member: 'stage', about: 'generating or enhancing' },
  'jobs.succeeded-has-a-url': { member: 'url', about: 'an absolute http or https URL' },
  'jobs.failed-has-an-error': { member: 'error', about: 'an object with code and message' },
}

/** Adds a line for what the clause requires and the response lacks. */
export function withDemanded(lines: readonly Line[], exchange: Exchange, clause: ClauseId): Line[] {
  const demand = DEMANDED[clause]
  if (!demand || !exchange.answer) return [...lines]
  const head = lines.findIndex(({ text }) => text === '')
  if ('header' in demand) {
    if (headerOf(exchange, demand.header.toLowerCase()) !== undefined) return [...lines]
    return lines.toSpliced(head < 0 ? lines.length : head, 0, gap(`${demand.header}: ${demand.about}`))
  }
  const record = recordOf(exchange)
  // A null is visible already.
  if (!record || demand.member in record) return [...lines]
  const end = lines.findLastIndex(({ text }) => text === '}')
  return end < 0 ? [...lines] : lines.toSpliced(end, 0, gap(`  "${demand.member}": ${demand.about}`))
}

const gap = (text: string): Line => ({ text, missing: true })

/** Headers that vary without meaning. */
const USUAL =
  /^(date|age|content-length|connection|keep-alive|transfer-encoding|etag|last-modified|vary|via|set-cookie|server|x-[\w-]+): /i
const PUNCTUATION = /^[\s[\]{},]*$/

/** Whether the other response lacks a line of the good one; never, if the responses are too different. */
export function isMissedIn(other: Exchange, good: Exchange): (line: string) => boolean {
  const areOfOneKind = statusOf(other) === statusOf(good) || (succeeded(other) && succeeded(good))
  return (line) => areOfOneKind && !USUAL.test(line) && !PUNCTUATION.test(line) && !/^\d{3}$/.test(line)
}
