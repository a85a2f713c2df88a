import { beforeAll, expect, it } from 'vitest'
import { keyPair, openedCertificate, problemsIn, signedAnew, withPayload } from './certificates-for-tests.ts'
import { seal } from './document/envelope.ts'
import { keyIdOf, pemOf } from './document/keys.ts'
import { type ClauseResult, statementOf } from './document/statement.ts'
import { CHECKABLE, judgedAgain, recordedHistory } from './recorded-run-for-tests.ts'
import { inOtherOrder, inResult, inStatement, type Tampering, withMore, without } from './tampering-for-tests.ts'
import type { Evidence } from './verifying/verify.ts'

const { privateKey, publicKey } = keyPair()
const another = keyPair()
const PEM = pemOf(another.publicKey)
const WAIVED = 'paths.version-once'
const KEPT = 'paths.version-present'
const UNCOVERED = 'auth.unknown-key'

const inClause = (id: string, change: (clause: ClauseResult) => unknown) =>
  inResult(({ clauses }) => change(clauses.find((each) => each.id === id)!))
const inSubject = (change: (subject: object) => unknown) => inStatement(({ subject: [first] }) => change(first!))
const put = (name: string, value: unknown) => inResult(withMore(name, value))

const IN_WRITING: Tampering[] = [
  ['payload-not-canonical', inOtherOrder],
  ['payload-not-canonical', (json) => json.replace(':', ': ')],
  ['payload-not-canonical', (json) => json.replace('"seed":1', '"seed":1.0')],
  ['payload-not-canonical', (json) => json.replace('PASSED', 'P\\u0041SSED')],
  ['payload-duplicate-member', (json) => twice(json, '"result":"PASSED"', 'FAILED')],
  ['payload-byte-order-mark', (json) => `\uFEFF${json}`],
  ['payload-not-json', (json) => json.slice(0, -1)],
  ['wrong-type', () => 'null'],
]

const IN_FORM: Tampering[] = [
  ['statement-type', inStatement(withMore('_type', 'https://in-toto.io/Statement/v0.1'))],
  ['subject-name', inStatement(({ subject }) => subject.push(subject[0]!))],
  [
    'subject-twice',
    inStatement(({ subject }) => {
      for (const sha256 of ['a', 'b']) subject.push({ name: 'junit.xml', digest: { sha256: sha256.repeat(64) } })
    }),
  ],
  [
    'subject-name',
    inStatement(({ subject }) => subject.push({ name: '../report.html', digest: { sha256: 'a'.repeat(64) } })),
  ],
  ['unknown-field', inStatement(withMore('comment'))],
  ['missing-field', inResult(without('signer'))],
  ['wrong-value', inClause(KEPT, withMore('verdict', 'passed'))],
  ['wrong-type', put('seed', 1.5)],
  ['wrong-value', put('startedAt', '2026-02-30T00:00:00.000Z')],
  ['wrong-value', put('target', { baseUrl: 'javascript:alert(1)' })],
  ['unprintable-text', inResult(({ choices: [first] }) => obeyed(first!))],
]

