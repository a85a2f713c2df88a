import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { GENERATED_BODIES } from '../../engine/config/configuration.ts'
import { EXIT } from '../../engine/config/exit-codes.ts'
import type { OptionValues } from '../../engine/config/options.ts'
import { UsageError } from '../../engine/config/target.ts'
import { digestOf } from '../../engine/history/history-file.ts'
import { printable } from '../../engine/history/reading/words.ts'
import {
  CERTIFICATE_FILE,
  CERTIFICATE_PAGE,
  HISTORY_FILE,
  PREDICATE_FILE,
  SIGSTORE_FILE,
  TEST_RESULT_FILE,
  writeReport,
} from '../../engine/run/folder/files.ts'
import { textGiven } from '../../engine/writing/read-file.ts'
import { closeToOthers } from '../../engine/writing/write-file.ts'
import type { Run } from '../../reporters/outcome/run.ts'
import type { Written } from '../../reporters/write.ts'
import { clause } from '../../spec/clauses.ts'
import { SUITES } from '../../suites/index.ts'
import { canonicalJson } from '../../tools/certificate/document/canonical.ts'
import { seal, sealTestResult } from '../../tools/certificate/document/envelope.ts'
import { keyIdOf, signingKeyFrom } from '../../tools/certificate/document/keys.ts'
import { clausesCheckedBy, type Missing, missingFor } from '../../tools/certificate/document/readiness.ts'
import { isReportName } from '../../tools/certificate/document/schema.ts'
import { type FileMade, statementOf } from '../../tools/certificate/document/statement.ts'
import { certificatePage } from '../../tools/certificate/reporters/page.ts'
import { missingText } from '../../tools/certificate/reporters/text.ts'
import { refuseWithoutSigstore, signedWithSigstore } from '../../tools/certificate/test-result/sigstore.ts'
import {
  hasTestResult,
  subjectIn,
  type TestResultStatement,
  testResultOf,
} from '../../tools/certificate/test-result/statement.ts'
import { verifyCertificate } from '../../tools/certificate/verifying/verify.ts'
import type { Environment, Io } from '../io.ts'
import { environmentOf } from '../options/environment.ts'
import { situationOf } from '../options/situation.ts'
import { type Demand, perform } from '../run/perform.ts'
import { print } from '../terminal/print.ts'
import { KEY_FILE } from './keygen.ts'
import { REVOKED, trustIn } from './trusted-keys.ts'

type Options = OptionValues & { signingKey?: string; subject?: string[]; sigstore?: boolean }

export async function certify(io: Io, { signingKey, subject = [], sigstore, ...flags }: Options): Promise<void> {
  for (const name of ['profile', 'only'] as const)
    if (flags[name] !== undefined)
      throw new UsageError(`--${name} cannot be combined with certify: a certificate covers a full run; leave it out`)
  // Before the run, which costs jobs.
  const key = signingKeyFrom(keyText(io, signingKey, flags.env))
  refuseRevoked(key, environmentOf(io, flags.env))
  const subjects = subject.map(subjectIn)
  if (sigstore) refuseWithoutSigstore(io.env)
  // Not --complete: a certificate names the clauses without a check.
  const full: OptionValues = { ...flags, profile: 'full' }
  const situation = await situationOf(io, full)
  if (situation.local && subjects.length > 0) {
    await situation.close()
    throw new UsageError(
      '--subject names an artefact, but the run would test the embedded reference service: set GATECHECK_BASE_URL',
    )
  }
  const { finished, out, written } = await perform(io, full, { demand: demandEverything, situation })
  const { report } = finished
  const checkable = clausesCheckedBy(SUITES)
  const changed = changedSince(finished, join(out, HISTORY_FILE))
  const missing = [...missingFor(report, checkable), ...changed]
  const results =
    changed.length === 0 && hasTestResult(report)
      ? await writeTestResult(io, testResultOf(report, { subjects, url: urlOfRun(io.env) }), { out, key, sigstore })
      : []
  if (missing.length > 0) {
    print(io, missingText(missing))
    io.exitCode = report.exit === EXIT.pass ? EXIT.noVerdict : report.exit
    return
  }
  const files = [...madeIn(out, written), ...results]
  const certificate = seal(statementOf(report, checkable, files), key)
  const { statement, problems } = verifyCertificate(certificate, { checkable })
  if (!statement || problems.length > 0)
    throw new Error(`the signed certificate does not verify: ${problems.map(({ what }) => what).join(', ')}`)
  writeReport(join(out, CERTIFICATE_FILE), certificate)
  writeReport(join(out, CERTIFICATE_PAGE), certificatePage(statement))
  const { reductions = [] } = statement.predicate
  const kind = reductions.length === 0 ? 'Certificate' : `Reduced certificate (${reductions.join('; ')})`
  io.stdout.write(`${printable(`${kind}: ${join(out, CERTIFICATE_FILE)}, ${join(out, CERTIFICATE_PAGE)}`)}\n`)
  const uncovered = written.paths.filter((path) => !files.some(({ name }) => path === join(out, name)))
  if (uncovered.length > 0)
    io.stdout.write(
      `Not covered by the certificate (in another folder, or unsupported name): ${printable(uncovered.join(', '))}\n`,
    )
}

