import { excerpt } from '../../../engine/history/reading/words.ts'

/** Enough for two digests and some words. */
const MOST = 240
/** A forged certificate may have millions of problems. */
const MOST_PROBLEMS = 1000

type Place = 'envelope' | 'payload'

/** Scripts rely on these words: their meaning never changes. */
export type What =
  // Encoding
  | `${Place}-${'empty' | 'byte-order-mark' | 'not-json' | 'duplicate-member' | 'not-canonical'}`
  | 'payload-base64'
  | 'payload-not-utf8'
  | 'signature-base64'
  // Content
  | 'unknown-field'
  | 'missing-field'
  | 'wrong-type'
  | 'wrong-value'
  | 'unprintable-text'
  | 'payload-type'
  | 'statement-type'
  | 'predicate-type'
  | 'subject-count'
  | 'subject-name'
  | 'subject-twice'
  | 'no-signature'
  // Signatures
  | 'public-key'
  | 'signer-keyid'
  | 'signer-has-not-signed'
  | 'signature'
  | 'signature-keyid'
  | 'signature-twice'
  | 'untrusted-key'
  | 'revoked-key'
  | 'sigstore'
  | 'untrusted-identity'
  // Consistency
  | 'not-passed'
  | 'profile-is-not-full'
  | 'exit-is-not-zero'
  | 'exit-contradicts-clauses'
  | 'result-contradicts-clauses'
  | 'must-not-kept'
  | 'waiver-contradicts-clauses'
  | 'not-covered-contradicts-clauses'
  | 'ends-before-it-starts'
  | 'extent-contradicts-clauses'
  // Reliability
  | 'too-few-passed'
  | 'too-few-exchanges'
  | 'in-the-future'
  | 'too-old'
  | `${'clause' | 'choice' | 'waiver' | 'not-covered'}-twice`
  // Specification
  | 'law-digest'
  | 'clause-missing'
  | 'clause-unknown'
  | 'clause-level'
  | 'clause-section'
  | 'choice-unknown'
  | 'not-covered-has-a-check'
  // Subject
  | 'other-subject'
  // Recorded run
  | 'history-digest'
  | 'history-unusable'
  | 'report-differs'
  | 'page-differs'
  | 'file-differs'
  | `${'suite' | 'law' | 'target' | 'result' | 'exit' | 'time' | 'profile' | 'seed' | 'strict' | 'counts' | 'extent' | 'amount'}-differs`
  | `${'verdict' | 'waived' | 'choice' | 'waiver' | 'not-covered'}-differs`

export type Problem = { what: What; where: string; expected: string; found: string }

export const firstProblems = (problems: readonly Problem[]): Problem[] => problems.slice(0, MOST_PROBLEMS).map(harmless)

/** A forged certificate may contain control sequences. */
export function harmless({ what, where, expected, found }: Problem): Problem {
  return { what, where: excerpt(where, MOST), expected: excerpt(expected, MOST), found: excerpt(found, MOST) }
}

/** Describes a value without recursion, however deep it is. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return value === '' ? 'an empty string' : value
  if (Array.isArray(value)) return `an array of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
