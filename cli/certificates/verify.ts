import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../engine/config/target.ts'
import { digestOf } from '../../engine/history/history-file.ts'
import { HISTORY_FILE } from '../../engine/run/folder/files.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import { SUITES } from '../../suites/index.ts'
import { clausesCheckedBy } from '../../tools/certificate/document/readiness.ts'
import { exitOf, verificationJson, verificationText } from '../../tools/certificate/reporters/text.ts'
import { besideHistory, type LookedAt } from '../../tools/certificate/verifying/beside.ts'
import { certificatePageBeside } from '../../tools/certificate/verifying/pages.ts'
import type { Problem } from '../../tools/certificate/verifying/problem.ts'
import { type Evidence, type Verification, verifyCertificate } from '../../tools/certificate/verifying/verify.ts'
import { judgedAgain } from '../../tools/run/recorded-run.ts'
import type { Io } from '../io.ts'
import { print } from '../terminal/print.ts'
import { type KeyOptions, trustIn } from './trusted-keys.ts'

type Options = KeyOptions & { history?: string; maxAge?: number; requireFull?: boolean; json?: boolean }

export function verify(io: Io, options: Options, file: string): number {
  const { history: dir, maxAge, requireFull = false, json, ...keyOptions } = options
  const keys = trustIn(keyOptions, io.env)
  const text = textGiven(file, `the certificate ${file}`)
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

type Found = { verification: Verification; looked: LookedAt }

function alone(text: string, evidence: Evidence): Found {
  const not = ['the recorded run and its reports (name their folder with --history)']
  return { verification: verifyCertificate(text, evidence), looked: { problems: [], at: [], not, uncovered: [] } }
}

/** An unreadable history is a finding: it may have been tampered with. */
function withHistory(text: string, evidence: Evidence, dir: string): Found {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path)) throw new UsageError(`${dir} contains no recorded run (${HISTORY_FILE} is missing)`)
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
