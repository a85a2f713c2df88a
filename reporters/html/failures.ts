import { succeeded } from '../../engine/history/reading/reading.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { clause } from '../../spec/clauses.ts'
import { accountOf, leadsToFile } from '../broken/account.ts'
import { curlWithin } from '../broken/account-lines.ts'
import { againWords } from '../broken/again.ts'
import { type RootCause, rootCauses } from '../broken/root-causes.ts'
import type { ClauseReport } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'
import { standingOf } from '../words/standings.ts'
import { caseInWords, cases, casesInWords } from './cases.ts'
import { command } from './commands.ts'
import { sideBySide } from './exchanges.ts'
import { anchor, sign } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import { levelTag } from './sections.ts'
import type { Page } from './shown.ts'

/** As many as a reader takes in at once, the first of them with all that there is to see; then as many with a line each. */
const MOST_UNFOLDED = 4
const MOST_LINES = 6
const LONGEST_CURL = 4500

/** Each cause with all that is needed to understand it and to try it again, and the clauses that fail with it. */
export function failures(page: Page): Markup {
  const causes = rootCauses(page)
  if (causes.length === 0) return NOTHING
  const clauses = new Set(causes.flatMap(({ clause, others }) => [clause, ...others]))
  const first = causes.slice(0, MOST_UNFOLDED)
  const lines = causes.slice(MOST_UNFOLDED, MOST_UNFOLDED + MOST_LINES)
  const rest = causes.slice(MOST_UNFOLDED + MOST_LINES)
  const shown = (each: RootCause, index: number) => cause(each, page, index === 0)
  return html`<section id="broken" aria-labelledby="broken-title">
<h2 id="broken-title">Failures <span class="gist">${clauses.size === causes.length ? counted(clauses.size, 'clause') : `${counted(causes.length, 'cause')}, ${counted(clauses.size, 'clause')}`}</span></h2>
${first.map(shown)}
${lines.map((each) => inALine(each, shown(each, MOST_UNFOLDED), page))}
${
  rest.length > 0 &&
  html`<details class="part"><summary><h3>${counted(rest.length, 'more cause')}</h3> <span class="gist">${rest.map(({ clause }) => clause.id).join(', ')}</span></summary>${rest.map((each) => shown(each, MOST_UNFOLDED))}</details>`
}
<details class="keys faint"><summary>API keys are redacted: meaning of the placeholders</summary><ul><li><code>{{A}}</code>: GATECHECK_KEY</li><li><code>{{A2}}</code>: another key of the same account</li><li><code>{{B}}</code>: a key of another account</li><li><code>{{R}}</code>: a revoked key</li><li><code>{{U}}</code>: a key that was never issued</li></ul></details>
</section>`
}

function inALine({ clause }: RootCause, inside: Markup, page: Page): Markup {
  return html`<details class="part line"><summary>${sign(standingOf(clause, page.report))} <b>${clause.id}</b> <span class="gist">${excerpt(accountOf(clause, page).received, 110)}</span></summary>${inside}</details>`
}

function cause({ clause, others }: RootCause, page: Page, isOpen: boolean): Markup {
  const beneath =
    others.length === 0
      ? NOTHING
      : html`<details class="beneath"><summary>The same probes also fail ${counted(others.length, 'other clause')}: ${others.map(({ id }) => id).join(', ')}</summary>${others.map((other) => failure(other, { page, isOpen: false, isBeneath: true }))}</details>`
  return failure(clause, { page, isOpen, beneath })
}

type Manner = { page: Page; isOpen: boolean; isBeneath?: true; beneath?: Markup }

