import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { verificationText } from '../reporters/certificate.ts'
import { againstReport } from '../runner/certificate/against-report.ts'
import { publicKeyFrom } from '../runner/certificate/keys.ts'
import { clausesCheckedBy } from '../runner/certificate/readiness.ts'
import { verifyCertificate } from '../runner/certificate/verify.ts'
import { EXIT } from '../runner/exit-codes.ts'
import { UsageError } from '../runner/target.ts'
import { SUITES } from '../suites/index.ts'
import { recordedReport, recordedRun } from './recorded-run.ts'

export function verifyCommand(): Command {
  return new Command('verify')
    .description('checks a certificate: form, signature, and with the recorded run every verdict again')
    .argument('<certificate>', 'the certificate, certificate.json')
    .option('--history <dir>', 'the folder of the recorded run that it is about')
    .option('--key <file>', 'the public key of whoever is trusted to sign; without it, the one that it names itself')
    .action((file: string, { history: dir, key: keyFile }: { history?: string; key?: string }) => {
      const text = read(file)
      const publicKey = keyFile === undefined ? undefined : publicKeyFrom(read(keyFile))
      const report = dir === undefined ? undefined : recordedRun(dir).report
      const verification = verifyCertificate(text, {
        publicKey,
        history: report && { sha256: report.history.sha256, report },
        checkable: clausesCheckedBy(SUITES),
      })
      const told = dir === undefined ? undefined : recordedReport(dir)
      const problems = [...verification.problems, ...(told && report ? againstReport(told, report) : [])]
      process.stdout.write(verificationText({ ...verification, problems }))
      process.exitCode = problems.length > 0 ? EXIT.fail : EXIT.pass
    })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new UsageError(`${path} cannot be read`)
  }
}
