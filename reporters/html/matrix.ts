import type { ClauseReport, Report } from '../outcome/report.ts'
import { STANDINGS, standingOf } from '../words/standings.ts'
import { html, type Markup } from './markup.ts'
import { sectionButton } from './sections.ts'

export type Section = [section: string, clauses: ClauseReport[]]

export function sectionsOf(report: Report): Section[] {
  return [...Map.groupBy(report.clauses, ({ section }) => section)].sort(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
}

/** One square per clause, by section; must clauses have a thick edge. */
export function matrix(report: Report): Markup {
  const seen = new Set(report.clauses.map((clause) => standingOf(clause, report).tone))
  return html`<section aria-labelledby="matrix-title"><h2 id="matrix-title">Clauses by section of the specification</h2>
<div class="matrix" role="group" aria-label="Verdict of each clause, by section">
${sectionsOf(report).map(
  ([section, clauses]) =>
    html`<div class="row">${sectionButton(section)}<span class="squares">${clauses.map((clause) => square(clause, report))}</span></div>`,
)}
</div>
<ul class="legend faint">${STANDINGS.filter(({ tone }) => seen.has(tone)).map(({ tone, sign: shown, word }) => html`<li><span class="square ${tone} must" aria-hidden="true">${shown}</span> ${word}</li>`)}<li>thick border: must; thin border: should</li></ul></section>`
}

function square(clause: ClauseReport, report: Report): Markup {
  const { tone, sign: shown, word } = standingOf(clause, report)
  const label = `${clause.id}, ${clause.level}: ${word}`
  return html`<a class="square ${tone} ${clause.level}" href="#row-${clause.id}" title="${label}" aria-label="${label}">${shown}</a>`
}
