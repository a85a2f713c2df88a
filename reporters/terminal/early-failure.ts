import { excerpt } from '../../engine/history/reading/words.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'

const LONGEST = 160

type Failed = { violations: Violation[]; expected: string; received: string }

/** A failure while the run goes on; the report at the end shows it in full. */
export function earlyFailureLine(id: ClauseId, { violations: [first], expected, received }: Failed): string {
  const word = clause(id).level === 'must' ? 'FAIL' : 'WARN'
  const tried = first?.case === undefined ? '' : `${excerpt(first.case, LONGEST)}: `
  const what = `expected ${excerpt(first?.expected ?? expected, LONGEST)}, received ${excerpt(first?.received ?? received, LONGEST)}`
  return `${word}  ${id}  ${tried}${what}`
}
