import { excerpt } from '../../../../engine/history/reading/words.ts'
import { html, type Markup, NOTHING } from '../../../../reporters/html/markup.ts'
import { counted } from '../../../../reporters/words/counted.ts'
import type { LogEntry } from '../../log.ts'
import type { DriftReport } from '../../report.ts'
import { STANDINGS } from '../standing.ts'
import { calendar } from './calendar.ts'
import { type Checked, checksIn, type Spell, spellsIn } from './spells.ts'

const MOST_SHOWN = 50
const MOST_CHECKS = 40

/** Earlier checks with their results, and when each change appeared and disappeared. */
export function history(report: DriftReport, log: readonly LogEntry[]): Markup {
  const [first, ...others] = checksIn(log, report.target.baseUrl)
  if (!first) return NOTHING
  const spells = spellsIn([first, ...others])
  return html`<section id="history" aria-labelledby="history-title"><h2 id="history-title">History</h2>
${calendar([first, ...others])}
${spells.length === 0 ? html`<p>No changes in any of them.</p>` : table(spells)}</section>`
}

function table(spells: readonly Spell[]): Markup {
  const shown = spells.slice(0, MOST_SHOWN)
  const more = spells.length - shown.length
  return html`<h3>Changes over time</h3>
<div class="scroll" tabindex="0" role="group" aria-label="Changes over time"><table class="spells"><thead><tr><th scope="col">What</th><th scope="col">First seen</th><th scope="col">Last seen</th><th scope="col">Now</th><th scope="col">The last ${Math.min(MOST_CHECKS, spells[0]!.presence.length)} checks</th></tr></thead>
<tbody>${shown.map(row)}</tbody></table></div>${more > 0 && html`<p class="faint">And ${more} more in the log.</p>`}`
}

function row(spell: Spell): Markup {
  const { whats, first, last, goneAt, returns } = spell
  const { sign, tone, word } = STANDINGS[spell.accepted ? 'accepted' : spell.kind]
  const [what, ...others] = whats
  return html`<tr><th scope="row" class="what"><span class="sign ${tone}" role="img" aria-label="${word}" title="${word}">${sign}</span> ${excerpt(what, 240)}${others.length > 0 && html`<details><summary class="faint">and ${others.length} more at the same times</summary><ul class="faint">${others.slice(0, MOST_SHOWN).map((each) => html`<li>${excerpt(each, 240)}</li>`)}</ul></details>`}</th>
<td class="numbers" data-label="First seen">${day(first)}</td><td class="numbers" data-label="Last seen">${day(last)}</td><td class="now" data-label="Now">${goneAt ? html`gone since ${day(goneAt)}` : html`<b>still present</b>`}${returns > 0 && html`<br><span class="faint">came back ${counted(returns, 'time')}</span>`}</td><td data-label="Checks">${strip(spell)}</td></tr>`
}

const day = ({ at, day: shown }: Checked) => html`<time datetime="${at}">${shown}</time>`

/** The checks in which the change was present, as a bar chart. */
function strip({ presence, kind }: Spell): Markup {
  const last = presence.slice(-MOST_CHECKS)
  const count = last.filter(Boolean).length
  const label = `present in ${count} of the last ${counted(last.length, 'check')}`
  return html`<span class="spell" role="img" aria-label="${label}" title="${label}">${last.map((isThere) => html`<span${isThere && html` class="${STANDINGS[kind].tone}"`}></span>`)}</span>`
}
