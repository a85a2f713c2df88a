import { OPEN_POINTS } from '../../spec/open-points.ts'
import { counted } from '../words/counted.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import { sectionButton } from './sections.ts'
import { exchangeLinks, type Page } from './shown.ts'

const MOST_EXCHANGES = 5

/** Implementation choices at open points. */
export function choices(page: Page): Markup {
  const { open } = page.report
  if (open.length === 0) return NOTHING
  const rows = OPEN_POINTS.flatMap((point) => open.filter(({ id }) => id === point.id).map((seen) => ({ point, seen })))
  const observed = open.filter(({ untold }) => untold === undefined)
  const doubtful = open.filter(({ inconsistent }) => inconsistent !== undefined).length
  return html`<details class="part"><summary><h2>Implementation choices</h2> <span class="gist">${counted(observed.length, 'open point')} observed${doubtful > 0 && `, ${doubtful} inconsistent`}</span></summary>
<div id="choices">
<p>The specification leaves these points open. gatecheck reports them and never judges them. Clients may depend on them, so keep them stable.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Implementation choices"><table>
<thead><tr><th scope="col">Question</th><th scope="col">This server</th><th scope="col">Exchanges</th></tr></thead>
<tbody>${rows.map(
    ({
      point,
      seen,
    }) => html`<tr id="open-${point.id}"><th scope="row">${point.question}<br><code class="faint">${point.id}</code> ${sectionButton(point.section)}</th>
<td>${seen.choice}${seen.inconsistent !== undefined && html`<br><span class="doubtful">≠ inconsistent: ${seen.inconsistent}</span>`}</td><td class="numbers">${exchangeLinks(seen.evidence.slice(0, MOST_EXCHANGES), page)}</td></tr>`,
  )}</tbody></table></div></div></details>`
}
