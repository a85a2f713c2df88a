import { EXIT, type ExitCode } from '../../../engine/config/exit-codes.ts'
import { list, printable } from '../../../engine/history/reading/words.ts'
import { counted } from '../../../reporters/words/counted.ts'
import { NOT_JUDGED } from '../document/schema.ts'
import { PROBLEMS_SHOWN, problemLines } from '../reporters/text.ts'
import { shown } from '../verifying/problem.ts'
import type { Subject, TestResultStatement } from './statement.ts'
import type { TestResultFound, Voucher } from './verify.ts'

export type TestResultOutcome = {
  found: TestResultFound
  /** trusted: the reader named the key or identity; embedded: the key in the file itself. */
  trust: 'trusted' | 'embedded' | 'untrusted'
  at: readonly string[]
  not: readonly string[]
}

/** An intact test result with failures is no success. */
export function exitOfTestResult({ found: { problems, statement }, trust }: TestResultOutcome): ExitCode {
  if (problems.length > 0) return EXIT.fail
  if (trust === 'untrusted') return EXIT.noVerdict
  return statement?.predicate.result === 'FAILED' ? EXIT.fail : EXIT.pass
}

export function testResultJson(outcome: TestResultOutcome): object {
  const { found, trust, at, not } = outcome
  const { statement, voucher, problems } = found
  return {
    schema: 1,
    kind: 'test-result',
    verdict: problems.length > 0 ? 'invalid' : trust === 'untrusted' ? 'untrusted' : 'valid',
    exit: exitOfTestResult(outcome),
    trust,
    signedBy: voucher ?? null,
    ...(statement && { subject: statement.subject, ...statement.predicate }),
    lookedAt: at,
    notLookedAt: not,
    problems: problems.slice(0, PROBLEMS_SHOWN),
    problemCount: problems.length,
  }
}

export function testResultText(outcome: TestResultOutcome): string {
  const { found, at, not } = outcome
  const { statement, problems } = found
  return [
    `Verified: ${list(at)}.${not.length > 0 ? ` Not verified: ${list(not)}.` : ''}`,
    ...(statement ? claims(statement) : []),
    ...signedBy(outcome),
    ...problemLines(problems),
    '',
    conclusionOf(outcome),
    '',
  ]
    .map((line) => printable(line))
    .join('\n')
}

function claims({ subject, predicate }: TestResultStatement): string[] {
  const { result, passedTests = [], warnedTests = [], failedTests = [], configuration } = predicate
  const { [NOT_JUDGED]: notJudged = [] } = predicate
  const about: Record<string, unknown> = configuration.find(({ annotations }) => annotations)?.annotations ?? {}
  const warned = warnedTests.length > 0 ? [`warnings: ${list(warnedTests)}`] : []
  const failed = failedTests.length > 0 ? [`failed: ${list(failedTests)}`] : []
  return [
    `result: ${result}, ${counted(passedTests.length, 'clause passed', 'clauses passed')}`,
    ...failed,
    ...warned,
    ...(notJudged.length > 0 ? [`not judged: ${list(notJudged)}`] : []),
    ...subject.map((each) => `subject: ${inWords(each)}`),
    ...(about.target === undefined ? [] : [`tested: ${shown(about.target)}, ${shown(about.startedAt)}`]),
    ...(predicate.url === undefined ? [] : [`run: ${predicate.url}`]),
  ]
}

const inWords = ({ name = '', digest }: Subject) =>
  [name, ...Object.entries(digest).map(([algorithm, hex]) => `${algorithm}:${hex}`)].join(' ').trim()

const WHOSE = {
  trusted: 'trusted',
  embedded: 'the key in the file itself, trusted by --trust-embedded-key',
  untrusted: 'not trusted yet',
}

function signedBy({ found: { voucher, problems }, trust }: TestResultOutcome): string[] {
  if (voucher === undefined) return []
  return [`signed by: ${voucherInWords(voucher)}${problems.length > 0 ? '' : ` (${WHOSE[trust]})`}`]
}

const voucherInWords = (voucher: Voucher) =>
  'key' in voucher ? `key ${voucher.key}` : `${voucher.identity}, issuer ${voucher.issuer}, through Sigstore`

function conclusionOf({ found, trust }: TestResultOutcome): string {
  const { problems, statement, isSigstore } = found
  if (problems.length > 0)
    return `NOT VALID  ${counted(problems.length, 'problem')}: ${[...new Set(problems.map(({ what }) => what))].join(', ')}`
  if (trust === 'untrusted')
    return isSigstore
      ? 'NO VERDICT  the signature is intact, but the identity is not trusted: name it with --identity and --issuer'
      : 'NO VERDICT  the signature is intact, but the key is not trusted: pass a trusted public key file or fingerprint with --key, or add --trust-embedded-key'
  const { result } = statement!.predicate
  return result === 'FAILED'
    ? 'FAILED  the test result is intact; it states that the run failed'
    : `VALID, ${result}  the test result is intact and agrees with everything verified`
}
