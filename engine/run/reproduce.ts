import { clause as clauseNamed } from '../../spec/clauses.ts'
import type { Profile } from '../config/configuration.ts'
import type { HistoryEntry, Reproduced } from '../history/entry/entries.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { REPRODUCTION } from '../history/entry/senders.ts'
import { showsTheEnd, statusOf, succeeded } from '../history/reading/reading.ts'
import { receivedInWords } from '../history/reading/words.ts'
import type { Recording } from '../history/recording.ts'
import type { Client, SendOptions } from '../http/client.ts'
import { videoSecondsOf } from '../http/requests.ts'
import type { JobPool } from '../jobs/pool.ts'
import type { Check } from '../judge/check.ts'
import { type EarlyFailure, failedIn } from './early-verdicts.ts'
import { MOST_CLAUSES, TIMES, TIMES_IF_INTERMITTENT } from './planning/repeats.ts'

type Parts = {
  client: Client
  jobs: Pick<JobPool, 'adopt'>
  recording: Recording
  checks: readonly Check[]
  profile: Profile
  /** Ends it. */
  until: AbortSignal
  append(entry: Reproduced): void
}

/**
 * Repeats the request of each failed clause on a new connection: alone, then after the previous request on its connection,
 * then more often. Records how often it fails.
 */
export async function reproduceFailures(parts: Parts): Promise<void> {
  const { recording, checks, profile, until, append } = parts
  const clauses = new Set<string>()
  const failed = failedIn(recording, checks).filter(
    ({ check: { clause } }) => !clauses.has(clause) && clauses.add(clause),
  )
  const isMust = ({ check }: EarlyFailure) => clauseNamed(check.clause).level === 'must'
  const mustFirst = failed.toSorted((a, b) => Number(isMust(b)) - Number(isMust(a)))
  const repeatable = mustFirst.flatMap((failure) => {
    const shown = recording.exchange((failure.verdict.violations[0]?.evidence ?? []).at(-1) ?? 0)
    return shown && isRepeatable(failure, shown) ? [{ ...failure, shown }] : []
  })
  for (const failure of repeatable.slice(0, MOST_CLAUSES[profile])) {
    if (until.aborted) return
    const { check, shown } = failure
    const found = await reproduce(failure, parts).catch(() => undefined)
    if (found) append({ kind: 'reproduced', clause: check.clause, check: check.id, n: shown.n, ...found })
  }
}

/** Whether one response shows the failure. Other failures depend on the state of a job, on capacity, or on time. */
function isRepeatable({ check }: EarlyFailure, shown: Exchange): boolean {
  const { part, job, foreign } = shown.purpose
  if (statusOf(shown) === 429) return false
  const isPoll = job !== undefined && job !== shown.n && foreign === undefined
  if (isPoll && !showsTheEnd(shown)) return false
  return part === 'probe' || part === 'introduction' || (check.kind === 'rule' && check.standsAlone === true)
}

type Failure = EarlyFailure & { shown: Exchange }
type Found = Pick<Reproduced, 'failed' | 'of' | 'after' | 'received' | 'evidence'>

async function reproduce(failure: Failure, parts: Parts): Promise<Found | undefined> {
  const { shown } = failure
  const alone = await repeat(failure, parts, TIMES)
  if (alone.sent.length === 0 || alone.failed === alone.sent.length || isPaid(alone.sent)) return foundBy(alone)
  const before = precedingOn(shown, parts.recording)
  if (before && mayComeFirst(before)) {
    const behind = await repeat(failure, parts, TIMES, before)
    if (behind.sent.length > 0 && behind.failed === behind.sent.length) return { ...foundBy(behind)!, after: before.n }
  }
  const more = await repeat(failure, parts, TIMES_IF_INTERMITTENT - alone.sent.length)
  return foundBy({
    sent: [...alone.sent, ...more.sent],
    failed: alone.failed + more.failed,
    other: alone.other ?? more.other,
  })
}

type Repeated = { sent: Exchange[]; failed: number; other: Exchange | undefined }

const foundBy = ({ sent, failed, other }: Repeated): Found | undefined =>
  sent.length === 0
    ? undefined
    : { failed, of: sent.length, ...(other && { received: receivedInWords(other) }), evidence: sent.map(({ n }) => n) }

/** Ends after an accepted submission: each costs a job. */
async function repeat(failure: Failure, parts: Parts, times: number, before?: Exchange): Promise<Repeated> {
  const all: Repeated = { sent: [], failed: 0, other: undefined }
  for (let time = 0; time < times && !parts.until.aborted && !isPaid(all.sent); time++) {
    const connection = before ? { alone: `${REPRODUCTION} ${failure.shown.n} ${time}` } : { afresh: true as const }
    if (before) await send(before, parts, connection)
    const again = await send(failure.shown, parts, connection)
    if (statusOf(again) === 429 || again.failure?.kind === 'interrupted') continue
    all.sent.push(again)
    if (failsLike(again, failure, parts.recording)) all.failed++
    else all.other ??= again
  }
  return all
}

async function send(
  { n, request }: Exchange,
  { client, jobs, until }: Parts,
  connection: SendOptions,
): Promise<Exchange> {
  const cost = request.method === 'POST' ? { videoSeconds: videoSecondsOf(request.body ?? '') } : {}
  const purpose = { by: REPRODUCTION, part: 'observation', repeats: n } as const
  const exchange = await client.ask(request, purpose, { ...connection, ...cost, once: true, until })
  if (request.method === 'POST') jobs.adopt(exchange)
  return exchange
}

const isPaid = (sent: readonly Exchange[]) => sent.some((each) => each.request.method === 'POST' && succeeded(each))

/** It got a response and created no job. */
const mayComeFirst = (before: Exchange) => !isPaid([before])

function precedingOn({ connection, sent }: Exchange, recording: Recording): Exchange | undefined {
  let last: Exchange | undefined
  for (const entry of recording)
    if (entry.kind === 'exchange' && entry.connection === connection && entry.sent < sent)
      if (!last || entry.sent > last.sent) last = entry
  return connection === undefined ? undefined : last
}

/** Whether the check would have failed for the same request if this had been its response. */
function failsLike({ answer, failure }: Exchange, { check, shown }: Failure, recording: Recording): boolean {
  const { answer: _, failure: __, ...sent } = shown
  const instead: Exchange = { ...sent, ...(answer && { answer }), ...(failure && { failure }) }
  const [failed] = failedIn(withExchange(recording, instead), [check])
  return failed?.verdict.violations.some(({ evidence }) => evidence.at(-1) === shown.n) === true
}

function withExchange(recording: Recording, other: Exchange): Recording {
  const seen = (exchange: Exchange) => (exchange.n === other.n ? other : exchange)
  return {
    *[Symbol.iterator](): Generator<HistoryEntry> {
      for (const entry of recording) yield entry.kind === 'exchange' ? seen(entry) : entry
    },
    exchange: (n) => (n === other.n ? other : recording.exchange(n)),
    exchangesBy: (name) => recording.exchangesBy(name).map(seen),
  }
}
