import { beforeAll, describe, expect, it } from 'vitest'
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
  ['its members in another order', 'payload-not-canonical', inOtherOrder],
  ['a space more', 'payload-not-canonical', (json) => json.replace(':', ': ')],
  ['an end of line', 'payload-not-canonical', (json) => `${json}\n`],
  ['a number in another spelling', 'payload-not-canonical', (json) => json.replace('"seed":1', '"seed":1.0')],
  ['a number with an exponent', 'payload-not-canonical', (json) => json.replace('"seed":1', '"seed":1e0')],
  ['an escape that need not be', 'payload-not-canonical', (json) => json.replace('PASSED', 'P\\u0041SSED')],
  ['an escaped slash', 'payload-not-canonical', (json) => json.replace('Statement/v1', 'Statement\\/v1')],
  ['half of a surrogate pair', 'payload-not-canonical', (json) => json.replace('"answered', '"\\ud800answered')],
  ['another result before its own', 'payload-duplicate-member', (json) => twice(json, '"result":"PASSED"', 'FAILED')],
  ['another level in a clause', 'payload-duplicate-member', (json) => twice(json, '"level":"must"', 'should')],
  ['a byte order mark', 'payload-byte-order-mark', (json) => `\uFEFF${json}`],
  ['its last bracket left out', 'payload-not-json', (json) => json.slice(0, -1)],
  ['nothing in it', 'payload-empty', () => ''],
  ['nothing but null', 'wrong-type', () => 'null'],
]

const IN_FORM: Tampering[] = [
  ['another type of statement', 'statement-type', inStatement(withMore('_type', 'https://in-toto.io/Statement/v0.1'))],
  ['another type of predicate', 'predicate-type', inStatement(withMore('predicateType', 'urn:gatecheck:other:1'))],
  ['no subject', 'subject-count', inStatement(withMore('subject', []))],
  ['the history twice', 'subject-name', inStatement(({ subject }) => subject.push(subject[0]!))],
  [
    'a file twice',
    'subject-twice',
    inStatement(({ subject }) => {
      for (const sha256 of ['a', 'b']) subject.push({ name: 'junit.xml', digest: { sha256: sha256.repeat(64) } })
    }),
  ],
  [
    'a file elsewhere',
    'subject-name',
    inStatement(({ subject }) => subject.push({ name: '../report.html', digest: { sha256: 'a'.repeat(64) } })),
  ],
  ['a subject of another name', 'subject-name', inSubject(withMore('name', 'report.json'))],
  ['a digest that is cut off', 'wrong-value', inSubject(withMore('digest', { sha256: 'a'.repeat(63) }))],
  ['a digest of another kind', 'missing-field', inSubject(withMore('digest', { sha1: 'a'.repeat(40) }))],
  ['a second digest', 'unknown-field', inSubject(withMore('digest', { sha1: '', sha256: 'a'.repeat(64) }))],
  ['a field more', 'unknown-field', inStatement(withMore('comment'))],
  ['a field more in its predicate', 'unknown-field', put('conformant', true)],
  ['a field more in a clause', 'unknown-field', inClause(KEPT, withMore('remark'))],
  ['no predicate', 'missing-field', inStatement(without('predicate'))],
  ['no result', 'missing-field', inResult(without('result'))],
  ['no law', 'missing-field', inResult(without('law'))],
  ['no signer', 'missing-field', inResult(without('signer'))],
  ['a result in another letter case', 'wrong-value', put('result', 'passed')],
  ['a verdict that is none', 'wrong-value', inClause(KEPT, withMore('verdict', 'passed'))],
  ['a seed that is text', 'wrong-type', put('seed', '1')],
  ['a seed that is no integer', 'wrong-type', put('seed', 1.5)],
  ['a day that is none', 'wrong-value', put('startedAt', '2026-02-30T00:00:00.000Z')],
  ['a time of another zone', 'wrong-value', put('finishedAt', '2026-12-01T00:00:00.000+01:00')],
  ['a target that runs scripts', 'wrong-value', put('target', { baseUrl: 'javascript:alert(1)' })],
  ['another suite', 'wrong-value', put('suite', { name: 'gatekeep', version: '0.1.0' })],
  ['text that a terminal would obey', 'unprintable-text', inResult(({ choices: [first] }) => obeyed(first!))],
]

