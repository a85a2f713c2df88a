import { ENDPOINTS } from '../../spec/endpoints.ts'
import type { Kind } from '../config/expected.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { isDrawn } from '../history/reading/facts.ts'
import { statusOf } from '../history/reading/reading.ts'
import type { Recording } from '../history/recording.ts'
import { endpointOf } from '../http/requests.ts'
import { type Facts, isObservation } from '../judge/check.ts'
import type { Judged } from '../judge/judging.ts'
import { undecided } from '../judge/probes.ts'
import { stableWords, withoutNumbers } from '../judge/stable-words.ts'
import type { Alike } from '../judge/verdict.ts'

export type FailedKind = Kind & {
  checks: string[]
  cases: number
  /** An exchange that shows it. */
  exchange?: number
}

const VALID_REQUEST = 'valid request'
/** Stands for all probes of an endpoint. */
export const ANY_PROBE = 'any probe'
/** Which rule a generated probe violates depends on the seed. */
const GENERATED = 'generated probe'
/** The entry for all generated probes of a clause. */
export const ANY_GENERATED = { endpoint: 'any endpoint', case: GENERATED, received: 'any response' }
const NO_ENDPOINT = 'none'
const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']

export const keyOfKind = ({ clause, endpoint, case: what, received }: Kind) =>
  JSON.stringify([clause, endpoint, what, received])

/** All kinds of failures, sorted. */
export function failedKinds(judged: readonly Judged[], facts: Facts): FailedKind[] {
  const ids = new Set(facts.ids())
  const found = new Map<string, FailedKind>()
  for (const { check, verdict } of judged) {
    if (isObservation(check) || verdict?.verdict !== 'fail') continue
    for (const alike of verdict.alike)
      for (const n of alike.shown) {
        const kind = { clause: check.clause, ...kindOf(alike, facts.exchange(n), facts, ids) }
        const key = keyOfKind(kind)
        const known = found.get(key) ?? { ...kind, checks: [], cases: 0, ...(n !== undefined && { exchange: n }) }
        found.set(key, known)
        known.cases++
        if (!known.checks.includes(check.id)) known.checks.push(check.id)
      }
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, kind]) => kind)
}

type Ids = ReadonlySet<string>

function kindOf(alike: Alike, shown: Exchange | undefined, facts: Facts, ids: Ids): Omit<Kind, 'clause'> {
  const received = withoutIds(alike.received, ids)
  if (!shown) return { endpoint: NO_ENDPOINT, case: withoutIds(alike.case ?? VALID_REQUEST, ids), received }
  // A poll may show the result of a submission.
  const submission = facts.exchange(shown.purpose.job)
  const own = submission && isItsCase(alike, submission) ? submission : shown
  return { ...requestKind(own, facts, ids, wordsOf(alike, own)), received }
}

const isItsCase = ({ case: what }: Alike, { purpose }: Exchange) =>
  what !== undefined && purpose.case !== undefined && stableWords(purpose.case) === what

/** The case of a violation, unless it repeats the request. */
function wordsOf(alike: Alike, shown: Exchange): string | undefined {
  const { method, path } = shown.request
  const { case: what } = alike
  if (what === undefined || isItsCase(alike, shown) || what === stableWords(`${method} ${path}`)) return undefined
  // Several numbers are a combination of values that the seed chooses.
  return (what.match(/\d+([.:]\d+)*/g) ?? []).length < 2 ? what : withoutNumbers(what)
}

/** `described`: the case in the words of a check. */
function requestKind(exchange: Exchange, facts: Facts, ids: Ids, described?: string): Pick<Kind, 'endpoint' | 'case'> {
  const endpoint = endpointIn(exchange, facts)
  const { by, part, case: what } = exchange.purpose
  if (isDrawn(exchange)) return { endpoint, case: GENERATED }
  const isAProbe = what !== undefined && (part === 'probe' || part === 'observation')
  const words = described ?? (isAProbe ? stableWords(what) : VALID_REQUEST)
  return { endpoint, case: words === endpoint ? `probe of ${by}` : withoutIds(words.replace(`, ${endpoint}`, ''), ids) }
}

/** Whether the case depends on the seed. */
export const isByChance = ({ case: what }: Pick<Kind, 'case'>) => what === GENERATED
/** Whether `any probe` may stand for the case. */
export const isOfAProbe = ({ case: what }: Pick<Kind, 'case'>) => what !== VALID_REQUEST

const withoutIds = (text: string, ids: Ids) => text.replace(/[^\s()"',]+/g, (word) => (ids.has(word) ? '…' : word))

/** The endpoint as the specification names it; for other methods and paths, the part that is equal in two runs. */
function endpointIn({ request, purpose }: Exchange, { target }: Facts): string {
  const known = endpointOf(request, target)
  if (known) return known
  const method = METHODS.includes(request.method) ? request.method : 'another method'
  if (purpose.breaks !== undefined) return 'another method or path'
  const path = ENDPOINTS.find((each) => endpointOf({ ...request, method: each.method }, target) === each.name)?.path
  return `${method} ${path ?? 'another path'}`
}

/** Statuses by kind of request. */
export type Tried = ReadonlyMap<string, ReadonlySet<number>>

export const keyOfTried = ({ endpoint, case: what }: Pick<Kind, 'endpoint' | 'case'>) => `${endpoint}: ${what}`

export function triedIn(recording: Recording, facts: Facts): Tried {
  const ids = new Set(facts.ids())
  const tried = new Map<string, Set<number>>()
  for (const entry of recording) {
    if (entry.kind !== 'exchange' || undecided(entry) !== undefined) continue
    const status = statusOf(entry)
    if (status === undefined) continue
    const { endpoint, case: what } = requestKind(entry, facts, ids)
    const kinds = [{ endpoint, case: what }]
    if (what !== VALID_REQUEST) kinds.push({ endpoint, case: ANY_PROBE })
    if (what === GENERATED) kinds.push(ANY_GENERATED)
    for (const key of kinds.map(keyOfTried)) {
      tried.set(key, (tried.get(key) ?? new Set()).add(status))
    }
  }
  return tried
}
