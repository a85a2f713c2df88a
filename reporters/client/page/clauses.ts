import type { ClientClauseReport } from '../../../runner/report/clients/report.ts'
import { html, type Markup } from '../../html/markup.ts'

const MOST_VIOLATIONS = 5

/** What was broken, the gravest first, with what the law wants and what came. */
export function brokenClause(clause: ClientClauseReport): Markup {
  const { id, level, section, rule, scenario, expected, received, evidence = [], violations = [] } = clause
  return html`<article class="failure ${level === 'must' && 'bad'}" id="clause-${id}">
<div class="head"><span class="sign ${level === 'must' ? 'bad' : 'warn'}" aria-hidden="true">${level === 'must' ? '✘' : '!'}</span><h3><code>${id}</code></h3><span class="tag ${level === 'must' && 'must'}">${level}</span><span class="tag">${section}</span></div>
<p class="rule">${rule}</p>
<dl class="account"><div><dt>Expected</dt><dd class="expected">${expected}</dd></div><div><dt>Received</dt><dd class="received">${received}</dd></div>
<div class="wide"><dt>Where</dt><dd>${scenario !== undefined && html`<a href="#scenario-${scenario}">${scenario}</a>, `}${exchanges(evidence)}</dd></div></dl>
${
  violations.length > 1 &&
  html`<details class="further"><summary>${violations.length} times</summary><ul>${violations.slice(0, MOST_VIOLATIONS).map((each) => html`<li>${each.received} (${exchanges(each.evidence)})</li>`)}</ul></details>`
}</article>`
}

const exchanges = (numbers: readonly number[]) =>
  numbers.length === 0
    ? 'the client as a whole'
    : `${numbers.length === 1 ? 'request' : 'requests'} ${numbers.slice(-4).join(', ')}`

const SIGNS = { pass: ['good', '✔'], fail: ['bad', '✘'], 'not judged': ['none', '–'] } as const

/** Each clause in a line. */
export function clauseTable(clauses: readonly ClientClauseReport[]): Markup {
  return html`<div class="tabular" tabindex="0" role="group" aria-label="All clauses, scrollable"><table><thead><tr><th scope="col"><span class="hidden">Verdict</span></th><th scope="col">Clause</th><th scope="col">Level</th><th scope="col">What is known</th></tr></thead>
<tbody>${clauses.map(({ id, level, verdict, rule, reason }) => html`<tr><td><span class="sign ${SIGNS[verdict][0]}" aria-hidden="true">${SIGNS[verdict][1]}</span><span class="hidden">${verdict}</span></td><td><code>${id}</code></td><td>${level}</td><td>${verdict === 'not judged' ? (reason ?? rule) : rule}</td></tr>`)}</tbody></table></div>`
}
