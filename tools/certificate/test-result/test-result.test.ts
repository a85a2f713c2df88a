import { describe, expect, it } from 'vitest'
import { inconclusive, skip } from '../../../engine/judge/verdict.ts'
import { brokenAt } from '../../../reporters/outcome/sample-report-for-tests.ts'
import { certifiableReport, keyPair, openedCertificate, signedAnew, written } from '../certificates-for-tests.ts'
import { sealTestResult } from '../document/envelope.ts'
import { keyIdOf } from '../document/keys.ts'
import { IDENTITY, ISSUER, mockedSigstore, TOKEN } from '../sigstore-for-tests.ts'
import { refuseWithoutSigstore, signedWithSigstore } from './sigstore.ts'
import { hasTestResult, subjectIn, testResultOf } from './statement.ts'
import { exitOfTestResult, testResultText } from './text.ts'
import { testResultIn, verifyTestResult, type Wanted } from './verify.ts'

const { privateKey, publicKey } = keyPair()
const IMAGE = `ghcr.io/acme/video@sha256:${'a'.repeat(64)}`
const subjects = [subjectIn(IMAGE)]
const report = certifiableReport()
const sealed = sealTestResult(testResultOf(report, { subjects }), privateKey)
const unsigned: Wanted = { trusted: [], revoked: new Set(), subjects: [] }
const verified = (text: string, wanted: Partial<Wanted> = {}) =>
  verifyTestResult(testResultIn(text)!, { ...unsigned, trusted: [publicKey], ...wanted })
const whatsIn = (...args: Parameters<typeof verified>) => verified(...args).problems.map(({ what }) => what)
const resigned = (change: (payload: string) => string) =>
  signedAnew(sealed, change(openedCertificate(sealed).payload), privateKey)

describe('the statement', () => {
  it('is an in-toto test result about the named artefact, or else about the history', () => {
    const { predicate, ...statement } = testResultOf(report, { subjects, url: 'https://ci.example/7' })
    expect(statement).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'ghcr.io/acme/video', digest: { sha256: 'a'.repeat(64) } }],
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    })
    expect(predicate).toMatchObject({ result: 'PASSED', url: 'https://ci.example/7', failedTests: [], warnedTests: [] })
    expect(predicate.passedTests).toHaveLength(report.clauses.length)
    expect(predicate.configuration).toEqual([
      { name: 'specification', digest: { sha256: report.spec.sha256 } },
      expect.objectContaining({ name: 'gatecheck', uri: `pkg:generic/gatecheck@${report.suite.version}` }),
    ])
    expect(testResultOf(report).subject).toEqual([{ name: 'history.jsonl', digest: { sha256: report.history.sha256 } }])
  })

  it.each([
    ['a must clause was inconclusive', certifiableReport({ 'auth.unknown-key': inconclusive('no time', []) })],
    ['a must clause was not tested', certifiableReport({ 'auth.unknown-key': skip('no key') })],
  ])('is WARNED and lists the clause nowhere if %s', (_, unjudged) => {
    const { predicate } = testResultOf(unjudged)
    expect(predicate).toMatchObject({ result: 'WARNED', 'urn:gatecheck:not-judged': ['auth.unknown-key'] })
    const { passedTests, warnedTests, failedTests } = predicate
    expect([passedTests, warnedTests, failedTests].flat()).not.toContain('auth.unknown-key')
    const found = verified(sealTestResult(testResultOf(unjudged), privateKey))
    const text = testResultText({ found, trust: 'trusted', at: ['x'], not: [] })
    expect(text).toMatch(/^not judged: auth\.unknown-key$[\s\S]*^VALID, WARNED {2}/m)
  })

  it('lists a failed should clause as a warning, and a waived failure as failed', () => {
    const shoulds = report.clauses.filter(({ level }) => level === 'should')
    const { predicate } = testResultOf(certifiableReport({ [shoulds[0]!.id]: brokenAt('one') }))
    expect(predicate).toMatchObject({ result: 'WARNED', warnedTests: [shoulds[0]!.id], failedTests: [] })
    const failed = certifiableReport({ 'auth.unknown-key': brokenAt('one') })
    const clauses = failed.clauses.map((each) => (each.verdict === 'fail' ? { ...each, waived: 'later' } : each))
    expect(testResultOf({ ...failed, clauses }).predicate).toMatchObject({
      result: 'WARNED',
      failedTests: ['auth.unknown-key'],
    })
    expect(testResultOf({ ...failed, exit: 1 }).predicate).toMatchObject({ result: 'FAILED' })
  })

  it('exists only for a run with a verdict', () => {
    expect(([0, 1, 2, 70, 130] as const).map((exit) => hasTestResult({ ...report, exit }))).toEqual([
      ...[true, true, false, false, false],
    ])
  })
})

describe('a subject', () => {
  const commit = 'b'.repeat(40)
  it.each([
    [`git+${commit}`, { digest: { gitCommit: commit } }],
    [`git+https://host/a@${commit}`, { name: 'git+https://host/a', digest: { gitCommit: commit } }],
    [`localhost:5000/a:1@sha256:${'c'.repeat(64)}`, { name: 'localhost:5000/a:1', digest: { sha256: 'c'.repeat(64) } }],
  ])('is read from %s', (text, subject) => expect(subjectIn(text)).toEqual(subject))

  it.each(['video:latest', 'video@sha256:abc', `git+https://me:word@host/a@${commit}`, `@sha256:${'a'.repeat(64)}`])(
    'is refused without a digest, or with a password: %s',
    (text) => {
      expect(() => subjectIn(text)).toThrow('name an artefact by its digest')
      expect(() => subjectIn(text)).not.toThrow('word@')
    },
  )
})

