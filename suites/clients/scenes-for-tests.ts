import { targetOf } from '../../engine/config/target.ts'
import type { Began, HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { FailureKind, Header, Late, Passing } from '../../engine/history/entry/exchange.ts'
import { BEGAN } from '../../engine/history/handwritten-for-tests.ts'
import { problemIn } from '../../engine/history/validate.ts'
import type { ClientOptions } from '../../engine/judge/clients/check.ts'
import type { ClientVerdict } from '../../engine/judge/clients/verdict.ts'
import { Attribution } from '../../engine/judge/observed/attribution.ts'
import { inOrder } from '../../engine/judge/observed/seen.ts'
import { Keyring } from '../../engine/keys/keyring.ts'
import type { ClientClauseId } from '../../spec/clients/clauses.ts'
import { judgeClient } from './index.ts'

/** Short descriptions of client traffic: events with their times, in any order, read by the same code as real traffic. */
export type Event = {
  at: number
  ms: number
  origin?: string
  connection?: number
  keyLeftOut?: true
  passing?: Passing
  request: { method: string; path: string; headers: Header[]; body?: string }
  answer?: { status: number; headers: Header[]; body: string; bytes: number }
  failure?: { kind: FailureKind; message: string }
}

/** Differences from the plainest event of its kind. Times are in seconds. */
export type Told = {
  /** Duration. */
  for?: number
  key?: string
  /** The whole header, or several; none if the list is empty. */
  authorization?: string | string[]
  headers?: Record<string, string>
  body?: unknown
  /** Another path than the usual one, from the root. */
  path?: string
  method?: string
  status?: number
  says?: unknown
  with?: Record<string, string>
  fails?: FailureKind
  lost?: true
  connection?: number
  http?: NonNullable<Passing['http']>
  client?: number
  keyLeftOut?: true
}

export const BODY = { model: 'swift', prompt: 'A gate in the rain' }
const BASE = '/v1'

function event(at: number, usual: { method: string; path: string; status: number; says: unknown }, told: Told): Event {
  const { key = 'K1', authorization = `Bearer {{${key}}}`, headers = {}, body } = told
  const said = typeof authorization === 'string' ? [authorization] : authorization
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const { status = usual.status, says = usual.says, connection, http, lost, client, keyLeftOut } = told
  const passing = { ...(http && { http }), ...(lost && { lost }), ...(client !== undefined && { client }) }
  return {
    at: Math.round(at * 1000),
    ms: Math.round((told.for ?? 0.01) * 1000),
    ...(connection !== undefined && { connection }),
    ...(keyLeftOut && { keyLeftOut }),
    ...(Object.keys(passing).length > 0 && { passing }),
    request: {
      method: told.method ?? usual.method,
      path: told.path ?? usual.path,
      headers: [...said.map((each): Header => ['Authorization', each]), ...Object.entries(headers)],
      ...(body !== undefined && { body: text(body) }),
    },
    ...(told.fails
      ? { failure: { kind: told.fails, message: told.fails } }
      : {
          answer: {
            status,
            headers: Object.entries({ 'Content-Type': 'application/json', ...told.with }),
            body: text(says),
            bytes: text(says).length,
          },
        }),
  }
}

export const submits = (at: number, { id = 'job-1', ...told }: Told & { id?: string | number } = {}): Event =>
  event(
    at,
    { method: 'POST', path: `${BASE}/videos`, status: 202, says: { id } },
    { body: BODY, ...told, headers: { 'Content-Type': 'application/json', ...told.headers } },
  )

/** A submission that is refused for lack of capacity. */
export const turnedAway = (at: number, seconds: number | string, told: Told = {}): Event =>
  submits(at, {
    status: 429,
    says: { error: { code: 'capacity_exceeded' } },
    with: { 'Retry-After': String(seconds) },
    ...told,
  })

const RECORDS: Record<string, object> = {
  queued: { status: 'queued' },
  running: { status: 'running', stage: 'generating' },
  succeeded: { status: 'succeeded', url: 'https://files.test/job-1.mp4?sig=a%20b' },
  failed: { status: 'failed', error: { code: 'out_of_paint', message: 'No colours were left' } },
}

export const polls = (at: number, state = 'running', { id = 'job-1', ...told }: Told & { id?: string } = {}): Event =>
  event(
    at,
    {
      method: 'GET',
      path: `${BASE}/videos/${encodeURIComponent(id)}`,
      status: 200,
      says: { id, ...RECORDS[state] },
    },
    told,
  )

export const reads = (at: number, path: string, told: Told = {}): Event =>
  event(at, { method: 'GET', path: BASE + path, status: 200, says: {} }, told)

/** A request to another origin, or outside the base URL. */
export function asksElsewhere(at: number, url: string, told: Told = {}): Event {
  const { origin } = new URL(url)
  const path = url.slice(url.indexOf('/', 'https://'.length))
  return { ...event(at, { method: 'GET', path, status: 200, says: '' }, { authorization: [], ...told }), origin }
}

type Besides = { late?: readonly { at: number; for: number }[]; goesOn?: true }

/** Reads events the way a file or a proxy does: event clock, attribution and the form of a history. */
export function history(events: readonly Event[], { late = [], goesOn }: Besides = {}): HistoryEntry[] {
  const names = ['K1', 'K2', 'K3', 'A']
  const began: Began = { ...BEGAN, keys: names, known: [], observed: { leftOut: [] } }
  const target = targetOf(began.target.baseUrl)
  const attribution = new Attribution(target, new Keyring(names, []))
  const entries: HistoryEntry[] = [began]
  for (const each of late) entries.push({ kind: 'late', at: each.at * 1000, ms: each.for * 1000 } satisfies Late)
  for (const { origin, keyLeftOut, ...each } of inOrder(events)) {
    if (origin !== undefined) entries.push(attribution.takeElsewhere({ ...each, origin }))
    else entries.push(...attribution.take({ ...each, ...(keyLeftOut && { keyLeftOut }) }))
  }
  const end = Math.max(0, ...events.map(({ at, ms }) => at + ms))
  if (!goesOn) entries.push({ kind: 'ended', at: end, how: 'whole' })
  for (const entry of entries) {
    const flaw = problemIn(JSON.parse(JSON.stringify(entry)))
    if (flaw !== undefined) throw new Error(`${entry.kind}: ${flaw}`)
  }
  return entries
}

/** The verdict on one clause for such a history. */
export function verdictOn(
  clause: ClientClauseId,
  events: readonly Event[],
  { options = {}, ...besides }: Besides & { options?: ClientOptions } = {},
): ClientVerdict {
  const { clauses, faults } = judgeClient(history(events, besides), options)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return clauses.find(({ id }) => id === clause)!.verdict
}

/** The facts of the violations, in order. */
export function factsOn(...asked: Parameters<typeof verdictOn>) {
  const verdict = verdictOn(...asked)
  return verdict.verdict === 'fail' ? verdict.violations.map(({ fact }) => fact) : []
}

/** A conforming client with a job of three polls. */
export const RIGHT: readonly Event[] = [
  reads(0, '/models', { says: { models: ['swift'] } }),
  submits(0.2),
  polls(1, 'queued'),
  polls(5),
  polls(9, 'succeeded'),
  asksElsewhere(9.2, 'https://files.test/job-1.mp4?sig=a%20b'),
]
