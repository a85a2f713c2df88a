import { excerpt } from '../../engine/history/reading/words.ts'
import type { Violation } from '../../engine/judge/verdict.ts'
import type { Details } from '../causes/details.ts'
import type { ClauseReport } from '../outcome/report.ts'
import { counted } from '../words/counted.ts'
import { byPlace, placeOf } from '../words/places.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import { exchangeLink, type Page } from './shown.ts'

const MOST_NAMED = 30
const LONGEST = 300

/** The failed cases of a clause, by endpoint and job. */
export function cases(clause: ClauseReport, { further }: Details, page: Page): Markup {
  const violations = clause.violations ?? []
  if (violations.length < 2) return NOTHING
  const all = further.count + (violations[0]!.times ?? 1)
  const note = violations.length < all ? html`<p class="faint">The first ${violations.length}:</p>` : NOTHING
  return html`<details class="cases"><summary>All ${all} failed cases</summary>${note}
${groupsOf(violations, page).map(
  ([place, group]) =>
    html`<details class="further"><summary>${place} <span class="count">${counted(group.length, 'case')}</span></summary><ul>${group
      .slice(0, MOST_NAMED)
      .map((violation) => one(violation, page))}</ul></details>`,
)}</details>`
}

export function casesInWords({ violations = [] }: ClauseReport, { further }: Details): string {
  const of = further.tried === undefined ? '' : ` of ${further.tried} tested`
  return `${further.count + (violations[0]?.times ?? 1)} failed cases${of}`
}

const groupsOf = (violations: readonly Violation[], { history, report }: Page) =>
  byPlace(violations, ({ evidence }) => history.exchange(evidence.at(-1) ?? 0), report)

/** The case, unless the title of its group names it. */
function one({ case: what, received, evidence, times }: Violation, page: Page): Markup {
  const n = evidence.at(-1) ?? 0
  const exchange = page.history.exchange(n)
  const plain = exchange && `${exchange.request.method} ${exchange.request.path}`
  const said = what === undefined || what === plain ? '' : `${excerpt(what, 140)}: `
  return html`<li>${said}${excerpt(received, 140)}${times !== undefined && ` (${times} times)`} <span class="faint">(${exchangeLink(n, page, 'exchange ')}${exchange && `, ${(exchange.at / 1000).toFixed(1)} s into the run`})</span></li>`
}

/** The case, unless it is only the id of a job. */
export function caseInWords(
  what: string | undefined,
  n: number | undefined,
  { history, report }: Page,
): string | undefined {
  const exchange = history.exchange(n ?? 0)
  const isPlain = exchange && (what === undefined || what === `${exchange.request.method} ${exchange.request.path}`)
  if (!isPlain) return what === undefined ? undefined : excerpt(what, LONGEST)
  return placeOf(exchange, report)
}
