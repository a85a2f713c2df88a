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
  /** The checks that found it. */
  checks: string[]
  /** Number of failed cases. */
  cases: number
  /** An exchange that shows it. */
  exchange?: number
}

export const VALID_REQUEST = 'valid request'
/** Stands for all probes of an endpoint. */
export const ANY_PROBE = 'any probe'
const GENERATED = 'generated probe: '
const NO_ENDPOINT = 'none'
const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']

export const keyOfKind = ({ clause, endpoint, case: what, received }: Kind) =>
  JSON.stringify([clause, endpoint, what, received])

/** All kinds of failures that were judged, sorted. */
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
  // A poll shows the failure of the submission that it reads.
  const submission = facts.exchange(shown.purpose.job)
  const isOfSubmission = alike.case !== undefined && submission !== undefined && submission !== shown
  const own = isOfSubmission && isDrawn(submission) ? submission : shown
  return { endpoint: endpointIn(own, facts), case: caseOf(alike, own, submission, ids), received }
}

/** `what` of the violation, unless it repeats the request or was generated. */
function caseOf({ case: what }: Alike, shown: Exchange, submission: Exchange | undefined, ids: Ids): string {
  const ofRequest = caseOfRequest(shown, ids)
  const { method, path } = shown.request
  if (what === undefined || isDrawn(shown) || what === stableWords(`${method} ${path}`)) return ofRequest
  const told = withoutIds(what, ids)
  const asSent = [shown, submission].some((each) => each?.purpose.case && stableWords(each.purpose.case) === what)
  // A check that names several numbers names a combination of values, which the seed chooses.
  return asSent || (told.match(/\d+(\.\d+)?/g) ?? []).length < 2 ? told : withoutNumbers(told)
}

function caseOfRequest(exchange: Exchange, ids: Ids): string {
  const { part, breaks, case: what } = exchange.purpose
  if (isDrawn(exchange)) return GENERATED + breaks
  if (what === undefined || (part !== 'probe' && part !== 'observation')) return VALID_REQUEST
  return withoutIds(stableWords(what), ids)
}

/** Whether the case depends on the seed. */
export const isByChance = ({ case: what }: Pick<Kind, 'case'>) => what.startsWith(GENERATED)
/** Whether `any probe` may stand for the case. */
export const isOfAProbe = ({ case: what }: Pick<Kind, 'case'>) => what !== VALID_REQUEST

const withoutIds = (text: string, ids: Ids) => text.replace(/[^\s()"',]+/g, (word) => (ids.has(word) ? '…' : word))

/** The endpoint as the specification names it; of another method or path as much as two runs have in common. */
function endpointIn({ request, purpose }: Exchange, { target }: Facts): string {
  const known = endpointOf(request, target)
  if (known) return known
  const method = METHODS.includes(request.method) ? request.method : 'another method'
  if (purpose.breaks !== undefined) return 'another method or path'
  const path = ENDPOINTS.find((each) => endpointOf({ ...request, method: each.method }, target) === each.name)?.path
  return `${method} ${path ?? 'another path'}`
}

/** What a run sent of each kind of request, with the statuses that came. */
export type Tried = ReadonlyMap<string, ReadonlySet<number>>

export const keyOfTried = ({ endpoint, case: what }: Pick<Kind, 'endpoint' | 'case'>) => `${endpoint}: ${what}`

export function triedIn(recording: Recording, facts: Facts): Tried {
  const ids = new Set(facts.ids())
  const tried = new Map<string, Set<number>>()
  for (const entry of recording) {
    if (entry.kind !== 'exchange' || undecided(entry) !== undefined) continue
    const status = statusOf(entry)
    if (status === undefined) continue
    const endpoint = endpointIn(entry, facts)
    const what = caseOfRequest(entry, ids)
    for (const each of what === VALID_REQUEST ? [what] : [what, ANY_PROBE]) {
      const key = keyOfTried({ endpoint, case: each })
      tried.set(key, (tried.get(key) ?? new Set()).add(status))
    }
  }
  return tried
}
