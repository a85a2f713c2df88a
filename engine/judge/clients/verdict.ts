import type { OpenPointId } from '../../../spec/open-points.ts'
import { shortened } from '../../history/reading/words.ts'
import { MOST_EVIDENCE, MOST_VIOLATIONS, summaryOf } from '../verdict.ts'
import { type ClientFact, inWords } from './facts.ts'

/** Why a clause was not judged, in machine-readable form. */
export type WhyNotJudged =
  /** The client sent no request to which the clause applies. */
  | { kind: 'nothing sent' }
  /** An event that the scenario requires did not occur. */
  | { kind: 'not reached'; what: ClientEvent }
  /** The recording has no keys. */
  | { kind: 'key left out' }
  /** The recorder itself was delayed. */
  | { kind: 'recorder late'; ms: number }
  /** It is not visible in the recording. */
  | { kind: 'out of sight' }
  /** How the client ended is unknown. */
  | { kind: 'end unknown' }
  /** No scenario tests it. */
  | { kind: 'not tried' }
  /** The server rejected a request that it may accept or reject, by this open point. */
  | { kind: 'open to servers'; point: OpenPointId }
  /** It occurred in parallel with other scenarios, but not when the scenario was repeated alone. */
  | { kind: 'not again alone' }
  /** The traffic allows no verdict. */
  | { kind: 'not decided' }
  /** Judging was cut short. */
  | { kind: 'judging cut short' }
  | { kind: 'suite fault' }

/** Events that a scenario may require before a client is judged. */
export const CLIENT_EVENTS = [
  'a request',
  'a submission',
  'a submission taken on',
  'a submission refused with 429',
  'a submission refused otherwise',
  'a lost answer to a submission',
  'an image',
  'a poll',
  'a poll refused with 429',
  'a poll answered 5xx',
  'a lost answer to a poll',
  'a 401',
  'a job that succeeded',
  'a job that failed',
  'a fetch of a video',
  'a fetch cut short',
  'a fetch refused',
] as const
export type ClientEvent = (typeof CLIENT_EVENTS)[number]

/** One violation. The last number of its evidence is the request that shows it. */
export type ClientViolation = {
  fact: ClientFact
  client?: string
  expected: string
  received: string
  evidence: number[]
  /** The exchange whose response required something else. */
  beside?: number
}

export type ClientVerdict =
  | {
      verdict: 'pass'
      tried: number
      evidence: number[]
      remark?: string
      /** Violations only if they are repeated in other traffic of the same client. */
      forgiven?: readonly Found[]
    }
  | {
      verdict: 'fail'
      expected: string
      received: string
      evidence: number[]
      /** The first of them. */
      violations: ClientViolation[]
      cases: number
      tried: number
    }
  | { verdict: 'not judged'; reason: string; cause: WhyNotJudged; evidence: number[] }

export type Found = { fact: ClientFact; client?: string | undefined; evidence: number[]; beside?: number }

export function broken(found: readonly Found[], tried: number): ClientVerdict {
  const violations = found.slice(0, MOST_VIOLATIONS).map(violationOf)
  const cases = found.length
  return { verdict: 'fail', ...summaryOf(violations, cases, found), violations, cases, tried }
}

function violationOf({ fact, client, evidence, beside }: Found): ClientViolation {
  const { expected, received } = inWords(fact)
  return {
    fact,
    ...(client !== undefined && { client }),
    expected: shortened(expected),
    received: shortened(received),
    evidence: evidence.slice(0, MOST_EVIDENCE),
    ...(beside !== undefined && { beside }),
  }
}

export const kept = (tried: number, evidence: readonly number[], remark?: string): ClientVerdict => ({
  verdict: 'pass',
  tried,
  evidence: evidence.slice(0, MOST_EVIDENCE),
  ...(remark !== undefined && { remark }),
})

export const notJudged = (cause: WhyNotJudged, reason: string, evidence: readonly number[] = []): ClientVerdict => ({
  verdict: 'not judged',
  reason: shortened(reason),
  cause,
  evidence: evidence.slice(0, MOST_EVIDENCE),
})
