import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { flagOf } from '../../engine/config/network-names.ts'
import { UsageError } from '../../engine/config/target.ts'
import { digestOf } from '../../engine/history/history-file.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import { SUITES } from '../../suites/index.ts'
import { clausesCheckedBy } from '../../tools/certificate/document/readiness.ts'
import { exitOf, verificationJson, verificationText } from '../../tools/certificate/reporters/text.ts'
import { subjectIn } from '../../tools/certificate/test-result/statement.ts'
import { exitOfTestResult, testResultJson, testResultText } from '../../tools/certificate/test-result/text.ts'
import { testResultIn, verifyTestResult } from '../../tools/certificate/test-result/verify.ts'
import type { RecordedRun } from '../../tools/certificate/verifying/against-history.ts'
import { besideHistory, type LookedAt } from '../../tools/certificate/verifying/beside.ts'
import { certificatePageBeside } from '../../tools/certificate/verifying/pages.ts'
import type { Problem } from '../../tools/certificate/verifying/problem.ts'
import { type Evidence, type Verification, verifyCertificate } from '../../tools/certificate/verifying/verify.ts'
import { judgedAgain } from '../../tools/run/recorded-run.ts'
import type { Io } from '../io.ts'
import { print } from '../terminal/print.ts'
import { type KeyOptions, trustIn } from './trusted-keys.ts'

type OfTestResults = { subject?: string[]; trustedRoot?: string; identity?: string; issuer?: string }
type Options = KeyOptions & { history?: string; maxAge?: number; requireFull?: boolean; json?: boolean } & OfTestResults

export function verify(io: Io, options: Options, file: string): number {
  const { history: dir, maxAge, requireFull = false, json, ...keyOptions } = options
  const keys = trustIn(keyOptions, io.env)
  const text = textGiven(file, `the certificate ${file}`)
  const testResult = testResultIn(text)
  if (testResult) return ofTestResult(io, options, { file, testResult, keys })
  for (const name of ['subject', 'trustedRoot', 'identity', 'issuer'] as const)
    if (options[name] !== undefined) throw new UsageError(`${flagOf(name)} is for test results; ${file} is not one`)
  const evidence = { ...keys, checkable: clausesCheckedBy(SUITES), maxAge }
  const found = dir === undefined ? alone(text, evidence) : withHistory(text, evidence, dir)
  const page = certificatePageBeside(file, found.verification.statement)
  const verification = {
    ...found.verification,
    problems: [...found.verification.problems, ...found.looked.problems, ...page.problems],
  }
  const trust = keys.trusted.length > 0 ? 'trusted key' : keyOptions.trustEmbeddedKey ? 'embedded key' : 'untrusted key'
  const at = [file, ...found.looked.at, ...page.at]
  const looked = { ...found.looked, at, not: [...found.looked.not, ...page.not] }
  const outcome = { verification, trust, looked, requireFull } as const
  print(io, json ? `${JSON.stringify(verificationJson(outcome))}\n` : verificationText(outcome))
  return exitOf(outcome)
}

type Given = {
  file: string
  testResult: NonNullable<ReturnType<typeof testResultIn>>
  keys: ReturnType<typeof trustIn>
}

function ofTestResult(io: Io, options: Options, { file, testResult, keys }: Given): number {
  const { history: dir, identity, issuer, trustedRoot, subject = [], ...others } = options
  for (const name of ['maxAge', 'requireFull'] as const)
    if (options[name] !== undefined)
      throw new UsageError(`${flagOf(name)} is for certificates; ${file} is a test result`)
  if ((identity === undefined) !== (issuer === undefined))
    throw new UsageError('--identity and --issuer belong together: name both')
  const isSigstore = 'bundle' in testResult.by
  if (isSigstore && (others.key ?? others.trustEmbeddedKey) !== undefined)
    throw new UsageError('A Sigstore bundle is signed by an identity: use --identity and --issuer instead of a key')
  if (!isSigstore && (trustedRoot ?? identity) !== undefined)
    throw new UsageError(
      `--trusted-root and --identity are for Sigstore bundles; ${file} is signed by a key: use --key`,
    )
  const recorded = dir === undefined ? {} : recordedIn(dir)
  const { problems, ...rest } = verifyTestResult(testResult, {
    ...keys,
    trustedRoots: trustedRoot === undefined ? undefined : textGiven(trustedRoot, `--trusted-root ${trustedRoot}`),
    identity: identity === undefined || issuer === undefined ? undefined : { identity, issuer },
    subjects: subject.map(subjectIn),
    history: recorded.history,
  })
  const isTrusted = isSigstore ? identity !== undefined : keys.trusted.length > 0
  const at = [file, ...(dir === undefined ? [] : [HISTORY_FILE])]
  const not = dir === undefined ? ['the recorded run (name its folder with --history)'] : []
  const trust = isTrusted ? 'trusted' : others.trustEmbeddedKey ? 'embedded' : 'untrusted'
  const found = { ...rest, problems: [...problems, ...(recorded.problems ?? [])] }
  const outcome = { found, trust, at, not } as const
  print(io, options.json ? `${JSON.stringify(testResultJson(outcome))}\n` : testResultText(outcome))
  return exitOfTestResult(outcome)
}

function recordedIn(dir: string): { history?: RecordedRun; problems?: Problem[] } {
  const path = historyIn(dir)
  try {
    const { report } = judgedAgain(path)
    return { history: { sha256: report.history.sha256, report } }
  } catch (error) {
    return { problems: unreadable(error, path, undefined) }
  }
}

function historyIn(dir: string): string {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path)) throw new UsageError(`${dir} contains no recorded run (${HISTORY_FILE} is missing)`)
  return path
}

type Found = { verification: Verification; looked: LookedAt }

function alone(text: string, evidence: Evidence): Found {
  const not = ['the recorded run and its reports (name their folder with --history)']
  return { verification: verifyCertificate(text, evidence), looked: { problems: [], at: [], not, uncovered: [] } }
}

/** An unreadable history is a finding: it may have been tampered with. */
function withHistory(text: string, evidence: Evidence, dir: string): Found {
  const path = historyIn(dir)
  try {
    const run = judgedAgain(path)
    const { report } = run
    // The digest is that of the bytes that were judged.
    const history = { sha256: report.history.sha256, report }
    const verification = verifyCertificate(text, { ...evidence, history })
    return { verification, looked: besideHistory(dir, run, verification.statement) }
  } catch (error) {
    const { problems, ...rest } = verifyCertificate(text, evidence)
    const verification = { ...rest, problems: [...problems, ...unreadable(error, path, rest.statement)] }
    return { verification, looked: { problems: [], at: [], not: [`the reports in ${dir}`], uncovered: [] } }
  }
}

function unreadable(error: unknown, path: string, statement: Verification['statement']): Problem[] {
  const told = statement?.subject[0]?.digest.sha256
  const found = digestThere(path)
  const unusable: Problem = {
    what: 'history-unusable',
    where: HISTORY_FILE,
    expected: 'a recorded run',
    found: error instanceof Error ? error.message : String(error),
  }
  if (told === undefined || told === found) return [unusable]
  return [{ what: 'history-digest', where: HISTORY_FILE, expected: told, found }, unusable]
}

function digestThere(path: string): string {
  try {
    return digestOf(path)
  } catch {
    return 'not readable'
  }
}
