import type { Report } from '../../runner/report/report.ts'
import { OPEN_POINTS } from '../../spec/open-points.ts'
import { html, type Markup, NOTHING } from './markup.ts'

/** What the law leaves to the server, and what this one has chosen: never judged. */
export function choices({ open }: Report): Markup {
  if (open.length === 0) return NOTHING
  const rows = OPEN_POINTS.flatMap((point) => open.filter(({ id }) => id === point.id).map((seen) => ({ point, seen })))
  return html`<section id="choices" aria-labelledby="choices-title">
<h2 id="choices-title">What this server has chosen</h2>
<p>The law leaves these points open. They are told, never judged; where they change from run to run, clients may notice.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Choices at open points"><table>
<thead><tr><th scope="col">Question</th><th scope="col">This server</th><th scope="col">Exchanges</th></tr></thead>
<tbody>${rows.map(
    ({
      point,
      seen,
    }) => html`<tr id="open-${point.id}"><th scope="row">${point.question}<br><code class="faint">${point.id}</code> <span class="tag">${point.section}</span></th>
<td>${seen.choice}${seen.inconsistent !== undefined && html`<br><span class="doubtful">≠ ${seen.inconsistent}</span>`}</td><td class="numbers">${seen.evidence.slice(0, 5).join(', ')}</td></tr>`,
  )}</tbody></table></div></section>`
}
