import type { Report } from '../../runner/report/report.ts'
import type { Level } from '../../spec/clause.ts'
import { accountOf } from '../broken.ts'
import { conclude } from '../conclusion.ts'
import { counted } from '../counted.ts'
import { whyNotJudged } from '../not-judged.ts'
import type { RunRecord } from '../reporter.ts'
import { rootCauses } from '../root-causes.ts'
import { STANDINGS, standingOf } from '../standings.ts'
import { anchor, levelTag, rowLink, rowLinks, sign } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'

/** What most readers came for: the verdict, on whom, how much was judged, and what lies behind it. */
export function firstScreen(record: RunRecord): Markup {
  const { report } = record
  const { word, tone, words } = conclude(report)
  return html`<header class="verdict ${tone}">
<p class="word">${word}</p>
<h1>${report.target.baseUrl}</h1>
<p class="words">${words}</p>
<p class="faint">${whenAndHow(report)}</p>
</header>
<section class="judged" aria-label="What was judged">
${share('must', report)}
${share('should', report)}
</section>
${causes(record)}
${suiteFaults(report)}
${waivers(report)}
${notJudged(report)}`
}

function whenAndHow({ startedAt, seconds, profile, seed, suite, spec, budget }: Report): Markup {
  const when = `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)} UTC`
  return html`<time datetime="${startedAt}">${when}</time>, ${seconds.toFixed(1)} s, ${counted(budget.requests, 'request')}, ${counted(budget.jobs, 'job')}, profile ${profile}, seed ${seed}, ${suite.name} ${suite.version}, law <code title="SHA-256 of the law's data: ${spec.sha256}">${spec.sha256.slice(0, 12)}</code>`
}

/** How many clauses of a level hold, are broken, and were not judged, as a bar and in words. */
function share(level: Level, report: Report): Markup {
  const own = report.clauses.filter((clause) => clause.level === level)
  if (own.length === 0) return NOTHING
  const parts = STANDINGS.map(({ tone, words }) => ({
    tone,
    words,
    count: own.filter((clause) => standingOf(clause, report).tone === tone).length,
  })).filter(({ count }) => count > 0)
  return html`<div class="share"><h2>${level}: ${counted(own.length, 'clause')}</h2>
<div class="bar" aria-hidden="true">${parts.map(({ tone, count }) => html`<span class="${tone}" style="flex-grow:${count}"></span>`)}</div>
<p>${parts.map(({ tone, words, count }, index) => html`${index > 0 && ', '}<span class="${tone}"><b>${count}</b> ${words}</span>`)}</p></div>`
}

function causes(record: RunRecord): Markup {
  const { report } = record
  const found = rootCauses(record)
  if (found.length === 0) return NOTHING
  return html`<section class="causes" aria-labelledby="causes-title"><h2 id="causes-title">Where to begin</h2>
<ol>${found.map(
    ({
      clause,
      others,
    }) => html`<li>${sign(standingOf(clause, report))} <a href="#${anchor(clause.id)}">${clause.id}</a> ${levelTag(clause)}
<p>${clause.rule}</p>
<p class="came">Received: ${accountOf(clause, record).received}</p>
${others.length > 0 && html`<p class="faint">The same answers break ${others.map(({ id }, index) => html`${index > 0 && ', '}<a href="#${anchor(id)}">${id}</a>`)}.</p>`}</li>`,
  )}</ol></section>`
}

function suiteFaults({ faults }: Report): Markup {
  if (faults.length === 0) return NOTHING
  return html`<section class="faults"><h2>Faults of the suite itself, not of the server</h2>
${faults.map((fault) => html`<pre tabindex="0" role="group" aria-label="A fault of the suite">${fault.slice(0, 4000)}</pre>`)}</section>`
}

const WAIVER_WORDS = {
  used: 'is broken, and put up with',
  stale: 'holds: this waiver is stale and fails the run; take it away',
  'not judged': 'was not judged, so this run cannot tell whether the waiver is still needed',
} as const

function waivers(report: Report): Markup {
  if (report.waivers.length === 0) return NOTHING
  return html`<section class="not-judged" aria-labelledby="waivers-title"><h2 id="waivers-title">What is waived</h2>
<ul>${report.waivers.map(
    ({ clause, reason, state }) =>
      html`<li>${rowLink(clause, report)} ${WAIVER_WORDS[state]}. <span class="faint">Reason: ${reason}</span></li>`,
  )}</ul></section>`
}

/** Each reason once, with what to provide. */
function notJudged(report: Report): Markup {
  const reasons = whyNotJudged(report)
  if (reasons.length === 0) return NOTHING
  return html`<section class="not-judged" aria-labelledby="not-judged-title"><h2 id="not-judged-title">What was not judged</h2>
<ul>${reasons.map(
    ({ reason, clauses }) =>
      html`<li>${sign(standingOf(clauses[0], report))} ${reason}<br><span class="faint">${rowLinks(clauses, report)}</span></li>`,
  )}</ul></section>`
}
