import type { CheckReport, ClauseReport, Report } from '../outcome/report.ts'
import { type Shares, sharesOfTime } from '../outcome/shares-of-time.ts'
import type { RunRecord } from '../reporter.ts'
import { counted } from '../words/counted.ts'
import { STANDINGS, type Standing, standingOf } from '../words/standings.ts'
import { explained } from './failures.ts'
import { anchor, levelWord, sign } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import { matrix, type Section, sectionsOf } from './matrix.ts'
import { inTime } from './pictures/scale.ts'
import { sectionButton } from './sections.ts'

type Timed = { report: Report; shares: Shares }

/** The matrix of all clauses, then the folded list. */
export function clauseList(record: RunRecord): Markup {
  const { report } = record
  if (report.clauses.length === 0) return NOTHING
  const timed = { report, shares: sharesOfTime(record) }
  // If clauses failed, most readers come for the failures, so the matrix is folded.
  const isBroken = report.clauses.some(({ verdict }) => verdict === 'fail')
  return html`${!isBroken && matrix(report)}
<details class="part"><summary><h2>All clauses</h2> <span class="gist">${countsInWords(report)}</span></summary>
<div id="clauses">
${isBroken && matrix(report)}
<div class="filters" id="filters" hidden>
<label>Search <input type="search" id="search" placeholder="clause, check or text"></label>
<fieldset><legend>Show</legend>
${STANDINGS.map((mark) => chip(mark, report))}
</fieldset>
<p id="shown" role="status"></p>
<button type="button" data-all="open">Open all</button> <button type="button" data-all="close">Close all</button>
</div>
${sectionsOf(report).map((section) => group(section, timed))}
</div></details>`
}

const tally = (report: Report, tone: string) =>
  report.clauses.filter((clause) => standingOf(clause, report).tone === tone).length

const countsInWords = (report: Report) =>
  STANDINGS.map(({ tone, words }) => ({ words, count: tally(report, tone) }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${count} ${words}`)
    .join(', ')

function chip({ tone, sign: shown, words }: Standing, report: Report): Markup {
  const count = tally(report, tone)
  if (count === 0) return NOTHING
  return html`<label class="chip ${tone}"><input type="checkbox" name="tone" value="${tone}" checked> <span aria-hidden="true">${shown}</span> ${words} <b>${count}</b></label>`
}

function group([section, clauses]: Section, timed: Timed): Markup {
  return html`<div class="group"><h3 class="title">${sectionButton(section)} <span class="faint">${counted(clauses.length, 'clause')}</span></h3>
${clauses.map((clause) => row(clause, timed))}</div>`
}

function row(clause: ClauseReport, { report, shares }: Timed): Markup {
  const mark = standingOf(clause, report)
  const checks = report.checks.filter((check) => check.clause === clause.id)
  const words = [clause.id, clause.level, clause.section, clause.rule, clause.reason, clause.received]
  const search = [...words, ...checks.flatMap(({ id, title }) => [id, title])].join(' ').toLowerCase()
  const ms = checks.reduce((sum, { id }) => sum + shares.of(id), 0)
  return html`<details class="clause" id="row-${clause.id}" data-tone="${mark.tone}" data-search="${search.slice(0, 1500)}">
<summary>${sign(mark)} <span class="id">${clause.id}</span> ${levelWord(clause.level)} <span class="rule">${clause.rule}</span> <span class="took">${ms > 0 && inTime(ms)}</span></summary>
<div class="inside">
${clause.reason !== undefined && html`<p>${mark.word}: ${clause.reason}</p>`}
${clause.remark !== undefined && html`<p>${mark.word}; ${clause.remark}</p>`}
${clause.verdict === 'fail' && html`<p><a href="#${anchor(clause.id)}">Expected and received</a></p>`}
${
  checks.length > 0 &&
  html`<table><caption>Checks</caption><thead><tr><th scope="col">Check</th><th scope="col">The server</th><th scope="col">Verdict</th><th scope="col">Cases</th><th scope="col">Time</th></tr></thead>
<tbody>${checks.map((check) => checkRow(check, clause, { report, shares }))}</tbody></table>`
}
${explained(clause)}
</div></details>`
}

function checkRow(check: CheckReport, clause: ClauseReport, { report, shares }: Timed): Markup {
  const mark = standingOf({ ...clause, verdict: check.verdict }, report)
  const ms = shares.of(check.id)
  const note = check.remark ?? check.reason
  return html`<tr><td><code>${check.id}</code></td><td>${check.title}${note !== undefined && html` <span class="faint">(${note})</span>`}</td><td>${sign(mark)} ${mark.word}</td><td>${check.tried !== undefined && counted(check.tried, 'case')}</td><td class="numbers">${ms > 0 && inTime(ms)}</td></tr>`
}
