import { succeeded } from '../../engine/history/reading/reading.ts'
import { excerpt } from '../../engine/history/reading/words.ts'
import { clause as clauseOf } from '../../spec/clauses.ts'
import { againWords } from '../causes/again.ts'
import { allOf, type Cause, causesOf } from '../causes/causes.ts'
import { commandWithin } from '../causes/detail-lines.ts'
import { type Details, detailsOf, requestInWords } from '../causes/details.ts'
import type { ClauseReport } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'
import { STANDINGS, standingOf } from '../words/standings.ts'
import { caseInWords, cases, casesInWords } from './cases.ts'
import { command } from './commands.ts'
import { inSequence, sideBySide } from './exchanges.ts'
import { anchor, rowLinks, sign } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import { levelTag } from './sections.ts'
import type { Page } from './shown.ts'

/** The first failures are shown in full; the others have a line each. */
const MOST_UNFOLDED = 4
const MOST_LINES = 6
const LONGEST_COMMAND = 4500

/** Each cause with everything needed to understand and reproduce it, and the clauses that it fails. */
export function failures(page: Page): Markup {
  const causes = causesOf(page)
  if (causes.length === 0) return NOTHING
  const clauses = page.report.clauses.filter(({ verdict }) => verdict === 'fail')
  const first = causes.slice(0, MOST_UNFOLDED)
  const isLine = ({ kind }: Cause, index: number) => kind !== 'clause' || index < MOST_LINES
  const lines = causes.slice(MOST_UNFOLDED).filter(isLine)
  const rest = causes.slice(MOST_UNFOLDED).filter((each) => !lines.includes(each))
  const anchored = new Set<string>()
  const shown = (each: Cause, index: number) => cause(each, { page, isOpen: index === 0, anchored })
  return html`<section id="broken" aria-labelledby="broken-title">
<h2 id="broken-title">Failures <span class="gist">${clauses.length === causes.length ? counted(clauses.length, 'clause') : `${counted(causes.length, 'cause')}, ${counted(clauses.length, 'clause')}; start with the first`}</span></h2>
${first.map(shown)}
${lines.map((each) => inALine(each, shown(each, MOST_UNFOLDED), page))}
${
  rest.length > 0 &&
  html`<details class="part"><summary><h3>${counted(rest.length, 'more cause')}</h3> <span class="gist">${rest.map(({ clause }) => clause.id).join(', ')}</span></summary>${rest.map((each) => shown(each, MOST_UNFOLDED))}</details>`
}
<details class="keys faint"><summary>API keys are redacted: meaning of the placeholders</summary><ul><li><code>{{A}}</code>: GATECHECK_KEY</li><li><code>{{A2}}</code>: another key of the same account</li><li><code>{{B}}</code>: a key of another account</li><li><code>{{R}}</code>: a revoked key</li><li><code>{{U}}</code>: a key that was never issued</li></ul></details>
</section>`
}

const markOf = (cause: Cause, { report }: Page) =>
  allOf(cause)
    .map((each) => standingOf(each, report))
    .toSorted((a, b) => STANDINGS.indexOf(a) - STANDINGS.indexOf(b))[0]!

function inALine(each: Cause, inside: Markup, page: Page): Markup {
  const { clause, title } = each
  const gist =
    title === undefined
      ? excerpt(detailsOf(clause, page).received, 110)
      : allOf(each)
          .map(({ id }) => id)
          .join(', ')
  return html`<details class="part line"><summary>${sign(markOf(each, page))} <b>${title ?? clause.id}</b> <span class="gist">${gist}</span></summary>${inside}</details>`
}

type Manner = { page: Page; isOpen: boolean; anchored: Set<string> }

function cause(of: Cause, manner: Manner): Markup {
  const { others, partly, blocked, title } = of
  const { page } = manner
  const ids = others.map(({ id }) => id).join(', ')
  const words = `${title === undefined ? 'The same probes also fail' : 'Also fails'} ${counted(others.length, 'other clause')}`
  const beneath = html`${
    others.length > 0 &&
    html`<details class="beneath"><summary>${words}: ${ids}</summary>${others.map((other) => failure(other, { ...manner, isOpen: false }))}</details>`
  }${partly.length > 0 && html`<p>Part of the failures of ${rowLinks(partly, page.report)}</p>`}${
    blocked.length > 0 &&
    html`<p>${counted(blocked.length, 'more clause')} without a verdict until this is fixed: ${rowLinks(blocked, page.report)}</p>`
  }`
  return failure(of.clause, manner, { of, beneath })
}

