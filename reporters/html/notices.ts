import { whyNotJudged } from '../causes/not-judged.ts'
import { obstaclesOf } from '../causes/obstacles.ts'
import type { Report } from '../outcome/report.ts'
import { leftOutInWords } from '../outcome/spent.ts'
import { counted } from '../words/counted.ts'
import { standingOf } from '../words/standings.ts'
import { command } from './commands.ts'
import { rowLink, rowLinks, sign } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import type { Page } from './shown.ts'

const FEW = 3

/** Further notices: internal errors, waivers, and inconclusive clauses. */
export function notices(report: Report): Markup {
  return html`${suiteFaults(report)}${waivers(report)}${notJudged(report)}`
}

/** What keeps clauses from a verdict. */
export function obstacles(page: Page): Markup {
  const all = obstaclesOf(page)
  return html`${all.map(
    ({ title, expected, received, fix, shown, command: text, blocked }) =>
      html`<article class="failure doubtful"><div class="head"><h2>${title}</h2></div>
<dl class="account">
<div><dt>Expected</dt><dd class="expected">${expected}</dd></div>
<div><dt>Received</dt><dd class="received">${received}</dd></div>
<div class="wide"><dt>Fix</dt><dd>${fix}</dd></div>
<div class="wide"><dt>Blocks</dt><dd>${counted(blocked.length, 'clause')} without a verdict until this is fixed</dd></div>
</dl>
<div class="doors"><details class="again"><summary>Reproduce exchange ${shown}</summary>${command(text, 'Reproduce')}</details></div>
</article>`,
  )}`
}

function suiteFaults({ faults }: Report): Markup {
  if (faults.length === 0) return NOTHING
  return html`<section class="faults"><h2>Internal errors of gatecheck (not failures of the server)</h2>
${faults.map((fault) => html`<pre tabindex="0" role="group" aria-label="Internal error">${fault.slice(0, 4000)}</pre>`)}</section>`
}

const WAIVER_WORDS = {
  used: 'failed and is waived',
  stale: 'passed: this waiver is stale and fails the run; remove it',
  'not judged': 'was not judged: it is unknown whether the waiver is still needed',
} as const

function waivers(report: Report): Markup {
  if (report.waivers.length === 0) return NOTHING
  const isStale = report.waivers.some(({ state }) => state === 'stale')
  return html`<details class="part not-judged"${isStale && html` open`}><summary><h2>Waivers</h2> <span class="gist">${counted(report.waivers.length, 'waiver')}${isStale && ', some stale'}</span></summary>
<ul>${report.waivers.map(
    ({ clause, reason, state }) =>
      html`<li>${rowLink(clause, report)} ${WAIVER_WORDS[state]}. <span class="faint">Reason: ${reason}</span></li>`,
  )}</ul></details>`
}

/** Each reason once, with what to provide; open only if there is no failure. */
function notJudged(report: Report): Markup {
  const reasons = whyNotJudged(report)
  if (reasons.length === 0) return NOTHING
  const count = reasons.reduce((sum, { clauses }) => sum + clauses.length, 0)
  const budget = leftOutInWords(report)
  const isOpen = !report.clauses.some(({ verdict }) => verdict === 'fail')
  return html`<details class="part not-judged"${isOpen && html` open`}><summary><h2>Inconclusive or not tested</h2> <span class="gist">${counted(count, 'clause')}, ${counted(reasons.length, 'reason')}</span></summary>
${budget !== undefined && html`<p>${budget[0]!.toUpperCase()}${budget.slice(1)}</p>`}
<ul id="not-judged">${reasons.map(
    ({ reason, clauses }) =>
      html`<li>${sign(standingOf(clauses[0], report))} ${reason}${
        clauses.length > FEW
          ? html`<details><summary class="faint">${counted(clauses.length, 'clause')}</summary><span class="faint">${rowLinks(clauses, report)}</span></details>`
          : html`<br><span class="faint">${rowLinks(clauses, report)}</span>`
      }</li>`,
  )}</ul></details>`
}
