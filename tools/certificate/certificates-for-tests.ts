import { type KeyObject, sign } from 'node:crypto'
import { GENERATED_BODIES } from '../../engine/config/configuration.ts'
import { SUITE } from '../../engine/config/version.ts'
import { pass, type Verdict } from '../../engine/judge/verdict.ts'
import type { Report } from '../../reporters/outcome/report.ts'
import { sampleReport } from '../../reporters/outcome/sample-report-for-tests.ts'
import { CLAUSES, type ClauseId } from '../../spec/clauses.ts'
import { specDigest } from '../../spec/digest.ts'
import { canonicalJson } from './document/canonical.ts'
import { type Envelope, preAuthEncoding } from './document/envelope.ts'
import { newKeyPair, publicKeyFrom, signingKeyFrom } from './document/keys.ts'
import type { Statement } from './document/statement.ts'
import { type Evidence, verifyCertificate } from './verifying/verify.ts'

export function keyPair(): { privateKey: KeyObject; publicKey: KeyObject } {
  const { privateKey, publicKey } = newKeyPair()
  return { privateKey: signingKeyFrom(privateKey), publicKey: publicKeyFrom(publicKey) }
}

/** A full run in which every clause passed, with the given exceptions. */
export function certifiableReport(
  verdicts: Partial<Record<ClauseId, Verdict>> = {},
  rest: Partial<Report> = {},
): Report {
  const kept = Object.fromEntries(CLAUSES.map(({ id }) => [id, pass(1, [1])])) as Record<ClauseId, Verdict>
  const { clauses, budget, ...report } = sampleReport(
    { ...kept, ...verdicts },
    { startedAt: '2025-11-21T02:07:08.123Z' },
  )
  return {
    ...report,
    suite: SUITE,
    spec: { sha256: specDigest() },
    profile: 'full',
    generate: GENERATED_BODIES.full,
    clauses: clauses.map((each) => ({ ...each, amount: { cases: 1, generated: 0, parallel: 4 } })),
    budget: { ...budget, requests: 500, parallel: 4 },
    ...rest,
  }
}

export function openedCertificate(certificate: string): { envelope: Envelope; payload: string; statement: Statement } {
  const envelope = JSON.parse(certificate) as Envelope
  const payload = Buffer.from(envelope.payload, 'base64').toString()
  return { envelope, payload, statement: JSON.parse(payload) }
}

export function written(envelope: object): string {
  return `${canonicalJson(envelope)}\n`
}

/** Replaces the payload and keeps the signatures. */
export function withPayload(certificate: string, payload: string | Uint8Array): string {
  return written({ ...JSON.parse(certificate), payload: Buffer.from(payload).toString('base64') })
}

/** Replaces the payload and signs it with the key. */
export function signedAnew(certificate: string, payload: string | Uint8Array, key: KeyObject): string {
  const { envelope } = openedCertificate(certificate)
  const sig = sign(null, preAuthEncoding(envelope.payloadType, Buffer.from(payload)), key).toString('base64')
  const signatures = [{ ...envelope.signatures[0], sig }]
  return withPayload(written({ ...envelope, signatures }), payload)
}

export function problemsIn(certificate: string, evidence?: Evidence): string[] {
  return verifyCertificate(certificate, evidence).problems.map(({ what }) => what)
}
