import { html, type Markup } from '../../html/markup.ts'
import { inTime } from '../../html/pictures/scale.ts'
import type { ClientReport, Moment, ScenarioReport } from '../../outcome/clients/report.ts'
import { counted } from '../../words/counted.ts'
import { endOf, standingOfScenario } from '../scenarios.ts'
import { answerOf, timeline } from './timeline.ts'

const MOST_ROWS = 200

/** Failed scenarios first, then inconclusive ones; passed ones are folded. */
export function scenarioList({ scenarios }: ClientReport, isMust: (id: string) => boolean): Markup {
  const of = (word: ScenarioReport['verdict']) => scenarios.filter(({ verdict }) => verdict === word)
  const [failed, passed, unjudged] = [of('fail'), of('pass'), of('not judged')]
  const parts = (all: readonly ScenarioReport[]) => all.map((each) => scenarioPart(each, isMust))
  const gist = `${failed.length} failed, ${passed.length} passed, ${unjudged.length} not tested`
  return html`<h2>Scenarios <span class="gist">${gist}</span></h2>${parts(failed)}${parts(unjudged)}
${passed.length > 0 && html`<details class="part"><summary><span class="sign good" aria-hidden="true">✔</span> <h3>${counted(passed.length, 'scenario')} passed</h3> <span class="gist">${passed.map(({ name }) => name).join(', ')}</span></summary><div class="passed">${parts(passed)}</div></details>`}`
}

function scenarioPart(scenario: ScenarioReport, isMust: (id: string) => boolean): Markup {
  const { name, about, reason, broken, output = [], observed = [], alone, untried } = scenario
  const { sign, tone, word } = standingOfScenario(scenario, isMust)
  const end = untried ? [] : [endOf(scenario), `${scenario.seconds.toFixed(1)} s`]
  const gist = [broken.length > 0 ? `${word} (${counted(broken.length, 'clause')})` : word, ...end].join(', ')
  return html`<details class="part scenario" id="scenario-${name}"><summary><span class="sign ${tone}" aria-hidden="true">${sign}</span><h3>${name}</h3> <span class="gist">${gist}</span></summary>
<div><p>${about}</p>
${reason !== undefined && html`<p class="faint">Not judged: ${reason}.</p>`}
${broken.length > 0 && html`<p>Failed clauses: ${broken.map((id, index) => html`${index > 0 && ', '}<a href="#clause-${id}"><code>${id}</code></a>`)}.</p>`}
${alone && html`<p class="faint said">In parallel with other scenarios its timing failed ${alone.clauses.join(', ')}. Rerun alone, it failed ${alone.confirmed.length === 0 ? 'none of them' : alone.confirmed.join(', ')}.</p>`}
${observed.length > 0 && html`<h4>Observations (not judged)</h4><ul class="observed">${observed.map((each) => html`<li>${each}</li>`)}</ul>`}
${timeline(scenario)}
${requests(scenario)}
${output.length > 0 && html`<h4>Last output</h4><pre tabindex="0">${output.join('\n')}</pre>`}
</div></details>`
}

function requests({ moments = [], name }: ScenarioReport): Markup | false {
  if (moments.length === 0) return false
  return html`<details><summary>Requests as a table</summary><div class="tabular" tabindex="0" role="group" aria-label="Requests of ${name}, scrollable"><table><thead><tr><th scope="col">No.</th><th scope="col">At</th><th scope="col">Request</th><th scope="col">Response</th><th scope="col">Time</th></tr></thead>
<tbody>${moments.slice(0, MOST_ROWS).map(row)}</tbody></table></div></details>`
}

const row = (moment: Moment) =>
  html`<tr><td class="numbers">${moment.n}</td><td class="numbers">${inTime(moment.at)}</td><td><code>${moment.what}</code></td><td>${answerOf(moment)}</td><td class="numbers">${inTime(moment.ms)}</td></tr>`
