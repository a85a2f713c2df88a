import { beforeAll, expect, it } from 'vitest'
import type { Began } from '../../engine/history/entry/entries.ts'
import { keyPair, problemsIn } from './certificates-for-tests.ts'
import { seal } from './document/envelope.ts'
import { statementOf } from './document/statement.ts'
import { CHECKABLE, judgedAgain, recordedHistory } from './recorded-run-for-tests.ts'
import type { What } from './verifying/problem.ts'

const { privateKey, publicKey } = keyPair()

type Lines = string[]
type Tampering = [named: What, tamper: (lines: Lines) => Lines]

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
  ['history-digest', (lines) => lines.with(1, ` ${lines[1]}`)],
  ['verdict-differs', replaced('"by":"paths.version-present","part":"probe"', '"status":404', '"status":200')],
  ['history-digest', (lines) => swapped(lines, at(lines, '"part":"probe"'))],
  ['counts-differs', (lines) => lines.toSpliced(at(lines, '"part":"observation"'), 1)],
  ['exit-differs', (lines) => [...lines.slice(0, -3), '']],
  ['result-differs', (lines) => lines.filter((line) => !line.startsWith('{"kind":"ended"'))],
  ['choice-differs', replaced('"by":"paths.other-version"', '"status":404', '"status":200')],
  ['target-differs', inBeginning(() => ({ target: { baseUrl: 'https://api.example.com/v1' } }))],
  ['not-covered-differs', inBeginning(({ planned }) => ({ planned: planned.slice(0, 1) }))],
  ['seed-differs', configured({ seed: 2 })],
  ['waived-differs', configured({ waive: [{ clause: 'paths.version-once', reason: 'x' }] })],
  ['verdict-differs', configured({ only: ['paths.*'] })],
]

let history: string
let certificate: string
beforeAll(async () => {
  history = await recordedHistory()
  certificate = seal(statementOf(judgedAgain(history).report, CHECKABLE), privateKey)
})

it.each(TAMPERINGS)('refuses a tampered history by its digest and by %s', (named, tamper) => {
  const tampered = tamper(history.split('\n')).join('\n')
  expect(tampered).not.toBe(history)
  const evidence = { trusted: [publicKey], history: judgedAgain(tampered), checkable: CHECKABLE }
  expect(problemsIn(certificate, evidence)).toEqual(expect.arrayContaining(['history-digest', named]))
})

it('refuses a history with an extra space only by its digest', () => {
  const tampered = history.replace('{', '{ ')
  expect(problemsIn(certificate, { history: judgedAgain(tampered) })).toEqual(['history-digest'])
})

it('does not judge a history with a duplicate exchange', () => {
  const lines = history.split('\n')
  const twice = lines.toSpliced(3, 0, lines.find((line) => line.includes('"kind":"exchange"'))!)
  expect(() => judgedAgain(twice.join('\n'))).toThrow(/line \d+ .*: n: duplicate exchange 1$/)
})

it('refuses a certificate of a forged report by the history', () => {
  const { report } = judgedAgain(history)
  const passed = { verdict: 'pass' as const }
  const clauses = report.clauses.map(({ waived: _, ...each }) => ({ ...each, ...(each.verdict === 'fail' && passed) }))
  const forged = statementOf({ ...report, clauses, waivers: [], seed: 3 }, CHECKABLE)
  expect(forged.predicate.result).toBe('PASSED')
  const problems = problemsIn(seal(forged, privateKey), { trusted: [publicKey], history: judgedAgain(history) })
  expect(new Set(problems)).toEqual(new Set(['verdict-differs', 'waived-differs', 'waiver-differs', 'seed-differs']))
})

function swapped(lines: Lines, index: number): Lines {
  return lines.with(index, lines[index + 1]!).with(index + 1, lines[index]!)
}