const IN_SENSE: Tampering[] = [
  ['not-passed', put('result', 'FAILED')],
  ['result-contradicts-clauses', inClause(KEPT, withMore('verdict', 'skip'))],
  ['must-not-kept', inClause(KEPT, withMore('verdict', 'fail'))],
  ['exit-is-not-zero', put('exit', 1)],
  ['exit-contradicts-clauses', inResult(({ waivers: [first] }) => stale(first!))],
  ['profile-is-not-full', put('profile', 'smoke')],
  ['verdict-differs', inClause(WAIVED, (clause) => passed(clause))],
  ['waiver-contradicts-clauses', inClause(WAIVED, without('waived'))],
  ['waiver-differs', inResult(({ waivers: [first] }) => withMore('reason', 'x')(first!))],
  ['waiver-twice', inResult(({ waivers }) => waivers.push(waivers[0]!))],
  ['clause-unknown', inResult(({ clauses }) => clauses.push({ ...clauses[0]!, id: 'auth.other' }))],
  ['clause-level', inClause(UNCOVERED, withMore('level', 'should'))],
  ['clause-section', inClause(KEPT, withMore('section', '§99'))],
  ['not-covered-contradicts-clauses', inClause(UNCOVERED, withMore('verdict', 'pass'))],
  ['must-not-kept', inResult(({ notCovered }) => notCovered.shift())],
  ['not-covered-has-a-check', inResult(({ notCovered }) => notCovered.push(KEPT))],
  ['choice-differs', inResult(({ choices: [first] }) => withMore('choice', 'answered 200')(first!))],
  ['choice-unknown', inResult(({ choices }) => choices.push({ id: 'a.b', choice: 'c', values: ['c'] }))],
  ['target-differs', put('target', { baseUrl: 'https://api.example.com/v1', kind: 'remote', answeredBy: [] })],
  ['time-differs', put('startedAt', '2026-01-01T00:00:00.000Z')],
  ['ends-before-it-starts', put('finishedAt', '2000-01-01T00:00:00.000Z')],
  ['target-differs', inResult(({ target }) => withMore('proxy', 'http://proxy.example.com')(target))],
  ['amount-differs', inClause(KEPT, withMore('amount', { cases: 7, generated: 7, parallel: 7 }))],
  [
    'extent-differs',
    inResult((result) => Object.assign(result, { extent: 'reduced', reductions: ['for want of time'] })),
  ],
  ['suite-differs', put('suite', { name: 'gatecheck', version: '99.0.0' })],
  ['law-digest', put('law', { sha256: 'c'.repeat(64) })],
  ['history-digest', inSubject(withMore('digest', { sha256: 'd'.repeat(64) }))],
  ['signer-keyid', inResult(({ signer }) => withMore('publicKey', PEM)(signer))],
  ['signer-has-not-signed', put('signer', { keyid: keyIdOf(another.publicKey), publicKey: PEM })],
  ['public-key', inResult(({ signer }) => withMore('publicKey', oneLine(signer))(signer))],
]

let evidence: Evidence
let certificate: string
beforeAll(async () => {
  const history = judgedAgain(await recordedHistory())
  certificate = seal(statementOf(history.report, CHECKABLE), privateKey)
  evidence = { trusted: [publicKey], history, checkable: CHECKABLE }
})

it.each([...IN_WRITING, ...IN_FORM, ...IN_SENSE])(
  'refuses a tampered payload, signed again or not: %s (%s)',
  (named, tamper) => {
    const { payload } = openedCertificate(certificate)
    const tampered = tamper(payload)
    expect(tampered).not.toBe(payload)
    expect(problemsIn(withPayload(certificate, tampered), evidence)).toEqual(
      expect.arrayContaining(['signature', named]),
    )
    const signed = problemsIn(signedAnew(certificate, tampered, privateKey), evidence)
    expect(signed).not.toContain('signature')
    expect(signed).toContain(named)
  },
)

it('refuses a signed payload that is not UTF-8', () => {
  const bytes = Buffer.from(openedCertificate(certificate).payload).fill(0xff, 10, 11)
  expect(problemsIn(signedAnew(certificate, bytes, privateKey), evidence)).toEqual(['payload-not-utf8'])
})

const twice = (json: string, member: string, other: string) =>
  json.replace(member, `${member.replace(/[^"]+"$/, `${other}"`)},${member}`)
const oneLine = ({ publicKey }: { publicKey: string }) => publicKey.replaceAll('\n', ' ')
const obeyed = (choice: object) => withMore('choice', 'red \u001b[31m')(choice)
const stale = (waiver: object) => withMore('state', 'stale')(waiver)
const passed = (clause: object) => [withMore('verdict', 'pass')(clause), without('waived')(clause)]