/** `head`: the cause that the clause represents. */
function failure(clause: ClauseReport, manner: Manner, head?: { of: Cause; beneath: Markup }): Markup {
  const { page, isOpen, anchored } = manner
  const { report } = page
  const { title, hint, fix, after } = head?.of ?? { fix: clauseOf(clause.id).explanation.remedy }
  const mark = head ? markOf(head.of, page) : standingOf(clause, report)
  const details = detailsOf(clause, page, after)
  const first = clause.violations?.[0]
  const what = caseInWords(first?.case, first?.evidence.at(-1), page)
  const id = anchored.has(clause.id) ? `${anchor(clause.id)}-${anchored.size}` : anchor(clause.id)
  anchored.add(clause.id).add(id)
  const link = html`<a class="self" href="#${id}">${title ?? clause.id}</a>`
  const heading = html`${sign(mark)} ${link}`
  const before = after === undefined ? undefined : page.history.exchange(after)
  return html`<article class="failure ${mark.tone}" id="${id}" data-clause="${clause.id}" aria-labelledby="${id}-title">
<div class="head">${head ? html`<h3 id="${id}-title">${heading}</h3>` : html`<h4 class="title" id="${id}-title">${heading}</h4>`} ${title === undefined ? html`<span>${levelTag(clause)}</span> <p class="rule">${clause.rule}</p>` : html`<p class="rule shown">${clause.id} ${levelTag(clause)} ${clause.rule}</p>`}</div>
<dl class="account">
${clause.waived !== undefined && html`<div class="wide"><dt>Waived</dt><dd>${clause.waived}</dd></div>`}
<div><dt>Expected</dt><dd class="expected">${details.expected}</dd></div>
<div><dt>Received</dt><dd class="received">${details.received}</dd></div>
${(what !== undefined || details.further.count > 0) && html`<div class="wide"><dt>Case</dt><dd>${what}${details.further.count > 0 && html`${what !== undefined && ', '}<span class="faint">first of ${casesInWords(clause, details)}</span>`}</dd></div>`}
${before && details.reproduced === undefined && html`<div class="wide"><dt>After</dt><dd>on the same connection: ${requestInWords(before)}</dd></div>`}
${details.reproduced !== undefined && html`<div class="wide"><dt>Again</dt><dd>${details.reproduced}</dd></div>`}
${hint !== undefined && html`<div class="wide"><dt>Cause</dt><dd>${hint}</dd></div>`}
<div class="wide"><dt>Fix</dt><dd>${fix}</dd></div>
</dl>
<div class="doors">
<details class="evidence"${isOpen && html` open`}><summary>Request and response</summary>
${before ? inSequence(before, shownIn(clause, page), page) : evidence(clause, page)}</details>
${cases(clause, details, page)}
<details class="again"><summary>Reproduce</summary>
${again(clause, details, page)}</details>
${explained(clause)}
${isOfVideos(clause, report) && html`<p><a href="#videos">Requested and delivered properties of each video</a></p>`}
${head?.beneath}
</div>
</article>`
}

const isOfVideos = ({ id }: ClauseReport, { videos }: Page['report']) =>
  videos.some(({ findings }) => findings.some(({ clause, is }) => clause === id && is === 'wrong'))

const shownIn = ({ violations, evidence }: ClauseReport, { history }: Page) =>
  history.exchange((violations?.[0]?.evidence ?? evidence).at(-1) ?? 0)

function evidence(clause: ClauseReport, page: Page): Markup {
  const { history } = page
  const violations = clause.violations ?? [{ evidence: clause.evidence.slice(-2) }]
  const numbers = violations[0]?.evidence ?? []
  const broken = new Set(violations.flatMap((violation) => violation.evidence.slice(-1)))
  const culprit = history.exchange(numbers.at(-1) ?? 0)
  if (!culprit) return NOTHING
  const { twin } = culprit.purpose
  // A request that also fails the clause is no comparison, nor is the submission of a video for its poll.
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

const COMMANDS = {
  file: 'Download this file (needs jq)',
  request: 'Send this request',
  requests: 'Send these two requests on one connection',
} as const

function again(clause: ClauseReport, details: Details, page: Page): Markup {
  const checks = page.report.checks.filter((check) => check.clause === clause.id && check.verdict === 'fail')
  const shown = commandWithin(details, LONGEST_COMMAND)
  return html`${shown && html`<h4>${COMMANDS[shown.what]}</h4>${command(shown.text, 'curl command')}`}
<h4>Rerun the checks of this clause</h4>${command(againWords(page, [clause.id]), 'Rerun command')}
<p class="faint">Found by ${checks.map(({ id }, index) => html`${index > 0 && ', '}<code>${id}</code>`)}.</p>`
}

/** The text of "gatecheck clauses ID". */
export function explained({ id }: Pick<ClauseReport, 'id'>): Markup {
  const { checked, violation, cause, remedy } = clauseOf(id).explanation
  return html`<details class="explained"><summary>Explanation and fix</summary>
<dl>
<dt>How it is checked</dt><dd>${checked}</dd>
<dt>What a violation looks like</dt><dd>${violation}</dd>
<dt>What usually causes it</dt><dd>${cause}</dd>
<dt>How to fix it</dt><dd>${remedy}</dd>
</dl></details>`
}
