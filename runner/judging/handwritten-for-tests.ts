import { FINAL_STATUSES } from '../../spec/words.ts'
import type { Answer, Exchange, FailureKind, Finding, Gap, Header, Purpose } from '../history/exchange.ts'
import { recordOf, succeeded } from '../history/reading.ts'
import { configure } from '../settings/configuration.ts'
import { targetOf } from '../settings/target.ts'
import { type Check, type Choice, type Evidence, type Facts, isExperiment } from './check.ts'
import { isGivenTo } from './facts.ts'
import type { Verdict } from './verdict.ts'

/** Histories in few words: what was asked comes from the purpose, numbers and clock go on by themselves. */
type Told = Partial<Purpose> &
  Partial<Pick<Exchange, 'connection' | 'again' | 'sent' | 'received' | 'at'>> & {
    method?: string
    path?: string
    key?: string
    posted?: string
  }

type Answered = Told &
  Partial<Pick<Answer, 'truncated' | 'garbled'>> & {
    /** Text as it is; anything else as JSON. */
    body?: unknown
    headers?: Record<string, string>
  }

export const FACTS: Facts = {
  target: targetOf('https://server.test/v1'),
  configuration: configure({ seed: 1, deadlineMs: 60_000 }, true),
  keys: ['A', 'A2', 'B', 'R', 'U'],
  dialect: {},
  exchange: () => undefined,
  endOf: () => undefined,
  isKnown: () => true,
  isOwn: () => false,
  ids: () => [],
}

let n = 0

function asked({
  by = 'somebody',
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
}: Told) {
  n++
  const purpose: Purpose = { by, part: part ?? (rest.twin === undefined ? 'twin' : 'probe'), ...rest }
  const way = rest.polled === undefined ? '/models' : `/videos/${encodeURIComponent(rest.polled)}`
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
      path: path ?? `/v1${posted === undefined ? way : '/videos'}`,
      headers: [['Authorization', `Bearer {{${key}}}`]] as Header[],
      ...(posted !== undefined && { body: posted }),
    },
  }
}

/** JSON is labelled as such, unless the headers say something else. */
export function answered(
  status: number,
  { body = '', headers = {}, truncated, garbled, ...told }: Answered = {},
): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const label = typeof body === 'string' || 'Content-Type' in headers ? {} : { 'Content-Type': 'application/json' }
  return {
    ...asked(told),
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

export function unanswered(kind: FailureKind, told: Told = {}): Exchange {
  return { ...asked(told), failure: { kind, message: kind } }
}

/** A read of a job by its own key: what each poll of a run is. */
export function polled(record: unknown, told: Answered = {}): Exchange {
  return answered(200, { by: 'jobs', part: 'poll', job: 1, polled: 'job-1', body: record, ...told })
}

/** The last of several tries, while a good request in between was answered: only this one counts. */
export function lastTry(control: Exchange, ...attempts: Exchange[]): Required<NonNullable<Exchange['again']>> {
  return { attempts: attempts.map((each) => each.n), control: control.n, last: true }
}

export function gap(by: string, what: string, why = 'it could not be tried'): Gap {
  return { kind: 'gap', by, case: what, why }
}

type Given = { gaps?: Gap[]; findings?: Finding[]; facts?: Partial<Facts> }

export function evidence(
  exchanges: readonly Exchange[],
  { gaps = [], findings = [], facts = {} }: Given = {},
): Evidence {
  return { exchanges: [...exchanges], gaps, findings, facts: factsOf(exchanges, facts) }
}

function factsOf(exchanges: readonly Exchange[], facts: Partial<Facts> = {}): Facts {
  return {
    ...FACTS,
    exchange: (wanted) => exchanges.find((each) => each.n === wanted),
    isKnown: (job) => isKnownIn(exchanges, job),
    isOwn: (key, id) => exchanges.some((each) => isGivenTo(key, id, each, facts.dialect?.idWay)),
    endOf: (job) => exchanges.find((each) => each.purpose.job === job && succeeded(each) && showsAnEnd(each)),
    ...facts,
  }
}

/** A history in few words need not tell how the id of a job was found, unless it is about looking for it. */
function isKnownIn(exchanges: readonly Exchange[], job: number): boolean {
  const reads = exchanges.filter((each) => each.purpose.job === job)
  const wasLookedFor = reads.some(({ purpose }) => purpose.part === 'introduction')
  return reads.some(succeeded) || (reads.length > 0 && !wasLookedFor)
}

function showsAnEnd(exchange: Exchange): boolean {
  return (FINAL_STATUSES as readonly unknown[]).includes(recordOf(exchange)?.status)
}

/** Shows a history to a rule or an observation from its beginning to its end. */
export function see(
  check: Check,
  exchanges: readonly Exchange[],
  facts?: Partial<Facts>,
): Verdict | Choice | undefined {
  if (isExperiment(check)) throw new Error(`${check.id} judges its own exchanges`)
  const all = factsOf(exchanges, facts)
  const watching = check.watch()
  for (const exchange of exchanges) watching.see(exchange, all)
  return watching.conclude(all)
}

/** What a check says of a history; an experiment looks at its own exchanges only. */
export function verdictOf(check: Check, exchanges: readonly Exchange[], given: Given = {}): Verdict {
  if (!isExperiment(check)) return see(check, exchanges, given.facts) as Verdict
  const all = evidence(exchanges, given)
  return check.judge({ ...all, exchanges: all.exchanges.filter((each) => each.purpose.by === check.id) })
}