const IN_SENSE: Tampering[] = [
  ['another result', 'not-passed', put('result', 'FAILED')],
  [
    'a result that its clauses do not bear out',
    'result-contradicts-clauses',
    inClause(KEPT, withMore('verdict', 'skip')),
  ],
  ['a must that failed', 'must-not-kept', inClause(KEPT, withMore('verdict', 'fail'))],
  ['an exit code of failure', 'exit-is-not-zero', put('exit', 1)],
  ['a stale waiver and no failure', 'exit-contradicts-clauses', inResult(({ waivers: [first] }) => stale(first!))],
  ['another profile', 'profile-is-not-full', put('profile', 'smoke')],
  ['a broken clause made good', 'verdict-differs', inClause(WAIVED, (clause) => passed(clause))],
  ['a clause without its waiver', 'waiver-contradicts-clauses', inClause(WAIVED, without('waived'))],
  ['a waiver less', 'waiver-contradicts-clauses', put('waivers', [])],
  ['another reason to waive', 'waiver-differs', inResult(({ waivers: [first] }) => withMore('reason', 'x')(first!))],
  ['another reason at its clause', 'waived-differs', inClause(WAIVED, withMore('waived', 'because'))],
  ['a waiver twice', 'waiver-twice', inResult(({ waivers }) => waivers.push(waivers[0]!))],
  ['a clause less', 'clause-missing', inResult(({ clauses }) => clauses.pop())],
  ['a clause more', 'clause-unknown', inResult(({ clauses }) => clauses.push({ ...clauses[0]!, id: 'auth.other' }))],
  ['a clause twice', 'clause-twice', inResult(({ clauses }) => clauses.push(clauses[0]!))],
  ['a must made a should', 'clause-level', inClause(UNCOVERED, withMore('level', 'should'))],
  ['a clause of another section', 'clause-section', inClause(KEPT, withMore('section', '§99'))],
  [
    'an uncovered clause that passes',
    'not-covered-contradicts-clauses',
    inClause(UNCOVERED, withMore('verdict', 'pass')),
  ],
  ['an uncovered clause less', 'must-not-kept', inResult(({ notCovered }) => notCovered.shift())],
  ['an uncovered clause twice', 'not-covered-twice', inResult(({ notCovered }) => notCovered.push(notCovered[0]!))],
  ['a checked clause as uncovered', 'not-covered-has-a-check', inResult(({ notCovered }) => notCovered.push(KEPT))],
  ['another choice', 'choice-differs', inResult(({ choices: [first] }) => withMore('choice', 'answered 200')(first!))],
  ['another value of a choice', 'choice-differs', inResult(({ choices: [first] }) => first!.values.push('200'))],
  ['a choice less', 'choice-differs', inResult(({ choices }) => choices.pop())],
  ['a choice that wavers', 'choice-differs', inResult(({ choices: [first] }) => withMore('inconsistent', 'x')(first!))],
  ['a choice twice', 'choice-twice', inResult(({ choices }) => choices.push(choices[0]!))],
  [
    'a choice that nobody has',
    'choice-unknown',
    inResult(({ choices }) => choices.push({ id: 'a.b', choice: 'c', values: ['c'] })),
  ],
  [
    'another target',
    'target-differs',
    put('target', { baseUrl: 'https://api.example.com/v1', kind: 'remote', answeredBy: [] }),
  ],
  ['a later beginning', 'time-differs', put('startedAt', '2026-01-01T00:00:00.000Z')],
  ['an end before its beginning', 'ends-before-it-starts', put('finishedAt', '2000-01-01T00:00:00.000Z')],
  ['another end', 'time-differs', put('finishedAt', '2099-01-01T00:00:00.000Z')],
  ['another seed', 'seed-differs', put('seed', 2)],
  ['another strictness', 'strict-differs', put('strict', true)],
  [
    'another address',
    'target-differs',
    inResult(({ target }) => withMore('answeredBy', [{ address: '192.0.2.1' }])(target)),
  ],
  ['a proxy', 'target-differs', inResult(({ target }) => withMore('proxy', 'http://proxy.example.com')(target))],
  ['other amounts', 'amount-differs', inClause(KEPT, withMore('amount', { cases: 7, generated: 7, parallel: 7 }))],
  [
    'a reason why it is reduced',
    'extent-differs',
    inResult((result) => Object.assign(result, { extent: 'reduced', reductions: ['for want of time'] })),
  ],
  ['other counts', 'counts-differs', put('counts', { exchanges: 100_000, generated: 0, jobs: 0, parallel: 9 })],
  ['more drawn by chance', 'counts-differs', inResult(({ counts }) => withMore('generated', 5000)(counts))],
  ['another version of the suite', 'suite-differs', put('suite', { name: 'gatecheck', version: '99.0.0' })],
  ['another law', 'law-digest', put('law', { sha256: 'c'.repeat(64) })],
  ['another history', 'history-digest', inSubject(withMore('digest', { sha256: 'd'.repeat(64) }))],
  ['another id of its key', 'signer-keyid', inResult(({ signer }) => withMore('keyid', 'e'.repeat(64))(signer))],
  ['another key under the same id', 'signer-keyid', inResult(({ signer }) => withMore('publicKey', PEM)(signer))],
  [
    'another key altogether',
    'signer-has-not-signed',
    put('signer', { keyid: keyIdOf(another.publicKey), publicKey: PEM }),
  ],
  ['a key that is none', 'public-key', inResult(({ signer }) => withMore('publicKey', '\u001b[2J')(signer))],
  ['a key in another spelling', 'public-key', inResult(({ signer }) => withMore('publicKey', oneLine(signer))(signer))],
]

