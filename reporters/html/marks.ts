import type { Level } from '../../spec/clause.ts'
import type { ClauseReport, Report } from '../outcome/report.ts'
import type { Standing } from '../words/standings.ts'
import { html, type Markup } from './markup.ts'

/** Element id of a clause. */
export const anchor = (id: string) => `clause-${id}`

export function sign({ tone, sign: shown, word }: Standing): Markup {
  return html`<span class="sign ${tone}" role="img" aria-label="${word}" title="${word}">${shown}</span>`
}

export const levelWord = (level: Level) => html`<span class="tag ${level}">${level}</span>`

/** Links to a clause's row in the list, if the run judged it: a filtered run has only those rows. */
export function rowLink(id: string, { clauses }: Report): Markup {
  return clauses.some((clause) => clause.id === id) ? html`<a href="#row-${id}">${id}</a>` : html`<code>${id}</code>`
}

export function rowLinks(clauses: readonly Pick<ClauseReport, 'id'>[], report: Report): Markup {
  return html`${clauses.map(({ id }, index) => html`${index > 0 && ', '}${rowLink(id, report)}`)}`
}
