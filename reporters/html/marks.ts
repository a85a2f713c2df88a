import { type ClauseReport, NO_CHECK, type Report } from '../../runner/report.ts'
import { gravityOf } from '../../runner/waivers.ts'
import { html, type Markup } from './markup.ts'

export type Mark = { tone: 'good' | 'bad' | 'warn' | 'waived' | 'doubtful' | 'none'; sign: string; word: string }

/** Told by sign and word as well: not everybody sees colours, and printers have none. */
const MARKS = {
  pass: { tone: 'good', sign: '✔', word: 'holds' },
  fail: { tone: 'bad', sign: '✘', word: 'broken' },
  waived: { tone: 'waived', sign: '~', word: 'broken, but waived' },
  warn: { tone: 'warn', sign: '!', word: 'broken, a warning' },
  inconclusive: { tone: 'doubtful', sign: '?', word: 'inconclusive' },
  skip: { tone: 'none', sign: '–', word: 'not tried' },
} as const satisfies Record<string, Mark>

/** What each sign means. */
export const KEYS: readonly Mark[] = Object.values(MARKS)

export function markOf(clause: Pick<ClauseReport, 'verdict' | 'level' | 'waived'>, report: Report): Mark {
  if (clause.verdict !== 'fail') return MARKS[clause.verdict]
  return MARKS[({ broken: 'fail', warning: 'warn', waived: 'waived' } as const)[gravityOf(clause, report)]]
}

export const isUnchecked = ({ verdict, reason }: ClauseReport) => verdict === 'skip' && reason === NO_CHECK

/** Where a clause stands in the page. */
export const anchor = (id: string) => `clause-${id}`

export function sign({ tone, sign: shown, word }: Mark): Markup {
  return html`<span class="sign ${tone}" role="img" aria-label="${word}" title="${word}">${shown}</span>`
}

export function levelTag({ level, section }: Pick<ClauseReport, 'level' | 'section'>): Markup {
  return html`<span class="tag ${level}">${level}</span> <span class="tag">${section}</span>`
}
