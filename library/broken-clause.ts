import { printable } from '../engine/history/reading/words.ts'
import type { Broken } from '../engine/run/hosted.ts'
import { answerLines, type Message, requestLines } from '../reporters/words/message.ts'

/** A failed clause; test frameworks show `expected` and `actual` as a diff. */
export class BrokenClause extends Error {
  override name = 'BrokenClause'
  readonly clause: string
  readonly level: string
  readonly expected: string
  readonly actual: string

  constructor(broken: Broken) {
    super(inWords(broken))
    this.clause = broken.clause
    this.level = broken.level
    this.expected = printable(broken.expected)
    this.actual = printable(broken.received)
    withoutFrames(this)
  }
}

/** A run without a verdict. */
export class NoVerdict extends Error {
  override name = 'NoVerdict'

  constructor(why: string) {
    super(printable(why))
    withoutFrames(this)
  }
}

export function warningOf(broken: Broken): string {
  const head = broken.waived === undefined ? 'Warning' : `Waived (${printable(broken.waived)})`
  return `${head}: ${inWords(broken)}`
}

/** Stack frames of gatecheck do not help its users. */
export function withoutFrames<Thrown extends Error>(error: Thrown): Thrown {
  error.stack = `${error.name}: ${error.message}`
  return error
}

function inWords({ clause, level, section, rule, expected, received, tried, evidence, shown }: Broken): string {
  return [
    `${clause} (${level}, ${section}): ${rule}`,
    ...(tried === undefined ? [] : [`case: ${printable(tried)}`]),
    `expected ${printable(expected)}`,
    `received ${printable(received)}`,
    `exchanges ${evidence.join(', ')}`,
    ...(shown ? ['', ...linesOf(requestLines(shown), '> '), ...linesOf(answerLines(shown), '< ')] : []),
  ].join('\n')
}

function linesOf({ lines, more }: Message, mark: string): string[] {
  const shown = lines.map((line) => `${mark}${printable(line)}`.trimEnd())
  return more > 0 ? [...shown, `${mark}… (${more} more characters)`] : shown
}
