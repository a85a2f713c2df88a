import { beginningOf } from '../../engine/history/recording.ts'
import type { Level } from '../../spec/clause.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { comparisonOf, countsInWords } from '../comparing/earlier-run.ts'
import { conclude } from '../outcome/conclusion.ts'
import type { Report } from '../outcome/report.ts'
import type { RunRecord } from '../reporter.ts'
import { counted } from '../words/counted.ts'
import { STANDINGS, standingOf } from '../words/standings.ts'
import { rowLinks } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'

const MOST_NAMED = 6

/** The verdict, the server, and how much was judged. */
export function firstScreen(record: RunRecord): Markup {
  const { report, history } = record
  const { word, tone, words } = conclude(report)
  const isEmbedded = beginningOf(history)?.target.embedded === true
  return html`<header class="verdict ${tone}">
<p class="word">${word}</p>
<h1>${report.target.baseUrl}${isEmbedded && ' (embedded reference service)'}</h1>
<p class="words">${words}</p>
${comparison(record)}
<p class="faint">${whenAndHow(report)}</p>
</header>
<section class="judged" aria-label="Results by level">
${share('must', report)}
${share('should', report)}
</section>`
}

/** What is new and what is fixed since an earlier run. */
function comparison({ report, earlier }: RunRecord): Markup {
  const compared = comparisonOf({ report, ...(earlier && { earlier }) })
  if (!compared) return NOTHING
  const named = (word: string, ids: readonly ClauseId[]) =>
    ids.length > 0 &&
    html` <span>${word}: ${rowLinks(
      ids.slice(0, MOST_NAMED).map((id) => ({ id })),
      report,
    )}${ids.length > MOST_NAMED && ` and ${ids.length - MOST_NAMED} more`}.</span>`
  return html`<p class="compared">Compared with ${compared.since}: <b>${countsInWords(compared)}</b>.${named('New', compared.news)}${named('Fixed', compared.fixed)}</p>`
}

function whenAndHow({
  startedAt,
  run,
  seconds,
  profile,
  seed,
  suite,
  spec,
  budget,
  target: { proxy },
}: Report): Markup {
  const when = `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)} UTC`
  return html`<time datetime="${startedAt}">${when}</time>, ${seconds.toFixed(1)} s, ${counted(budget.requests, 'request')}, ${counted(budget.jobs, 'job')}, profile ${profile}, seed ${seed},${run !== undefined && html` run ${run},`}${proxy !== undefined && html` proxy ${proxy},`} ${suite.name} ${suite.version}, specification data <code title="SHA-256 of the specification data: ${spec.sha256}">sha256:${spec.sha256.slice(0, 12)}</code>`
}

/** Passed, failed and inconclusive clauses of a level, as a bar and as links. */
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
<p>${parts.map(({ tone, words, count }, index) => html`${index > 0 && ', '}<a class="${tone}" href="#clauses" data-show="${tone}"><b>${count}</b> ${words}</a>`)}</p></div>`
}