/** The written reports; the certificate covers them with the history. */
function madeIn(out: string, { digests }: Written): FileMade[] {
  return [...digests].flatMap(([path, sha256]) =>
    path === join(out, basename(path)) && isReportName(basename(path)) ? [{ name: basename(path), sha256 }] : [],
  )
}

type Manner = { out: string; key: KeyObject; sigstore: boolean | undefined }

/** The result of the run as an in-toto statement, signed in one or two ways, and its predicate alone. */
async function writeTestResult(io: Io, statement: TestResultStatement, { out, key, sigstore }: Manner) {
  const made = [
    [TEST_RESULT_FILE, sealTestResult(statement, key)],
    [PREDICATE_FILE, `${canonicalJson(statement.predicate)}\n`],
  ]
  if (sigstore) {
    try {
      const bundle = await signedWithSigstore(statement, io.env.SIGSTORE_ID_TOKEN)
      made.push([SIGSTORE_FILE, bundle])
    } catch (error) {
      const why = printable((error as Error).message)
      io.stderr.write(
        `${SIGSTORE_FILE} was not written: ${why}. The other files are complete: sign ${PREDICATE_FILE} with actions/attest, instead of another run.\n`,
      )
      io.exitCode = EXIT.noVerdict
    }
  }
  const paths = made.map(([name]) => join(out, name!))
  for (const [index, [, text]] of made.entries()) writeReport(paths[index]!, text!)
  io.stdout.write(`${printable(`Test result (${statement.predicate.result}): ${paths.join(', ')}`)}\n`)
  return made.map(
    ([name, text]): FileMade => ({ name: name!, sha256: createHash('sha256').update(text!).digest('hex') }),
  )
}

/** The page of this run in GitHub Actions, GitLab or Jenkins. */
function urlOfRun({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY, GITHUB_RUN_ID, ...others }: Environment) {
  const url = GITHUB_RUN_ID
    ? `${server}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
    : (others.CI_JOB_URL ?? others.BUILD_URL)
  return url !== undefined && /^https?:\/\/[^\s@]+$/.test(url) ? url : undefined
}

/** The history must still be the one that was judged. */
function changedSince({ report }: Run, path: string): Missing[] {
  const why = `${path} was changed by another process after this run judged it`
  return hasTestResult(report) && digestThere(path) !== report.history.sha256
    ? [{ why, remedy: 'run again, with --out in a folder that no other process writes to' }]
    : []
}

function digestThere(path: string): string | undefined {
  try {
    return digestOf(path)
  } catch {
    return undefined
  }
}

/** Fails before the run if it could not be certified. */
const demandEverything: Demand = ({ planned }, { options }) => {
  const { only = [], generate = GENERATED_BODIES.full, insecure } = options
  if (insecure)
    throw new UsageError(
      '--insecure cannot be combined with certify: it does not verify the server. For a private CA, use --ca',
    )
  if (only.length > 0)
    throw new UsageError(
      'The option only, in the configuration file, cannot be combined with certify: a certificate covers a full run',
    )
  if (generate < GENERATED_BODIES.full)
    throw new UsageError(
      `A certificate covers a full run, which generates ${GENERATED_BODIES.full} bodies: leave out --generate ${generate}`,
    )
  const musts = planned.filter(({ check }) => 'clause' in check && clause(check.clause).level === 'must')
  const lacking = Map.groupBy(musts, ({ check }) => (check as { clause: string }).clause)
  const reasons = [...lacking.values()].flatMap((checks) => {
    const [first] = checks
    return checks.every(({ skip, check }) => skip !== undefined || check.byChance) ? [first!.skip?.why] : []
  })
  const told = [...new Set(reasons.filter((each) => each !== undefined))]
  if (told.length > 0) throw new UsageError(`This run lacks what a certificate requires: ${told.join('; ')}`)
}

/** Certificates signed with a revoked key are never valid. */
function refuseRevoked(key: KeyObject, environment: Environment): void {
  const id = keyIdOf(createPublicKey(key))
  if (trustIn({}, environment).revoked.has(id))
    throw new UsageError(
      `The signing key with the fingerprint ${id} is revoked by ${REVOKED}: generate another with "npx gatecheck keygen"`,
    )
}

function keyText(io: Io, file: string | undefined, environmentFile: string | undefined): string {
  const fromEnvironment = environmentOf(io, environmentFile).GATECHECK_SIGNING_KEY
  if (file === undefined && fromEnvironment) return fromEnvironment
  const path = file ?? KEY_FILE
  if (!existsSync(path))
    throw new UsageError(
      `No signing key at ${path}: generate one with "npx gatecheck keygen", or set GATECHECK_SIGNING_KEY`,
    )
  const text = textGiven(path, `--signing-key ${path}`)
  tellOfOthers(io, path)
  return text
}

/** Warns if other users could read the private key. */
function tellOfOthers(io: Io, path: string): void {
  const { mode } = statSync(path)
  if ((mode & 0o077) === 0) return
  const isClosed = closeToOthers(path)
  const now = isClosed ? 'that is fixed' : `fix it: chmod 600 ${path}`
  io.stderr.write(
    `${printable(path)} was accessible to other users (mode ${(mode & 0o777).toString(8)}); ${printable(now)}. If the key may be compromised, generate another: npx gatecheck keygen\n`,
  )
}
