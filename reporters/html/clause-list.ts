import type { ClauseReport, Report } from '../../runner/report/report.ts'
import { counted } from '../counted.ts'
import { STANDINGS, type Standing, standingOf } from '../standings.ts'
import { explained } from './failures.ts'
import { anchor, levelTag, sign } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'

/** The whole law at a glance, then clause by clause. */
export function clauseList(report: Report): Markup {
  const sections = [...Map.groupBy(report.clauses, ({ section }) => section)].sort(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  return html`<section id="clauses" aria-labelledby="clauses-title">
<h2 id="clauses-title">The clauses, by section of the law</h2>
${matrix(sections, report)}
<div class="filters" id="filters" hidden>
<label>Search <input type="search" id="search" placeholder="a clause, a word, a check"></label>
<fieldset><legend>Show</legend>
${STANDINGS.map((mark) => toggle(mark, report))}
</fieldset>
<p id="shown" role="status"></p>
</div>
${sections.map(([section, clauses]) => rows(section, clauses, report))}
</section>`
}

/** One square a clause: sections below one another, must clauses filled. */
function matrix(sections: readonly [string, ClauseReport[]][], report: Report): Markup {
  return html`<div class="matrix" role="group" aria-label="All clauses as squares, by section">
${sections.map(
  ([section, clauses]) =>
    html`<div class="row"><span class="section">${section}</span><span class="squares">${clauses.map((clause) => square(clause, report))}</span></div>`,
)}
</div>
<ul class="legend faint">${STANDINGS.map(({ tone, sign: shown, word }) => html`<li><span class="square ${tone} must" aria-hidden="true">${shown}</span> ${word}</li>`)}<li>a thick edge is a must, a thin one a should</li></ul>`
}

function square(clause: ClauseReport, report: Report): Markup {
  const { tone, sign: shown, word } = standingOf(clause, report)
  const label = `${clause.id}, ${clause.level}: ${word}`
  return html`<a class="square ${tone} ${clause.level}" href="#row-${clause.id}" title="${label}" aria-label="${label}">${shown}</a>`
}

function toggle({ tone, words }: Standing, report: Report): Markup {
  const count = report.clauses.filter((clause) => standingOf(clause, report).tone === tone).length
  if (count === 0) return NOTHING
  return html`<label><input type="checkbox" name="tone" value="${tone}" checked> ${words} (${count})</label>`
}

function rows(section: string, clauses: readonly ClauseReport[], report: Report): Markup {
  return html`<div class="group"><h3>${section} <span class="faint">${counted(clauses.length, 'clause')}</span></h3>
${clauses.map((clause) => row(clause, report))}</div>`
}

function row(clause: ClauseReport, report: Report): Markup {
  const mark = standingOf(clause, report)
  const checks = report.checks.filter((check) => check.clause === clause.id)
  const words = [clause.id, clause.level, clause.section, clause.rule, clause.reason, clause.received]
  const search = [...words, ...checks.flatMap(({ id, title }) => [id, title])].join(' ').toLowerCase()
  return html`<details class="clause" id="row-${clause.id}" data-tone="${mark.tone}" data-search="${search.slice(0, 1500)}">
<summary>${sign(mark)} <span class="id">${clause.id}</span> ${levelTag(clause)} <span class="rule">${clause.rule}</span></summary>
<div class="inside">
${clause.reason !== undefined && html`<p>${mark.word}: ${clause.reason}</p>`}
${clause.verdict === 'fail' && html`<p><a href="#${anchor(clause.id)}">What was expected, and what came</a></p>`}
${
  checks.length > 0 &&
  html`<table><caption>Checks</caption><thead><tr><th scope="col">Check</th><th scope="col">Shows that the server</th><th scope="col">Verdict</th><th scope="col">Tried</th></tr></thead>
<tbody>${checks.map(
    (check) =>
      html`<tr><td><code>${check.id}</code></td><td>${check.title}${check.remark !== undefined && html` <span class="faint">(${check.remark})</span>`}</td><td>${signAndWord({ ...clause, verdict: check.verdict }, report)}</td><td>${check.tried ?? ''}</td></tr>`,
  )}</tbody></table>`
}
${explained(clause)}
</div></details>`
}

function signAndWord(clause: ClauseReport, report: Report): Markup {
  const mark = standingOf(clause, report)
  return html`${sign(mark)} ${mark.word}`
}
