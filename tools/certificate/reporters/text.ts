import { EXIT, type ExitCode } from '../../../engine/config/exit-codes.ts'
import { list, printable } from '../../../engine/history/reading/words.ts'
import { counted } from '../../../reporters/words/counted.ts'
import type { Missing } from '../document/readiness.ts'
import type { Statement } from '../document/statement.ts'
import type { Problem } from '../verifying/problem.ts'
import type { Verification } from '../verifying/verify.ts'
import { whoAnswered } from './who-answered.ts'

/** Why a run cannot be certified, and how to change that. */
export function missingText(missing: readonly Missing[]): string {
  const lines = missing.flatMap(({ clause, why, remedy }) => [
    `  ${clause ?? 'the run'}: ${printable(why)}`,
    `    ${printable(remedy)}`,
  ])
  return [`NO CERTIFICATE  ${counted(missing.length, 'unmet condition')}:`, ...lines, ''].join('\n')
}

/** Whose key signed: a trusted one, the one in the certificate (--trust-embedded-key), or an untrusted one. */
type Trust = 'trusted key' | 'embedded key' | 'untrusted key'

/** Files that were checked, files that were not, and files that the certificate does not cover. */
type LookedAt = { at: readonly string[]; not: readonly string[]; uncovered: readonly string[] }

type Outcome = { verification: Verification; trust: Trust; looked: LookedAt; requireFull: boolean }

/** Limit of printed problems. */
export const PROBLEMS_SHOWN = 20

export function exitOf(outcome: Outcome): ExitCode {
  const { verification, trust } = outcome
  if (verification.problems.length > 0) return EXIT.fail
  if (trust === 'untrusted key') return EXIT.noVerdict
  return isRefusedAsReduced(outcome) ? EXIT.fail : EXIT.pass
}

function isRefusedAsReduced({ verification: { statement }, requireFull }: Outcome): boolean {
  return requireFull && statement?.predicate.extent !== 'full'
}

/** The same as JSON. */
export function verificationJson(outcome: Outcome): object {
  const { verification, trust, looked } = outcome
  const { statement, problems, notes } = verification
  const exit = exitOf(outcome)
  const isValid = problems.length === 0
  return {
    schema: 1,
    verdict: isValid ? (trust === 'untrusted key' ? 'untrusted' : 'valid') : 'invalid',
    exit,
    trust,
    ...(statement && aboutRun(statement)),
    lookedAt: looked.at,
    notLookedAt: looked.not,
    notCovered: looked.uncovered,
    problems: problems.slice(0, PROBLEMS_SHOWN),
    problemCount: problems.length,
    notes,
  }
}

function aboutRun({ predicate }: Statement): object {
  const {
    suite,
    target,
    extent = 'unknown',
    reductions = [],
    startedAt,
    finishedAt,
    signer,
    clauses,
    counts,
  } = predicate
  const waived = clauses.flatMap((each) => (each.waived === undefined ? [] : [each.id]))
  return { suite, target, extent, reductions, waived, startedAt, finishedAt, counts, signer: signer.keyid }
}

export function verificationText(outcome: Outcome): string {
  const { verification, trust, looked } = outcome
  const { statement, problems, notes } = verification
  const signedBy = statement && `signing key fingerprint: ${statement.predicate.signer.keyid} (${WHOSE[trust]})`
  return [
    printable(lookedInWords(looked)),
    ...(statement ? claims(statement) : []).map(printable),
    ...(signedBy === undefined || problems.length > 0 ? [] : [printable(signedBy)]),
    ...problemLines(problems),
    ...notes.map((note) => `note: ${printable(note)}`),
    '',
    printable(conclusionOf(outcome)),
    '',
  ].join('\n')
}

export function problemLines(problems: readonly Problem[]): string[] {
  const found = problems
    .slice(0, PROBLEMS_SHOWN)
    .flatMap(({ what, where, expected, found }) => [
      `  ${what}, at ${printable(where)}`,
      `    expected ${printable(expected)}`,
      `    found    ${printable(found)}`,
    ])
  const more = problems.length - PROBLEMS_SHOWN
  return [...found, ...(more > 0 ? [`  and ${counted(more, 'more problem')}`] : [])]
}

function claims({ predicate }: Statement): string[] {
  const { target, startedAt, suite, clauses } = predicate
  const passed = clauses.filter(({ verdict }) => verdict === 'pass').length
  return [
    `${target.baseUrl}, ${startedAt}`,
    ...whoAnswered(target).map(([name, value]) => `${name}: ${value}`),
    `${suite.name} ${suite.version}, ${counted(passed, 'clause passed', 'clauses passed')}`,
  ]
}

const reasonsOf = ({ reductions = [] }: Statement['predicate']) => reductions.join('; ')

/** The first line. A result means little if few files were checked. */
function lookedInWords({ at, not, uncovered }: LookedAt): string {
  const sentences = [
    `Verified: ${list(at)}.`,
    ...(not.length > 0 ? [`Not verified: ${list(not)}.`] : []),
    ...(uncovered.length > 0 ? [`Not covered by the certificate: ${list(uncovered)}.`] : []),
  ]
  return sentences.join(' ')
}

const WHOSE: Record<Trust, string> = {
  'trusted key': 'a trusted key',
  'embedded key': 'the key in the certificate itself, trusted by --trust-embedded-key',
  'untrusted key': 'the key in the certificate itself',
}

function conclusionOf(outcome: Outcome): string {
  const { verification, trust } = outcome
  const { problems, statement } = verification
  if (problems.length > 0)
    return `NOT VALID  ${counted(problems.length, 'problem')}: ${[...new Set(problems.map(({ what }) => what))].join(', ')}`
  if (trust === 'untrusted key')
    return 'NO VERDICT  the signature is intact, but the key is not trusted: pass a trusted public key file or fingerprint with --key, or add --trust-embedded-key'
  const predicate = statement!.predicate
  const waived = predicate.clauses.filter(({ level, waived }) => level === 'must' && waived !== undefined).length
  const except = waived > 0 ? `, except for ${counted(waived, 'waived must clause')}` : ''
  const agrees = 'the certificate is intact and agrees with everything verified'
  if (predicate.extent === 'full') return `VALID${except}  ${agrees}`
  const extent =
    predicate.extent === 'reduced'
      ? `reduced: ${reasonsOf(predicate)}`
      : 'the certificate has version 1, which does not record how much was tested'
  return isRefusedAsReduced(outcome)
    ? `NOT FULL  ${extent} (--require-full)`
    : `VALID${predicate.extent === 'reduced' ? ', reduced' : ''}${except}  ${agrees}; ${extent}`
}
