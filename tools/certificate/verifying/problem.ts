import { excerpt } from '../../../engine/history/reading/words.ts'

/** Room for two digests and some words. */
const MOST = 240
/** A forged certificate may have millions of problems. */
const MOST_PROBLEMS = 1000

type Place = 'envelope' | 'payload'

/** These words are for scripts, too: none of them ever changes its meaning. */
export type What =
  // How it is written
  | `${Place}-${'empty' | 'byte-order-mark' | 'not-json' | 'duplicate-member' | 'not-canonical'}`
  | 'payload-base64'
  | 'payload-not-utf8'
  | 'signature-base64'
  // What is in it
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
  // Who signed it
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
  // Whether it agrees with itself
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
  // Whether it says enough to be relied on
  | 'too-few-passed'
  | 'too-few-exchanges'
  | 'in-the-future'
  | 'too-old'
  | `${'clause' | 'choice' | 'waiver' | 'not-covered'}-twice`
  // Whether it agrees with the law
  | 'law-digest'
  | 'clause-missing'
  | 'clause-unknown'
  | 'clause-level'
  | 'clause-section'
  | 'choice-unknown'
  | 'not-covered-has-a-check'
  // Whether it is about what its reader names
  | 'other-subject'
  // Whether it agrees with the recorded run
  | 'history-digest'
  | 'history-unusable'
  | 'report-differs'
  | 'page-differs'
  | 'file-differs'
  | `${'suite' | 'law' | 'target' | 'result' | 'exit' | 'time' | 'profile' | 'seed' | 'strict' | 'counts' | 'extent' | 'amount'}-differs`
  | `${'verdict' | 'waived' | 'choice' | 'waiver' | 'not-covered'}-differs`

export type Problem = { what: What; where: string; expected: string; found: string }

export const firstProblems = (problems: readonly Problem[]): Problem[] => problems.slice(0, MOST_PROBLEMS).map(harmless)

/** A forged certificate may hold anything, and a terminal must never obey it. */
export function harmless({ what, where, expected, found }: Problem): Problem {
  return { what, where: excerpt(where, MOST), expected: excerpt(expected, MOST), found: excerpt(found, MOST) }
}

/** In words without going into it, however deep it is. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return value === '' ? 'an empty string' : value
  if (Array.isArray(value)) return `an array of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
