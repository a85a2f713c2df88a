import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { ClauseReport } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'
import { answerLines, requestLines } from '../words/message.ts'
import { html, type Markup } from './markup.ts'

export const MOST_EXCHANGES = 150
export const MOST_OF_A_CLAUSE = 12
export const MOST_CHARACTERS = 300_000

/** State of a page: the exchanges on it, and those already shown. */
export type Page = RunRecord & { held: ReadonlySet<number>; placed: Set<number> }

/** Selects the exchanges on the page: failures, what they are compared with, and one for each choice. */
export function pageOf(record: RunRecord): Page {
  const { report, history } = record
  const wanted = [...report.clauses.flatMap(citedBy), ...report.open.flatMap(({ evidence }) => evidence.slice(0, 1))]
  const held = new Set<number>()
  let left: number = MOST_CHARACTERS
  const hold = (exchange: Exchange | undefined) => {
    if (!exchange || held.has(exchange.n) || held.size >= MOST_EXCHANGES || left < 0) return
    held.add(exchange.n)
    left -= lengthOf(exchange)
  }
  for (const n of wanted) {
    const exchange = history.exchange(n)
    hold(exchange)
    hold(history.exchange(exchange?.purpose.twin ?? 0))
  }
  return { ...record, held, placed: new Set() }
}

function citedBy({ verdict, violations = [], evidence }: ClauseReport): number[] {
  if (verdict !== 'fail') return []
  if (violations.length === 0) return evidence.slice(-2)
  return violations.slice(0, MOST_OF_A_CLAUSE).flatMap((violation) => violation.evidence.slice(-2).toReversed())
}

const lengthOf = (exchange: Exchange) =>
  [requestLines(exchange), answerLines(exchange)]
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + line.length, 0)

/** The number of an exchange, as a link if the page has it. */
export function exchangeLink(n: number, { held }: Pick<Page, 'held'>, before = ''): Markup {
  return held.has(n) ? html`<a href="#exchange-${n}">${before}${n}</a>` : html`${before}${n}`
}

export const exchangeLinks = (numbers: readonly number[], page: Pick<Page, 'held'>) =>
  html`${numbers.map((n, index) => html`${index > 0 && ', '}${exchangeLink(n, page)}`)}`
