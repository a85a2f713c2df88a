import type { ClientReport, Moment, ScenarioReport } from '../../../runner/report/clients/report.ts'
import { html, type Markup } from '../../html/markup.ts'
import { inTime } from '../../html/pictures/scale.ts'
import { endOf, standingOfScenario } from '../scenarios.ts'
import { answerOf, timeline } from './timeline.ts'

const MOST_ROWS = 200

/** All of one scenario, folded; the worst ones stand open. */
export function scenarioPart(scenario: ScenarioReport, isMust: (id: string) => boolean): Markup {
  const { name, about, reason, broken, output = [], observed = [], alone, verdict } = scenario
  const { sign, tone, word } = standingOfScenario(scenario, isMust)
  return html`<details class="part scenario" id="scenario-${name}"${verdict === 'fail' && html` open`}><summary><span class="sign ${tone}" aria-hidden="true">${sign}</span><h3>${name}</h3> <span class="gist">${word}; ${endOf(scenario)}, ${scenario.seconds.toFixed(1)} s</span></summary>
<div><p>${about}</p>
${reason !== undefined && html`<p class="faint">Not judged: ${reason}.</p>`}
${broken.length > 0 && html`<p>It breaks ${broken.map((id, index) => html`${index > 0 && ', '}<a href="#clause-${id}"><code>${id}</code></a>`)} here.</p>`}
${alone && html`<p class="faint said">Beside other scenarios it broke ${alone.clauses.join(', ')} by its times. Tried again alone it broke ${alone.confirmed.length === 0 ? 'none of them' : alone.confirmed.join(', ')}.</p>`}
${observed.length > 0 && html`<h4>Seen, and not judged</h4><ul class="observed">${observed.map((each) => html`<li>${each}</li>`)}</ul>`}
${timeline(scenario)}
${requests(scenario)}
${output.length > 0 && html`<h4>What it printed last</h4><pre tabindex="0">${output.join('\n')}</pre>`}
</div></details>`
}

function requests({ moments = [], name }: ScenarioReport): Markup | false {
  if (moments.length === 0) return false
  return html`<details><summary>Its requests as a table</summary><div class="tabular" tabindex="0" role="group" aria-label="The requests of ${name}, scrollable"><table><thead><tr><th scope="col">No.</th><th scope="col">At</th><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Took</th></tr></thead>
<tbody>${moments.slice(0, MOST_ROWS).map(row)}</tbody></table></div></details>`
}

const row = (moment: Moment) =>
  html`<tr><td class="numbers">${moment.n}</td><td class="numbers">${inTime(moment.at)}</td><td><code>${moment.what}</code></td><td>${answerOf(moment)}</td><td class="numbers">${inTime(moment.ms)}</td></tr>`

/** All of them at a glance, each leading to its own part. */
export function glance({ scenarios }: ClientReport, isMust: (id: string) => boolean): Markup {
  return html`<ul class="scenarios">${scenarios.map((each) => {
    const { sign, tone, word } = standingOfScenario(each, isMust)
    return html`<li><span class="sign ${tone}" aria-hidden="true">${sign}</span><a href="#scenario-${each.name}">${each.name}<span class="hidden">, ${word}</span></a><span class="took">${endOf(each)}${!each.untried && html` · ${each.seconds.toFixed(1)} s`}</span></li>`
  })}</ul>`
}