function failure(clause: ClauseReport, { page, isOpen, isBeneath, beneath }: Manner): Markup {
  const { report } = page
  const mark = standingOf(clause, report)
  const account = accountOf(clause, page)
  const first = clause.violations?.[0]
  const what = caseInWords(first?.case, first?.evidence.at(-1), page)
  const heading = html`${sign(mark)} <a class="self" href="#${anchor(clause.id)}">${clause.id}</a>`
  return html`<article class="failure ${mark.tone}" id="${anchor(clause.id)}" data-clause="${clause.id}" aria-labelledby="${anchor(clause.id)}-title">
<div class="head">${isBeneath ? html`<h4 class="title" id="${anchor(clause.id)}-title">${heading}</h4>` : html`<h3 id="${anchor(clause.id)}-title">${heading}</h3>`} <span>${levelTag(clause)}</span> <p class="rule">${clause.rule}</p></div>
<dl class="account">
${clause.waived !== undefined && html`<div class="wide"><dt>Waived</dt><dd>${clause.waived}</dd></div>`}
<div><dt>Expected</dt><dd class="expected">${account.expected}</dd></div>
<div><dt>Received</dt><dd class="received">${account.received}</dd></div>
${(what !== undefined || account.further.count > 0) && html`<div class="wide"><dt>Case</dt><dd>${what}${account.further.count > 0 && html`${what !== undefined && ', '}<span class="faint">first of ${casesInWords(clause, account)}</span>`}</dd></div>`}
</dl>
<div class="doors">
<details class="evidence"${isOpen && html` open`}><summary>Request and response</summary>
${evidence(clause, page)}</details>
${cases(clause, account, page)}
<details class="again"><summary>Reproduce</summary>
${again(clause, page)}</details>
${explained(clause)}
${isOfVideos(clause, report) && html`<p><a href="#videos">Requested and delivered properties of each video</a></p>`}
${beneath}
</div>
</article>`
}

const isOfVideos = ({ id }: ClauseReport, { videos }: Page['report']) =>
  videos.some(({ findings }) => findings.some(({ clause, is }) => clause === id && is === 'wrong'))

function evidence(clause: ClauseReport, page: Page): Markup {
  const { history } = page
  const violations = clause.violations ?? [{ evidence: clause.evidence.slice(-2) }]
  const numbers = violations[0]?.evidence ?? []
  const broken = new Set(violations.flatMap((violation) => violation.evidence.slice(-1)))
  const culprit = history.exchange(numbers.at(-1) ?? 0)
  if (!culprit) return NOTHING
  const { twin } = culprit.purpose
  // What breaks the clause as well is no measure, and the order of a video is none for the poll that led to it.
  const other = isOfVideos(clause, page.report)
    ? undefined
    : [twin, numbers.at(-2)].find((n) => n !== undefined && n !== culprit.n && !broken.has(n))
  const beside = other === undefined ? undefined : history.exchange(other)
  return sideBySide(
    culprit,
    beside && { exchange: beside, isGood: other === twin && succeeded(beside) },
    clause.id,
    page,
  )
}

function again(clause: ClauseReport, page: Page): Markup {
  const { report } = page
  const checks = report.checks.filter((check) => check.clause === clause.id && check.verdict === 'fail')
  const account = accountOf(clause, page)
  const curl = curlWithin(account, LONGEST_CURL)
  const probe = page.history.exchange(account.shown ?? 0)
  const isFile = probe !== undefined && leadsToFile(clause, probe)
  const isPoll = probe?.purpose.job !== undefined && probe.request.method === 'GET'
  return html`${curl !== undefined && html`<h4>${isFile ? 'Download this file (needs jq)' : 'Send this request'}</h4>${command(curl, 'curl command')}${isPoll && !isFile && html`<p class="faint">The job may have finished since. Rerun the checks instead.</p>`}`}
<h4>Rerun the checks of this clause</h4>${command(againWords(page, [clause.id]), 'Rerun command')}
<p class="faint">Found by ${checks.map(({ id }, index) => html`${index > 0 && ', '}<code>${id}</code>`)}.</p>`
}

/** The text of "gatecheck clauses ID". */
export function explained({ id }: Pick<ClauseReport, 'id'>): Markup {
  const { checked, violation, cause, remedy } = clause(id).explanation
  return html`<details class="explained"><summary>Explanation and fix</summary>
<dl>
<dt>How it is checked</dt><dd>${checked}</dd>
<dt>What a violation looks like</dt><dd>${violation}</dd>
<dt>What usually causes it</dt><dd>${cause}</dd>
<dt>How to fix it</dt><dd>${remedy}</dd>
</dl></details>`
}
