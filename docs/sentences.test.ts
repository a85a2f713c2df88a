import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publishedFiles } from './expressions.ts'
import { readingBack } from './sentences.ts'

/** Lines that look as if they read a sentence back, and why they may. */
const ALLOWED: Record<string, string> = {
  "if (now.unread.last !== why) this.#tell({ kind: 'unread', why })": 'what is the same is told once',
  "if (now.unreached.last !== why) this.#tell({ kind: 'unreached', why })": 'what is the same is told once',
  'const found = findings.filter((each) => each.case === name)':
    'the name of an interaction, which its drive wrote down',
  'gaps.find((each) => each.case === name),': 'the name of an interaction, which its drive wrote down',
  "const lines = why.split('\\n').map((line) => printable(line))": 'each line is shown by itself',
  'const alike = first && group.every((each) => mark(each) === mark(first) && each.reason === first.reason)':
    'what is the same is shown once',
  "const told = typeof why === 'string' ? { why } : { why: why.message, cause: why.cause }": 'its type is looked at',
  'if (entry.answer && entry.received === entry.sent + 1) answers.push(entry.ms)': 'a clock of events',
  'if (reason === waived) return []': "the user's own words, stated in two places of a certificate",
  'if (state === expected) return []': 'the word that a waiver has to have',
  '.filter((id) => says.get(id) !== expected.get(id))': 'what a certificate states, against what the run gives',
  'return statusOf(exchange) === expected ? undefined : this.#told(clause, String(expected), exchange, known)':
    'a number that was expected',
  'if (reason === \'\') throw new UsageError(`--waive ${name}: say why, as in --waive ${name}="mended in release 7"`)':
    'what the user typed',
}

/** Whoever drives, judges, compares, tells or certifies: what is published, less the law, servers and materials. */
const files = publishedFiles().filter((file) => !/^(spec|service|fixtures)\//.test(file))

const found = files.flatMap((file) => readingBack(readFileSync(file, 'utf8')).map((line) => ({ file, line })))

describe('sentences', () => {
  it('are read by people alone', () => {
    expect(files.length).toBeGreaterThan(100)
    const others = found.filter(({ line }) => !(line in ALLOWED))
    expect(others.map(({ file, line }) => `${file}: ${line}`)).toEqual([])
  })

  it('are excused nowhere where nothing is to be excused', () => {
    const lines = found.map(({ line }) => line)
    expect(Object.keys(ALLOWED).filter((line) => !lines.includes(line))).toEqual([])
  })

  it.each([
    "const calls = last.filter((each) => each.purpose.case?.startsWith('call of '))",
    "const [, name] = READ.exec(exchange.purpose.case ?? '') ?? []",
    "return verdict === 'skip' && reason === NO_CHECK",
    "const leftOut = profile !== 'full' && reason.includes('--profile')",
    "const more = /and (\\d+) more/.exec(check.received ?? '')?.[1]",
    'if (NO_ROOM === gap.why) return true',
    "(purpose.case ?? '').split(', ')",
    'return KNOWN.includes(purpose.case!)',
  ])('are found out where they are read back: %s', (line) => {
    expect(readingBack(line)).toEqual([line])
  })

  it.each([
    'if (doubt === undefined || reason !== undefined) return undefined',
    'const shown = gap.why === undefined ? [] : [gap.why]',
    "return isKept ? 'kept' : { expected: SECONDS, received: shown(exchange) }",
    '// The case === nothing, in a comment.',
  ])('are left in peace elsewhere: %s', (line) => {
    expect(readingBack(line)).toEqual([])
  })
})