describe('a test result signed with a key', () => {
  it('is valid for a trusted key or its fingerprint, its subject and its run', () => {
    const history = { sha256: report.history.sha256, report }
    for (const trusted of [[publicKey], [keyIdOf(publicKey)], []])
      expect(whatsIn(sealed, { trusted, subjects, history })).toEqual([])
    expect(verified(sealed).voucher).toEqual({ key: keyIdOf(publicKey) })
  })

  it('is valid with fields that readers do not know', () => {
    const more = resigned((payload) => payload.replace('"predicate":{', '"predicate":{"urn:later":{"a":1},'))
    expect(whatsIn(more)).toEqual([])
  })

  it.each<[string, string, Partial<Wanted>, string[]]>([
    ['another key is trusted', sealed, { trusted: [keyPair().publicKey] }, ['untrusted-key']],
    ['its key is revoked', sealed, { revoked: new Set([keyIdOf(publicKey)]) }, ['revoked-key']],
    ['it is about something else', sealed, { subjects: [subjectIn(`git+${'b'.repeat(40)}`)] }, ['other-subject']],
    ['its payload was changed', changed(sealed), {}, ['signature']],
    ['it has no signature', written({ ...openedCertificate(sealed).envelope, signatures: [] }), {}, ['no-signature']],
    ['it lacks a result', resigned((payload) => payload.replace('"result":"PASSED",', '')), {}, ['missing-field']],
    [
      'it passed and failed',
      resigned((payload) => payload.replace('"failedTests":[]', '"failedTests":["a.b"]')),
      {},
      ['result-contradicts-clauses'],
    ],
  ])('is not valid if %s', (_, text, wanted, what) => expect(whatsIn(text, wanted)).toEqual(what))

  it('is not valid if the recorded run differs', () => {
    const other = certifiableReport({ 'auth.unknown-key': brokenAt('one') }, { exit: 1 })
    const history = { sha256: 'd'.repeat(64), report: other }
    expect(whatsIn(sealed, { history })).toEqual([
      ...['history-digest', 'result-differs', 'verdict-differs', 'verdict-differs'],
    ])
  })

  it('is no success if it states a failure, even if trusted', () => {
    const failed = certifiableReport({ 'auth.unknown-key': brokenAt('one') }, { exit: 1 })
    const found = verified(sealTestResult(testResultOf(failed), privateKey))
    const outcome = { found, trust: 'trusted', at: ['x'], not: [] } as const
    expect(exitOfTestResult(outcome)).toBe(1)
    expect(testResultText(outcome)).toMatch(/^failed: auth\.unknown-key$[\s\S]*^FAILED {2}/m)
    expect(exitOfTestResult({ ...outcome, found: verified(sealed), trust: 'untrusted' })).toBe(2)
  })

  it('is distinguished from other files', () => {
    for (const text of ['', 'null', '{}', '[]', '{"payload":1}', '{"payload":"e30=","payloadType":"x"}'])
      expect(testResultIn(text)).toBeUndefined()
  })
})

describe('a test result signed with Sigstore', () => {
  const signed = async () => {
    const { trustedRoot } = await mockedSigstore()
    const text = await signedWithSigstore(testResultOf(report, { subjects }), TOKEN)
    return { text, trustedRoot }
  }

  it('is verified offline with the trusted root, and names the identity', async () => {
    const { text, trustedRoot } = await signed()
    const identity = { identity: IDENTITY, issuer: ISSUER }
    const found = verified(text, { trustedRoots: trustedRoot, identity, subjects })
    expect(found).toMatchObject({ problems: [], voucher: identity, isSigstore: true })
    expect(testResultText({ found, trust: 'trusted', at: ['x'], not: [] })).toContain(
      `signed by: ${IDENTITY}, issuer ${ISSUER}, through Sigstore (trusted)`,
    )
    const { trustedRoot: another } = await mockedSigstore()
    expect(whatsIn(text, { trustedRoots: `${another}\n${trustedRoot}\n` })).toEqual([])
    expect(whatsIn(text, { trustedRoots: another })).toEqual(['sigstore'])
    expect(
      whatsIn(text, { trustedRoots: trustedRoot, identity: { ...identity, issuer: 'https://evil.example' } }),
    ).toEqual(['untrusted-identity'])
    expect(whatsIn(changed(text), { trustedRoots: trustedRoot })).toContain('sigstore')
    expect(() => verified(text)).toThrow('needs --trusted-root FILE')
    expect(() => verified(text, { trustedRoots: 'no' })).toThrow('not a trusted root')
  })

  it('needs an identity before the run', () => {
    expect(() => refuseWithoutSigstore({})).toThrow('needs an OIDC identity')
    expect(() => refuseWithoutSigstore({ SIGSTORE_ID_TOKEN: TOKEN })).not.toThrow()
  })
})

/** The payload states another result; the signature stays. */
function changed(text: string): string {
  const document = JSON.parse(text)
  const envelope = document.dsseEnvelope ?? document
  const payload = Buffer.from(envelope.payload, 'base64').toString().replace('"PASSED"', '"WARNED"')
  envelope.payload = Buffer.from(payload).toString('base64')
  return JSON.stringify(document)
}
