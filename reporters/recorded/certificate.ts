import type { Missing } from '../../certificate/document/readiness.ts'
import type { Verification } from '../../certificate/verifying/verify.ts'
import { list, printable } from '../../runner/history/reading/words.ts'
import { counted } from '../words/counted.ts'

/** What keeps a run from being certified, and how to provide it. */
export function missingText(missing: readonly Missing[]): string {
  const lines = missing.flatMap(({ clause, why, remedy }) => [
    `  ${clause ?? 'the run'}: ${printable(why)}`,
    `    ${printable(remedy)}`,
  ])
  return [`NO CERTIFICATE  ${counted(missing.length, 'thing is', 'things are')} missing:`, ...lines, ''].join('\n')
}

/** Who vouches for the key that signed: somebody who is trusted, the certificate itself whose word is taken, or nobody. */
export type Vouching = 'trusted key' | 'embedded key' | 'nobody'

/** What was looked at, what was not, and what nothing here can tell. */
type LookedAt = { at: readonly string[]; not: readonly string[]; uncovered: readonly string[] }

export function verificationText(
  { statement, problems, notes }: Verification,
  vouching: Vouching,
  looked: LookedAt,
): string {
  const about = statement && [
    `${statement.predicate.target.baseUrl}, ${statement.predicate.startedAt}`,
    `${statement.predicate.suite.name} ${statement.predicate.suite.version}, ${counted(statement.predicate.clauses.filter(({ verdict }) => verdict === 'pass').length, 'clause holds', 'clauses hold')}`,
  ]
  const found = problems.flatMap(({ what, where, expected, found }) => [
    `  ${what}, at ${printable(where)}`,
    `    expected ${printable(expected)}`,
    `    found    ${printable(found)}`,
  ])
  const signedBy =
    statement && `signed by the key with the fingerprint ${statement.predicate.signer.keyid}, ${WHOSE[vouching]}`
  return [
    printable(lookedInWords(looked)),
    ...(about ?? []).map(printable),
    ...(signedBy === undefined || problems.length > 0 ? [] : [printable(signedBy)]),
    ...found,
    ...notes.map((note) => `note: ${printable(note)}`),
    '',
    problems.length === 0
      ? conclusionOf(vouching)
      : `NOT VALID  ${counted(problems.length, 'problem')}: ${[...new Set(problems.map(({ what }) => what))].join(', ')}`,
    '',
  ].join('\n')
}

/** The first line: that all agrees says little where little was looked at. */
function lookedInWords({ at, not, uncovered }: LookedAt): string {
  const sentences = [
    `Looked at: ${list(at)}.`,
    ...(not.length > 0 ? [`Not looked at: ${list(not)}.`] : []),
    ...(uncovered.length > 0 ? [`Not covered, so that anybody may have changed it: ${list(uncovered)}.`] : []),
  ]
  return sentences.join(' ')
}

const WHOSE: Record<Vouching, string> = {
  'trusted key': 'which is one that was given as trusted',
  'embedded key': 'which the certificate names itself, and whose word was to be taken',
  nobody: 'which the certificate names itself',
}

function conclusionOf(vouching: Vouching): string {
  if (vouching !== 'nobody') return 'VALID  the certificate is whole, and all that was looked at agrees with it'
  return 'NO VERDICT  the signature is intact, but nobody vouches for the key: type --key FILE with the public key of whoever you trust to sign, or its fingerprint, or --trust-embedded-key to take the word of the certificate itself'
}
