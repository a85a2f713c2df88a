import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Elsewhere, Exchange } from '../../engine/history/entry/exchange.ts'
import { lineOf } from '../../engine/history/history.ts'
import { excerpt, printable } from '../../engine/history/reading/words.ts'
import { lineDifferences, usualAside } from '../comparing/line-differences.ts'
import { curlLine } from '../curl/curl-line.ts'
import type { ClauseReport } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'
import { counted } from '../words/counted.ts'
import { answerLines, type Message, requestLines } from '../words/message.ts'
import { standingOf } from '../words/standings.ts'
import { purposeInWords, senderInWords } from './purpose.ts'

/** One exchange of a recorded run: request, response, purpose, and the verdicts based on it. */
export function exchangeShown(n: number, record: RunRecord): string | undefined {
  const exchange = record.history.exchange(n)
  if (!exchange) return shownElsewhere(n, record)
  const control = controlOf(exchange, record)
  const blocks = [
    heading(exchange, record),
    ...(control ? beside(exchange, control) : [sent(plain(requestOf(exchange))), received(plain(answerOf(exchange)))]),
    ['Reproduce:', `  ${curlLine(exchange, record.report.target, record.historyPath)}`],
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const MOST_OF_A_CLAUSE = 3
const VERDICTS = { pass: 'passed', fail: 'failed', inconclusive: 'inconclusive', skip: 'not tested' } as const

/** The exchanges that decide a verdict: of each failed case the last one. */
export function decidingExchanges({ verdict, violations = [], evidence }: ClauseReport): number[] {
  if (verdict !== 'fail') return evidence
  const failed = violations.flatMap((violation) => violation.evidence.slice(-1))
  return [...new Set(failed.length > 0 ? failed : evidence.slice(-1))]
}

/** A clause's verdict and the first exchanges that decide it. */
export function clauseShown(clause: ClauseReport, record: RunRecord): string {
  const { id, section, level, verdict, rule, reason } = clause
  const numbers = decidingExchanges(clause)
  const rest = numbers.slice(MOST_OF_A_CLAUSE).toSorted((a, b) => a - b)
  const others = rest.length === 0 ? '' : `; ${MOST_OF_A_CLAUSE} shown; others: ${rest.join(', ')}`
  const head = [
    `${id}  ${section}, ${level}: ${VERDICTS[verdict]}`,
    `  ${rule}`,
    ...(reason === undefined ? [] : [`  ${excerpt(reason, 400)}`]),
    numbers.length === 0 ? '  based on no exchange' : `  based on ${counted(numbers.length, 'exchange')}${others}`,
  ]
  const shown = numbers.slice(0, MOST_OF_A_CLAUSE).flatMap((n) => exchangeShown(n, record) ?? [])
  return [`${head.map(printable).join('\n')}\n`, ...shown].join('\n')
}

/** A client's request to another origin than the interface. */
function elsewhere(n: number, history: Iterable<HistoryEntry>): Elsewhere | undefined {
  for (const entry of history) if (entry.kind === 'elsewhere' && entry.n === n) return entry
  return undefined
}

function shownElsewhere(n: number, record: RunRecord): string | undefined {
  const asked = elsewhere(n, record.history)
  if (!asked) return undefined
  const likeAnExchange: Exchange = { ...asked, kind: 'exchange', purpose: { by: '', part: 'observation' } }
  const blocks = [
    [
      `Exchange ${n} of ${exchangesIn(record)}, ${(asked.at / 1000).toFixed(1)} s into the run, ${asked.answer ? 'response' : 'gave up'} after ${asked.ms} ms`,
      `  sent to ${asked.origin}, outside the interface; only client clauses use it`,
    ].map(printable),
    sent(plain(requestOf(likeAnExchange))),
    received(plain(answerOf(likeAnExchange))),
  ]
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

/** The history's JSON, with control characters escaped. */
export function exchangeAsJson(n: number, { history }: RunRecord): string | undefined {
  const asked = history.exchange(n) ?? elsewhere(n, history)
  return asked && lineOf(asked)
}

export function exchangesIn({ history }: RunRecord): number {
  let count = 0
  for (const { kind } of history) if (kind === 'exchange' || kind === 'elsewhere') count++
  return count
}

function heading(exchange: Exchange, record: RunRecord): string[] {
  const { n, at, ms, purpose, traceparent } = exchange
  const [was, ...further] = purposeInWords(exchange)
  const breaks = brokenBy(n, record)
  return [
    `Exchange ${n} of ${exchangesIn(record)}, ${(at / 1000).toFixed(1)} s into the run, ${exchange.answer ? 'response' : 'gave up'} after ${ms} ms`,
    `  purpose       ${was}`,
    ...further.map((line) => `                ${line}`),
    ...senderInWords(purpose.by, record.report, sharersOf(purpose.by, record)),
    ...(breaks.length === 0 ? ['  evidence for  no failed clause'] : breaks),
    ...(traceparent === undefined ? [] : [`  traceparent   ${traceparent}`]),
  ].map(printable)
}

/** The clauses that fail because of it. */
function brokenBy(n: number, { report }: RunRecord): string[] {
  const named = report.clauses.filter((clause) => clause.verdict === 'fail' && evidenceOf(clause).includes(n))
  return named.map((clause, index) => {
    const violation = clause.violations?.find(({ evidence }) => evidence.includes(n)) ?? clause
    const reason = `expected ${excerpt(violation.expected ?? '', 200)}, received ${excerpt(violation.received ?? '', 200)}`
    return `  ${index === 0 ? 'evidence for  ' : '              '}${clause.id} (${clause.level}, ${standingOf(clause, report).word}): ${reason}`
  })
}

const evidenceOf = ({ evidence, violations = [] }: ClauseReport) => [
  ...evidence,
  ...violations.flatMap((each) => each.evidence),
]

function sharersOf(by: string, { history }: RunRecord): string[] {
  for (const entry of history)
    if (entry.kind === 'began') return entry.planned.flatMap(({ id, phases }) => (phases?.includes(by) ? [id] : []))
  return []
}

function controlOf({ n, purpose }: Exchange, { history }: RunRecord): Exchange | undefined {
  return purpose.twin === undefined || purpose.twin === n ? undefined : history.exchange(purpose.twin)
}

type Text = { lines: { text: string; differs: boolean }[]; notes: string[] }
type Shown = { message: Message; notes: string[] }

const plain = ({ message, notes }: Shown): Text => ({
  lines: message.lines.map((text) => ({ text, differs: false })),
  notes,
})

/** The exchange, then its control request, with differences marked in both. */
function beside(exchange: Exchange, control: Exchange): string[][] {
  const requests = compared(requestOf(control), requestOf(exchange))
  const answers = compared(answerOf(control), answerOf(exchange), usualAside)
  return [
    sent(requests[1], ' (» differs from its control request)'),
    received(answers[1]),
    [`Its control request, exchange ${control.n}:`],
    sent(requests[0]),
    received(answers[0]),
  ]
}

function compared(one: Shown, other: Shown, gist?: (line: string) => string): [Text, Text] {
  const [left, right] = lineDifferences(one.message.lines, other.message.lines, gist && { gist })
  const text = ({ notes }: Shown, lines: typeof left): Text => ({
    lines: lines.map(({ text, marked }) => ({ text, differs: marked !== undefined })),
    notes,
  })
  return [text(one, left), text(other, right)]
}

const sent = (text: Text, note = '') => [`Sent${note}:`, ...linesOf(text)]
const received = (text: Text) => ['Received:', ...linesOf(text)]

const linesOf = ({ lines, notes }: Text) => [
  ...lines.map(({ text, differs }) => `${differs ? '»' : ' '} ${printable(text)}`.trimEnd()),
  ...notes.map((note) => `  (${printable(note)})`),
]

function requestOf(exchange: Exchange): Shown {
  const { request } = exchange
  if (request.body === undefined || !(request.bytes || isBinary(request.body))) return bounded(requestLines(exchange))
  const { body, ...rest } = request
  const note = `a binary body of ${counted(body.length, 'byte')}; --json shows it`
  return bounded(requestLines({ ...exchange, request: rest }), [note])
}

function answerOf(exchange: Exchange): Shown {
  const { answer } = exchange
  if (!answer) return bounded(answerLines(exchange))
  const notes = [
    ...(answer.truncated
      ? [`the response has ${counted(answer.bytes, 'byte')}; the history keeps only its start`]
      : []),
    ...(answer.shortened
      ? [`the response has ${counted(answer.bytes, 'byte')}; the history shortens its long strings and arrays`]
      : []),
    ...(answer.garbled ? [`not readable as text: ${excerpt(answer.garbled)}`] : []),
    ...(answer.headersLeftOut ? ['the recorder omitted the headers'] : []),
  ]
  if (!isBinary(answer.body)) return bounded(answerLines(exchange), notes)
  const shown = answerLines({ ...exchange, answer: { ...answer, body: '' } })
  return bounded(shown, [`a binary body of ${counted(answer.bytes, 'byte')}; --json shows it`, ...notes])
}

const bounded = (message: Message, notes: string[] = []): Shown => ({
  message,
  notes: message.more > 0 ? [`${counted(message.more, 'more character')}; --json shows all`, ...notes] : notes,
})

/** Checked from the start, up to this length. */
const LOOKED_AT = 2000
const MOST_ODD = 0.1

function isBinary(body: string): boolean {
  const beginning = body.slice(0, LOOKED_AT)
  const odd = beginning.match(/(?!\s)[\p{Cc}\ufffd]/gu)?.length ?? 0
  return odd > beginning.length * MOST_ODD
}