let evidence: Evidence
let certificate: string
beforeAll(async () => {
  const history = judgedAgain(await recordedHistory())
  certificate = seal(statementOf(history.report, CHECKABLE), privateKey)
  evidence = { trusted: [publicKey], history, checkable: CHECKABLE }
})

describe.each([
  ['written', IN_WRITING],
  ['of a form', IN_FORM],
  ['of a sense', IN_SENSE],
])('a payload %s that it should not have', (_, tamperings) => {
  it.each(tamperings)('with %s is found out as %s, and by its signature', (_, named, tamper) => {
    const { payload } = openedCertificate(certificate)
    const tampered = tamper(payload)
    expect(tampered).not.toBe(payload)
    const problems = problemsIn(withPayload(certificate, tampered), evidence)
    expect(problems).toContain('signature')
    expect(problems).toContain(named)
  })

  it.each(tamperings)('with %s is found out as %s even where the owner of the key signs it', (_, named, tamper) => {
    const tampered = tamper(openedCertificate(certificate).payload)
    const problems = problemsIn(signedAnew(certificate, tampered, privateKey), evidence)
    expect(problems).not.toContain('signature')
    expect(problems).toContain(named)
  })
})

describe('a payload that is no text', () => {
  it('is found out even where the owner of the key signs it', () => {
    const bytes = Buffer.from(openedCertificate(certificate).payload).fill(0xff, 10, 11)
    expect(problemsIn(signedAnew(certificate, bytes, privateKey), evidence)).toEqual(['payload-not-utf8'])
  })
})

const twice = (json: string, member: string, other: string) =>
  json.replace(member, `${member.replace(/[^"]+"$/, `${other}"`)},${member}`)
const oneLine = ({ publicKey }: { publicKey: string }) => publicKey.replaceAll('\n', ' ')
const obeyed = (choice: object) => withMore('choice', 'red \u001b[31m')(choice)
const stale = (waiver: object) => withMore('state', 'stale')(waiver)
const passed = (clause: object) => [withMore('verdict', 'pass')(clause), without('waived')(clause)]
