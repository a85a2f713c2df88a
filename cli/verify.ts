import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { againstReport } from '../certificate/against-report.ts'
import { publicKeyFrom } from '../certificate/keys.ts'
import type { Problem } from '../certificate/problem.ts'
import { clausesCheckedBy } from '../certificate/readiness.ts'
import { type Evidence, type Verification, verifyCertificate } from '../certificate/verify.ts'
import { verificationText } from '../reporters/certificate.ts'
import { jsonReport } from '../reporters/json.ts'
import { HISTORY_FILE, REPORT_FILE } from '../runner/folder/files.ts'
import { digestOf } from '../runner/history/lines.ts'
import { EXIT } from '../runner/report/exit-codes.ts'
import { rejudge } from '../runner/run/run.ts'
import { UsageError } from '../runner/settings/target.ts'
import { SUITES } from '../suites/index.ts'
import { print } from './github.ts'
import { againstCertificatePage, againstReportPage } from './verify-pages.ts'

type Options = { history?: string; key?: string; trustEmbeddedKey?: boolean }

export function verifyCommand(): Command {
  return new Command('verify')
    .description('checks a certificate: form, signature, and with the recorded run every verdict again')
    .argument('<certificate>', 'the certificate, certificate.json')
    .option('--history <dir>', 'the folder of the recorded run that it is about')
    .option('--key <file>', 'the public key of whoever is trusted to sign; without it there is no verdict (exit 2)')
    .option('--trust-embedded-key', 'take the key that the certificate names itself for one to trust')
    .action((file: string, { history: dir, key: keyFile, trustEmbeddedKey }: Options) => {
      if (keyFile !== undefined && trustEmbeddedKey)
        throw new UsageError('--trust-embedded-key does not go with --key: say whom to trust once')
      const text = read(file)
      const publicKey = keyFile === undefined ? undefined : publicKeyFrom(read(keyFile))
      const evidence = { publicKey, checkable: clausesCheckedBy(SUITES) }
      const { problems, ...rest } =
        dir === undefined ? verifyCertificate(text, evidence) : withHistory(text, evidence, dir)
      const verification = { ...rest, problems: [...problems, ...againstCertificatePage(file, rest.statement)] }
      const vouching = keyFile !== undefined ? 'trusted key' : trustEmbeddedKey ? 'embedded key' : 'nobody'
      print(verificationText(verification, vouching))
      process.exitCode =
        verification.problems.length > 0 ? EXIT.fail : vouching === 'nobody' ? EXIT.noVerdict : EXIT.pass
    })
}

/** A history that was tampered with may be none any more, which is a finding, and not the fault of whoever looks. */
function withHistory(text: string, evidence: Evidence, dir: string): Verification {
  const path = join(dir, HISTORY_FILE)
  if (!existsSync(path)) throw new UsageError(`${dir} holds no recorded run (${HISTORY_FILE} is missing)`)
  const sha256 = digestOf(path)
  try {
    const run = rejudge(path, SUITES)
    const { report } = run
    const judged = verifyCertificate(text, { ...evidence, history: { sha256, report } })
    const verification = { ...judged, problems: [...judged.problems, ...againstReportPage(dir, run)] }
    const reportPath = join(dir, REPORT_FILE)
    if (!existsSync(reportPath))
      return { ...verification, notes: [...verification.notes, `no ${REPORT_FILE} lies beside the history`] }
    const further = againstReport(read(reportPath), jsonReport(report), report)
    return { ...verification, problems: [...verification.problems, ...further] }
  } catch (error) {
    const { problems, ...rest } = verifyCertificate(text, evidence)
    return { ...rest, problems: [...problems, ...unreadable(error, sha256, rest.statement)] }
  }
}

function unreadable(error: unknown, sha256: string, statement: Verification['statement']): Problem[] {
  const told = statement?.subject[0]?.digest.sha256
  const unusable: Problem = {
    what: 'history-unusable',
    where: HISTORY_FILE,
    expected: 'the record of a run',
    found: error instanceof Error ? error.message : String(error),
  }
  if (told === undefined || told === sha256) return [unusable]
  return [{ what: 'history-digest', where: HISTORY_FILE, expected: told, found: sha256 }, unusable]
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new UsageError(`${path} cannot be read`)
  }
}
