import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { beginningOf, type Recording } from '../../engine/history/recording.ts'
import type { Verdict } from '../../engine/judge/verdict.ts'
import { type ClauseId, clause } from '../../spec/clauses.ts'
import { requestInWords } from '../causes/details.ts'
import { surveyOf } from '../causes/survey.ts'
import { counted } from '../words/counted.ts'
import type { Paint } from './paint.ts'
import { cut } from './wrapping.ts'

type FailedCheck = { clause: ClauseId; verdict: Extract<Verdict, { verdict: 'fail' }> }

/** A failed check in at most five lines, during the run; the final report shows it in full. */
export function liveFailure(
  check: FailedCheck,
  history: Recording,
  { width, paint }: { width: number; paint: Paint },
): string[] {
  const { id, level, section, rule } = clause(check.clause)
  const { violations, cases, tried } = check.verdict
  const first = violations[0]
  const exchange = history.exchange(first?.evidence.at(-1) ?? 0)
  const what = first?.case ?? (exchange && requestInWords(exchange))
  const line = (label: string, text: string) => cut(`      ${label.padEnd(9)} ${excerpt(text, 400)}`, width)
  const more = cases > 1 ? `, ${counted(cases - 1, 'more case')} of ${tried}` : ''
  const [word, style] = level === 'must' ? (['FAIL', 'bad'] as const) : (['WARN', 'doubtful'] as const)
  const head = cut(`${word}  ${id}  ${section}, ${level}: ${rule}`, width)
  return [
    head.replace(word, paint(style, word)).replace(id, paint('strong', id)),
    ...(what === undefined
      ? []
      : [line('case', `${what}${first?.case === undefined ? '' : exchangeIn(exchange?.n)}${more}`)]),
    line('expected', first?.expected ?? check.verdict.expected),
    line('received', first?.received ?? check.verdict.received),
    line('fix', fixOf(check.clause, exchange, history)),
  ]
}

/** The unread body of another request may explain any failure. */
function fixOf(id: ClauseId, exchange: Exchange | undefined, history: Recording): string {
  const baseUrl = beginningOf(history)?.target.baseUrl
  const before = exchange && baseUrl !== undefined ? surveyOf(history, baseUrl).spoiled.get(exchange.n) : undefined
  return before === undefined
    ? clause(id).explanation.remedy
    : `Read the whole body before you answer: that of exchange ${before} may have stayed unread on this connection.`
}

const exchangeIn = (n: number | undefined) => (n === undefined ? '' : ` (exchange ${n})`)
