import { UsageError } from '../../../engine/config/target.ts'
import { readBase64 } from '../document/base64.ts'
import type { Envelope } from '../document/envelope.ts'
import { PAYLOAD_TYPE, SIGNER, TEST_RESULT_TYPE } from '../document/schema.ts'
import type { RecordedRun } from '../verifying/against-history.ts'
import type { Pinned } from '../verifying/pinned-keys.ts'
import { firstProblems, type Problem, shown } from '../verifying/problem.ts'
import { asTestResult } from '../verifying/shape.ts'
import { problemsOfSignatures } from '../verifying/signatures.ts'
import { type Bundle, type Identity, isBundle, signerOfBundle } from './sigstore.ts'
import { historyOf, type Subject, type TestResult, type TestResultStatement, testResultOf } from './statement.ts'

/** The signer: a key, or an identity stated by Sigstore. */
export type Voucher = { key: string } | Identity

/** A test result in its envelope, or in a Sigstore bundle. */
type Sealed = { payload: Buffer; by: { envelope: Envelope } | { bundle: Bundle } }

export type Wanted = {
  trusted: readonly Pinned[]
  revoked: ReadonlySet<string>
  /** Content of the --trusted-root file. */
  trustedRoots?: string | undefined
  identity?: Identity | undefined
  subjects: readonly Subject[]
  history?: RecordedRun | undefined
}

export type TestResultFound = {
  statement?: TestResultStatement
  voucher?: Voucher | undefined
  isSigstore: boolean
  problems: Problem[]
}

/** Undefined if it is another kind of file. */
export function testResultIn(text: string): Sealed | undefined {
  const value = parsed(text)
  const bundle = isBundle(value) ? value : undefined
  const envelope = (bundle?.dsseEnvelope ?? value) as Envelope | undefined
  if (typeof envelope?.payload !== 'string' || envelope.payloadType !== PAYLOAD_TYPE) return undefined
  const payload = readBase64(envelope.payload).bytes
  const type = (parsed(payload.toString()) as { predicateType?: unknown } | undefined)?.predicateType
  if (type === TEST_RESULT_TYPE) return { payload, by: bundle ? { bundle } : { envelope } }
  if (bundle) throw new UsageError(`The Sigstore bundle contains no test result (${TEST_RESULT_TYPE})`)
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

export function verifyTestResult({ payload, by }: Sealed, wanted: Wanted): TestResultFound {
  const { known: statement, problems: misshapen } = asTestResult(parsed(payload.toString()))
  const signed = 'bundle' in by ? ofBundle(by.bundle, wanted) : ofEnvelope(by.envelope, payload, statement, wanted)
  const isWellFormed = misshapen.length === 0
  const inside = statement && isWellFormed ? problemsInside(statement, wanted) : []
  return {
    ...(statement && isWellFormed && { statement }),
    voucher: signed.voucher,
    isSigstore: 'bundle' in by,
    problems: firstProblems([...signed.problems, ...misshapen, ...inside]),
  }
}

type Signed = { voucher?: Voucher; problems: Problem[] }

function ofBundle(bundle: Bundle, { trustedRoots, identity }: Wanted): Signed {
  if (trustedRoots === undefined)
    throw new UsageError(
      'A Sigstore bundle needs --trusted-root FILE: "gh attestation trusted-root > trusted-root.jsonl" writes it',
    )
  const signer = signerOfBundle(bundle, trustedRoots)
  const where = 'bundle'
  if ('why' in signer)
    return {
      problems: [{ what: 'sigstore', where, expected: 'a signature that --trusted-root confirms', found: signer.why }],
    }
  const problem = (name: keyof Identity): Problem[] =>
    identity === undefined || identity[name] === signer[name]
      ? []
      : [{ what: 'untrusted-identity', where: `${where}/${name}`, expected: identity[name], found: signer[name] }]
  return { voucher: signer, problems: [...problem('identity'), ...problem('issuer')] }
}

function ofEnvelope(
  envelope: Envelope,
  body: Buffer,
  statement: TestResultStatement | undefined,
  { trusted, revoked }: Wanted,
): Signed {
  const signer = statement?.predicate[SIGNER]
  const signatures = Array.isArray(envelope.signatures) ? envelope.signatures : []
  if (
    signatures.length === 0 ||
    !signatures.every((each) => typeof each?.sig === 'string' && typeof each.keyid === 'string')
  )
    return {
      problems: [{ what: 'no-signature', where: 'envelope/signatures', expected: 'a signature', found: 'none' }],
    }
  const problems = problemsOfSignatures({ envelope, body, signer, trusted, revoked })
  return { voucher: { key: signatures.map(({ keyid }) => keyid).join(', ') }, problems }
}

function problemsInside(statement: TestResultStatement, { subjects, history }: Wanted): Problem[] {
  const { predicate } = statement
  const { result, failedTests = [], warnedTests = [] } = predicate
  const problems: Problem[] = []
  if (result === 'PASSED' && failedTests.length + warnedTests.length > 0) {
    const found = [...failedTests, ...warnedTests].join(', ')
    problems.push({ what: 'result-contradicts-clauses', where: at('result'), expected: 'no failure', found })
  }
  for (const { name, digest } of subjects)
    for (const [algorithm, hex] of Object.entries(digest))
      if (!statement.subject.some((each) => each.digest[algorithm] === hex)) {
        const found = statement.subject.map((each) => JSON.stringify(each.digest)).join(', ')
        problems.push({
          what: 'other-subject',
          where: 'payload/subject',
          expected: `${name ?? ''} ${hex}`.trim(),
          found,
        })
      }
  return [...problems, ...(history ? againstRun(statement, history) : [])]
}

const at = (member: string) => `payload/predicate/${member}`

/** Differences from the recorded run, judged again. */
function againstRun(statement: TestResultStatement, { sha256, report }: RecordedRun): Problem[] {
  const { predicate } = statement
  const judged = testResultOf(report).predicate
  const stated = historyOf(statement)
  const lists = ['passedTests', 'warnedTests', 'failedTests'] as const
  const specificationOf = ({ configuration }: TestResult) => JSON.stringify(configuration[0]?.digest)
  const compared: [Problem['what'], string, string, string][] = [
    ['history-digest', 'configuration', sha256, shown(stated)],
    ['result-differs', 'result', judged.result, predicate.result],
    ['law-differs', 'configuration', specificationOf(judged), specificationOf(predicate)],
    ...lists.map((name): [Problem['what'], string, string, string] => [
      'verdict-differs',
      name,
      JSON.stringify(judged[name]),
      JSON.stringify(predicate[name] ?? []),
    ]),
  ]
  return compared.flatMap(([what, where, expected, found]) =>
    expected === found ? [] : [{ what, where: at(where), expected, found }],
  )
}
