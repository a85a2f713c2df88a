import { configure } from '../config/configuration.ts'
import type { Began, Gap } from './entry/entries.ts'
import type { Answer, Exchange, FailureKind, Header, Purpose } from './entry/exchange.ts'
import { HISTORY_FORMAT } from './recorded.ts'

/** Short form of an exchange. Its request is derived from the purpose; numbers and times are counted. */
type Asked = Partial<Purpose> &
  Partial<Pick<Exchange, 'connection' | 'again' | 'sent' | 'received' | 'at'>> & {
    method?: string
    path?: string
    /** Empty: no key. */
    key?: string
    posted?: string
  }

type Answered = Asked &
  Partial<Pick<Answer, 'truncated' | 'garbled'>> & {
    /** Text is sent unchanged, anything else as JSON. */
    body?: unknown
    headers?: Record<string, string>
  }

export const BEGAN: Began = {
  kind: 'began',
  format: HISTORY_FORMAT,
  suite: { name: 'gatecheck', version: '0' },
  spec: { sha256: '' },
  target: { baseUrl: 'https://server.test/v1' },
  startedAt: '2026-01-01T00:00:00.000Z',
  configuration: configure({ seed: 1, deadlineMs: 60_000 }, true),
  keys: ['A', 'A2', 'B', 'R', 'U'],
  planned: [],
}

let n = 0
let now = 0

/** Advances the clock for tests that set the times of exchanges. */
export function later(ms: number): number {
  now += ms
  return now
}

/** Resets numbers and clock. */
export function beginAnew(): void {
  n = 0
  now = 0
}

function asked({
  by = 'a phase',
  part,
  method,
  path,
  key = 'A',
  posted,
  connection,
  again,
  at,
  sent,
  received,
  ...rest
}: Asked) {
  n++
  const purpose: Purpose = { by, part: part ?? (rest.twin === undefined ? 'twin' : 'probe'), ...rest }
  const readPath = rest.polled === undefined ? '/models' : `/videos/${encodeURIComponent(rest.polled)}`
  return {
    kind: 'exchange' as const,
    n,
    at: at ?? n * 10,
    ms: 1,
    sent: sent ?? n * 10,
    received: received ?? n * 10 + 5,
    ...(connection !== undefined && { connection }),
    ...(again && { again }),
    purpose,
    request: {
      method: method ?? (posted === undefined ? 'GET' : 'POST'),
      path: path ?? `/v1${posted === undefined ? readPath : '/videos'}`,
      headers: (key === '' ? [] : [['Authorization', `Bearer {{${key}}}`]]) as Header[],
      ...(posted !== undefined && { body: posted }),
    },
  }
}

/** A body that is not a string is JSON, with its Content-Type. */
export function answered(
  status: number,
  { body = '', headers = {}, truncated, garbled, ...more }: Answered = {},
): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const label = typeof body === 'string' || 'Content-Type' in headers ? {} : { 'Content-Type': 'application/json' }
  return {
    ...asked(more),
    answer: {
      status,
      headers: Object.entries({ ...label, ...headers }),
      body: text,
      bytes: text.length,
      ...(truncated && { truncated }),
      ...(garbled !== undefined && { garbled }),
    },
  }
}

export function unanswered(kind: FailureKind, more: Asked = {}): Exchange {
  return { ...asked(more), failure: { kind, message: kind } }
}

/** A poll of a job with its own key. */
export function polled(record: unknown, more: Answered = {}): Exchange {
  return answered(200, { by: 'jobs', part: 'poll', job: 1, polled: 'job-1', body: record, ...more })
}

/** A successful GET of a job by its id. */
export function idFound(id = 'job-1', job = 1): Exchange {
  return answered(200, { by: 'introduction', part: 'introduction', job, polled: id, body: { id } })
}

/** The last attempt, with a control request in between that succeeded. */
export function lastTry(control: Exchange, ...attempts: Exchange[]): Required<NonNullable<Exchange['again']>> {
  return { attempts: attempts.map((each) => each.n), control: control.n, last: true }
}

export function gap(by: string, what: string, why = 'it could not be tried'): Gap {
  return { kind: 'gap', by, case: what, why }
}
