import { excerpt } from '../../../engine/history/reading/words.ts'
import { clientClause } from '../../../spec/clients/clauses.ts'
import { html, type Markup } from '../../html/markup.ts'
import type { ClientClauseReport, ClientReport } from '../../outcome/clients/report.ts'

const MOST_VIOLATIONS = 5
const MOST_SCENARIOS = 6
const LANGUAGES = { typescript: 'TypeScript', python: 'Python', go: 'Go', curl: 'curl' } as const

/** A failed clause: expected, received, where, and how to fix it; folded to a line unless `isOpen`. */
export function brokenClause(clause: ClientClauseReport, report: ClientReport, isOpen: boolean): Markup {
  const { id, level, section, rule, received } = clause
  const tags = html`<span class="tag ${level === 'must' && 'must'}">${level}</span><span class="tag">${section}</span>`
  const sign = html`<span class="sign ${level === 'must' ? 'bad' : 'warn'}" aria-hidden="true">${level === 'must' ? '✘' : '!'}</span>`
  const article = html`<article class="failure ${level === 'must' && 'bad'}" id="clause-${id}">
<div class="head">${sign}<h3><code>${id}</code></h3>${tags}</div>
<p class="rule">${rule}</p>
${account(clause, report)}
</article>`
  if (isOpen) return article
  return html`<details class="part line"><summary>${sign} <b>${id}</b> <span class="gist">${excerpt(received ?? '', 110)}</span></summary>${article}</details>`
}

function account(
  { id, scenario, expected, received, evidence = [], violations = [] }: ClientClauseReport,
  report: ClientReport,
) {
  const { remedy, harm, code } = clientClause(id).explanation
  const others = report.scenarios.filter(({ name, broken }) => name !== scenario && broken.includes(id))
  return html`<dl class="account"><div class="wide"><dt>Expected</dt><dd class="expected">${expected}</dd></div><div class="wide"><dt>Received</dt><dd class="received">${received}</dd></div>
<div class="wide"><dt>Where</dt><dd>${scenario !== undefined && html`${scenarioLink(scenario)}, `}${exchanges(evidence)}${others.length > 0 && html`; also in ${others.slice(0, MOST_SCENARIOS).map(({ name }, index) => html`${index > 0 && ', '}${scenarioLink(name)}`)}${others.length > MOST_SCENARIOS && ` and ${others.length - MOST_SCENARIOS} more`}`}</dd></div>
<div class="wide"><dt>Fix</dt><dd>${remedy}</dd></div></dl>
<div class="doors">
<details class="explained"><summary>Explanation and example code</summary><p>${harm}</p>${Object.entries(code).map(([language, text]) => html`<h4>${LANGUAGES[language as keyof typeof LANGUAGES]}</h4><pre tabindex="0">${text}</pre>`)}</details>
${
  violations.length > 1 &&
  html`<details><summary>${violations.length} times in ${scenario ?? 'this traffic'}</summary><ul>${violations.slice(0, MOST_VIOLATIONS).map((each) => html`<li>${each.received} (${exchanges(each.evidence)})</li>`)}</ul></details>`
}
</div>`
}

const scenarioLink = (name: string) => html`<a href="#scenario-${name}">${name}</a>`

const exchanges = (numbers: readonly number[]) =>
  numbers.length === 0
    ? 'the whole run'
    : `${numbers.length === 1 ? 'request' : 'requests'} ${numbers.slice(0, 4).join(', ')}`

const SIGNS = { pass: ['good', '✔'], fail: ['bad', '✘'], 'not judged': ['none', '–'] } as const

/** Each clause in a line. */
export function clauseTable(clauses: readonly ClientClauseReport[]): Markup {
  return html`<div class="tabular" tabindex="0" role="group" aria-label="All clauses, scrollable"><table><thead><tr><th scope="col"><span class="hidden">Verdict</span></th><th scope="col">Clause</th><th scope="col">Level</th><th scope="col">Rule or reason</th></tr></thead>
<tbody>${clauses.map(({ id, level, verdict, rule, reason }) => html`<tr><td><span class="sign ${SIGNS[verdict][0]}" aria-hidden="true">${SIGNS[verdict][1]}</span><span class="hidden">${verdict}</span></td><td><code>${id}</code></td><td>${level}</td><td>${verdict === 'not judged' ? (reason ?? rule) : rule}</td></tr>`)}</tbody></table></div>`
}
