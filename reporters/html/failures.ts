import { succeeded } from '../../runner/history/reading.ts'
import { excerpt } from '../../runner/history/words.ts'
import type { Violation } from '../../runner/judging/verdict.ts'
import type { ClauseReport } from '../../runner/report/report.ts'
import { explanation } from '../../spec/explanations.ts'
import { curlWithin } from '../account-lines.ts'
import { againLine } from '../again.ts'
import { type Account, accountOf, furtherInWords } from '../broken.ts'
import type { RunRecord } from '../reporter.ts'
import { rootCauses } from '../root-causes.ts'
import { standingOf } from '../standings.ts'
import { sideBySide } from './exchanges.ts'
import { anchor, levelTag } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'

const MOST_SHOWN = 3
const MOST_NAMED = 20
const LONGEST_CURL = 4500

/** Each broken clause with all that is needed to understand it and to try it again; root causes first. */
export function failures(record: RunRecord): Markup {
  const causes = rootCauses(record)
  if (causes.length === 0) return NOTHING
  const ordered = causes.flatMap(({ clause, others }) => [clause, ...others])
  return html`<section id="broken" aria-labelledby="broken-title">
<h2 id="broken-title">What is broken</h2>
<p class="faint">Keys are never written down: <code>{{A}}</code> stands for the key in GATECHECK_KEY, <code>{{A2}}</code> for another key of its account, <code>{{B}}</code> for another account's, <code>{{R}}</code> for a revoked one, <code>{{U}}</code> for one that was never issued.</p>
${ordered.map((clause) => failure(clause, record))}
</section>`
}

function failure(clause: ClauseReport, record: RunRecord): Markup {
  const { report } = record
  const account = accountOf(clause, record)
  const checks = report.checks.filter((check) => check.clause === clause.id && check.verdict === 'fail')
  return html`<article class="failure ${standingOf(clause, report).tone}" id="${anchor(clause.id)}" data-clause="${clause.id}" aria-labelledby="${anchor(clause.id)}-title">
<h3 id="${anchor(clause.id)}-title">${clause.id} ${levelTag(clause)}</h3>
<p class="rule">${clause.rule}</p>
<dl class="account">
${clause.waived !== undefined && html`<div><dt>Waived</dt><dd>${clause.waived}</dd></div>`}
${account.case !== undefined && html`<div><dt>Case</dt><dd>${account.case}</dd></div>`}
<div><dt>Expected</dt><dd class="expected">${account.expected}</dd></div>
<div><dt>Received</dt><dd class="received">${account.received}</dd></div>
${account.further.count > 0 && html`<div><dt>And</dt><dd>${furtherInWords(account.further)}</dd></div>`}
</dl>
${shown(clause, record)}
${curl(account)}
${explained(clause)}
<p class="faint">Found by ${checks.map(({ id }, index) => html`${index > 0 && ', '}<code>${id}</code>`)}. Try it again: <code>${againLine(record, [clause.id])}</code></p>
</article>`
}

/** The first violation in full view, the next ones folded. */
function shown(clause: ClauseReport, record: RunRecord): Markup {
  const violations = clause.violations ?? [{ expected: '', received: '', evidence: clause.evidence.slice(-2) }]
  const [first, ...others] = violations
  const further = others.slice(0, MOST_SHOWN - 1)
  const broken = new Set(violations.flatMap(({ evidence: numbers }) => numbers.slice(-1)))
  const named = others.slice(MOST_SHOWN - 1, MOST_NAMED)
  return html`${first && evidence(first, record, broken)}
${further.map(
  (violation) => html`<details class="further"><summary>Another case: ${caseOf(violation)}</summary>
${evidence(violation, record, broken)}</details>`,
)}
${
  named.length > 0 &&
  html`<details class="further"><summary>${named.length} more</summary><ul>${named.map((violation) => html`<li>${caseOf(violation)}</li>`)}</ul></details>`
}`
}

const caseOf = ({ case: one, received, evidence: numbers }: Violation) =>
  `${excerpt(one ?? received, 140)}, exchange ${numbers.at(-1)}`

function evidence({ evidence: numbers }: Violation, { history }: RunRecord, broken: ReadonlySet<number>): Markup {
  const culprit = history.exchange(numbers.at(-1) ?? 0)
  if (!culprit) return NOTHING
  const { twin } = culprit.purpose
  // What breaks the clause as well is no measure.
  const other = [twin, numbers.at(-2)].find((n) => n !== undefined && n !== culprit.n && !broken.has(n))
  const beside = other === undefined ? undefined : history.exchange(other)
  return sideBySide(culprit, beside && { exchange: beside, isGood: other === twin && succeeded(beside) })
}

function curl(account: Account): Markup {
  const command = curlWithin(account, LONGEST_CURL)
  if (command === undefined) return NOTHING
  return html`<div class="curl"><h4>Try it yourself</h4><pre tabindex="0" role="group" aria-label="A curl command">${command}</pre><button type="button" class="copy" hidden>Copy</button></div>`
}

/** The same text as "gatecheck clauses ID" prints. */
export function explained({ id }: ClauseReport): Markup {
  const { checked, violation, cause, remedy } = explanation(id)
  return html`<details class="explained"><summary>What this means, and how to mend it</summary>
<dl>
<dt>How it is checked</dt><dd>${checked}</dd>
<dt>What a violation looks like</dt><dd>${violation}</dd>
<dt>What usually causes it</dt><dd>${cause}</dd>
<dt>How to mend it</dt><dd>${remedy}</dd>
</dl></details>`
}
