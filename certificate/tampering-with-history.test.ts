import { beforeAll, describe, expect, it } from 'vitest'
import type { Began } from '../runner/history/entry/entries.ts'
import { keyPair, problemsIn } from './certificates-for-tests.ts'
import { seal } from './document/envelope.ts'
import { statementOf } from './document/statement.ts'
import { CHECKABLE, judgedAgain, recordedHistory } from './recorded-run-for-tests.ts'
import type { What } from './verifying/problem.ts'

const { privateKey, publicKey } = keyPair()

type Lines = string[]
type Tampering = [how: string, named: What, tamper: (lines: Lines) => Lines]

const inBeginning = (change: (began: Began) => object) => (lines: Lines) => {
  const began = JSON.parse(lines[0]!) as Began
  return lines.with(0, JSON.stringify({ ...began, ...change(began) }))
}
const configured = (change: object) =>
  inBeginning(({ configuration }) => ({ configuration: { ...configuration, ...change } }))
const at = (lines: Lines, part: string) => lines.findIndex((line) => line.includes(part))
const replaced = (part: string, from: string, to: string) => (lines: Lines) => {
  const index = lines.findIndex((line) => line.includes(part) && line.includes(from))
  return lines.with(index, lines[index]!.replace(from, to))
}

const TAMPERINGS: Tampering[] = [
  ['a space more', 'history-digest', (lines) => lines.with(1, ` ${lines[1]}`)],
  ['an empty line less at its end', 'history-digest', (lines) => lines.slice(0, -1)],
  [
    'a status changed',
    'verdict-differs',
    replaced('"by":"paths.version-omitted","part":"probe"', '"status":404', '"status":200'),
  ],
  ['a request in another place', 'history-digest', (lines) => swapped(lines, at(lines, '"part":"probe"'))],
  ['a request less', 'counts-differs', (lines) => lines.toSpliced(at(lines, '"part":"observation"'), 1)],
  [
    'a request twice',
    'counts-differs',
    (lines) =>
      lines.toSpliced(3, 0, lines.find((line) => line.includes('"kind":"exchange"'))!.replace(/"n":\d+/, '"n":9999')),
  ],
  ['its last lines cut off', 'exit-differs', (lines) => [...lines.slice(0, -3), '']],
  ['its end left out', 'result-differs', (lines) => lines.filter((line) => !line.startsWith('{"kind":"ended"'))],
  [
    'an observation that saw something else',
    'choice-differs',
    replaced('"by":"paths.version-two"', '"status":404', '"status":200'),
  ],
  ['another target', 'target-differs', inBeginning(() => ({ target: { baseUrl: 'https://api.example.com/v1' } }))],
  ['another time', 'time-differs', inBeginning(() => ({ startedAt: '2026-01-01T00:00:00.000Z' }))],
  [
    'another version of the suite',
    'suite-differs',
    inBeginning(() => ({ suite: { name: 'gatecheck', version: '9.9.9' } })),
  ],
  ['another law', 'law-differs', inBeginning(() => ({ spec: { sha256: 'a'.repeat(64) } }))],
  ['fewer checks in its plan', 'not-covered-differs', inBeginning(({ planned }) => ({ planned: planned.slice(0, 1) }))],
  ['another seed', 'seed-differs', configured({ seed: 2 })],
  ['another profile', 'profile-differs', configured({ profile: 'smoke' })],
  ['another strictness', 'strict-differs', configured({ strict: true })],
  ['no waiver', 'waiver-differs', configured({ waive: [] })],
  ['another reason to waive', 'waived-differs', configured({ waive: [{ clause: 'paths.version-once', reason: 'x' }] })],
  ['a filter', 'verdict-differs', configured({ only: ['paths.*'] })],
]

let history: string
let certificate: string
beforeAll(async () => {
  history = await recordedHistory()
  certificate = seal(statementOf(judgedAgain(history).report, CHECKABLE), privateKey)
})

describe('a recorded run that was changed after it was certified', () => {
  it.each(TAMPERINGS)('with %s is found out as %s, and by its digest', (_, named, tamper) => {
    const tampered = tamper(history.split('\n')).join('\n')
    expect(tampered).not.toBe(history)
    const problems = problemsIn(certificate, {
      trusted: [publicKey],
      history: judgedAgain(tampered),
      checkable: CHECKABLE,
    })
    expect(problems).toContain('history-digest')
    expect(problems).toContain(named)
  })

  it('is found out by its digest alone where its judges see no difference', () => {
    const tampered = history.replace('{', '{ ')
    expect(problemsIn(certificate, { history: judgedAgain(tampered) })).toEqual(['history-digest'])
  })
})

describe('a recorded run that is none any more', () => {
  it.each<[string, Tampering[2], RegExp]>([
    ['a suite without a name', inBeginning(() => ({ suite: {} })), /line 1 .*: suite\/name: it is missing$/],
    [
      'the same request twice',
      (lines) => lines.toSpliced(3, 0, lines.find((line) => line.includes('"kind":"exchange"'))!),
      /line \d+ .*: n: there is an exchange 1 before it$/,
    ],
  ])('for want of a lawful record, as with %s, is not judged', (_, tamper, why) => {
    expect(() => judgedAgain(tamper(history.split('\n')).join('\n'))).toThrow(why)
  })
})

describe('a report that was changed before it was certified', () => {
  it('is found out by what its run says', () => {
    const { report } = judgedAgain(history)
    const clauses = report.clauses.map(({ waived: _, ...each }) => ({ ...each, ...(each.verdict === 'fail' && PASS) }))
    const forged = statementOf({ ...report, clauses, waivers: [], seed: 3 }, CHECKABLE)
    expect(forged.predicate.result).toBe('PASSED')
    expect(
      new Set(problemsIn(seal(forged, privateKey), { trusted: [publicKey], history: judgedAgain(history) })),
    ).toEqual(new Set(['verdict-differs', 'waived-differs', 'waiver-differs', 'seed-differs']))
  })
})

const PASS = { verdict: 'pass' as const }

function swapped(lines: Lines, index: number): Lines {
  return lines.with(index, lines[index + 1]!).with(index + 1, lines[index]!)
}
