import type { OpenPointId } from '../../../spec/open-points.ts'
import { shortened } from '../../history/reading/words.ts'
import { MOST_EVIDENCE, MOST_VIOLATIONS } from '../verdict.ts'
import type { ClientFact } from './facts.ts'
import { inWords } from './words.ts'

/** Why a clause was not judged, for programs. */
export type WhyNotJudged =
  /** The client sent nothing that the clause speaks of. */
  | { kind: 'nothing sent' }
  /** What has to be seen before anything is judged in a scenario never came. */
  | { kind: 'not reached'; what: Sight }
  /** It was not recorded who asked. */
  | { kind: 'key left out' }
  /** Whoever recorded the traffic was late itself in the moment in question, by so many milliseconds. */
  | { kind: 'recorder late'; ms: number }
  /** It happens where nobody recorded. */
  | { kind: 'out of sight' }
  /** How the client ended is not known. */
  | { kind: 'end unknown' }
  /** No scenario asks for it. */
  | { kind: 'not tried' }
  /** The server refused what the specification lets it take or refuse: this point of what is open. */
  | { kind: 'open to servers'; point: OpenPointId }
  /** It came once beside other scenarios, and not again when that one was tried alone. */
  | { kind: 'not again alone' }
  /** What came allows no verdict. */
  | { kind: 'not decided' }
  /** The time for judging was over. */
  | { kind: 'judging cut short' }
  | { kind: 'suite fault' }

/** What may have to be seen of a client before it is judged. */
export const SIGHTS = [
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
export type Sight = (typeof SIGHTS)[number]

/** One thing that a client did against a clause. The last number of its evidence is the request that did it. */
export type ClientViolation = {
  fact: ClientFact
  client?: string
  expected: string
  received: string
  evidence: number[]
  /** The exchange whose answer told the client otherwise: the other side, to be shown beside it. */
  beside?: number
}

export type ClientVerdict =
  | {
      verdict: 'pass'
      tried: number
      evidence: number[]
      remark?: string
      /** What breaks the clause only where it came more often, in other traffic of the same client as well. */
      forgiven?: readonly Found[]
    }
  | {
      verdict: 'fail'
      expected: string
      received: string
      evidence: number[]
      /** The first of them. */
      violations: ClientViolation[]
      /** How many there were. */
      cases: number
      tried: number
    }
  | { verdict: 'not judged'; reason: string; cause: WhyNotJudged; evidence: number[] }

/** What a judge found, before it is put in words. */
export type Found = { fact: ClientFact; client?: string | undefined; evidence: number[]; beside?: number }

export function broken(found: readonly Found[], tried: number): ClientVerdict {
  const violations = found.slice(0, MOST_VIOLATIONS).map(told)
  const [first] = violations
  const more = found.length - 1
  return {
    verdict: 'fail',
    expected: first!.expected,
    received: first!.received + (more > 0 ? ` (and ${more} more like it)` : ''),
    evidence: [...new Set(found.flatMap((each) => each.evidence))].slice(0, MOST_EVIDENCE),
    violations,
    cases: found.length,
    tried,
  }
}

function told({ fact, client, evidence, beside }: Found): ClientViolation {
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
