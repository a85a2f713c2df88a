import type { ClientClauseReport, ClientReport } from '../../../runner/report/clients/report.ts'
import { documentOf } from '../../html/document.ts'
import { html, type Markup, NOTHING } from '../../html/markup.ts'
import { counted } from '../../words/counted.ts'
import { brokenClause, clauseTable } from './clauses.ts'
import { scenarioList } from './scenario.ts'
import { CLIENT_STYLE } from './style.ts'

/** As many as a reader takes in at once; the others have a line each. */
const MOST_UNFOLDED = 4

/** What is known of a client, as a page that needs nothing beside it. */
export function clientPage(report: ClientReport): string {
  const { clauses, scenarios, command = [], open } = report
  const musts = new Set<string>(clauses.filter(({ level }) => level === 'must').map(({ id }) => id))
  const isMust = (id: string) => musts.has(id)
  const broken = clauses.filter(({ verdict }) => verdict === 'fail')
  const ordered = [...broken.filter(({ level }) => level === 'must'), ...broken.filter(({ level }) => level !== 'must')]
  const told = open.filter(({ untold }) => untold === undefined)
  const parts: [string, string, Markup][] = [
    [
      'broken',
      'Failures',
      ordered.length > 0
        ? html`<h2>What fails, and how to fix it</h2>${ordered.map((clause, index) => brokenClause(clause, report, index < MOST_UNFOLDED))}`
        : NOTHING,
    ],
    ['scenarios', 'Scenarios', scenarios.length > 0 ? scenarioList(report, isMust) : NOTHING],
    [
      'clauses',
      'Clauses',
      html`<details class="part"><summary><h2>Clauses that bind clients</h2> <span class="gist">${inCounts(report)}</span></summary>${clauseTable(clauses)}</details>`,
    ],
    [
      'free',
      'Choices',
      told.length > 0
        ? html`<details class="part"><summary><h2>What it does where it is free</h2> <span class="gist">${counted(told.length, 'choice')}</span></summary><ul class="observed">${told.map(({ id, choice }) => html`<li><code>${id}</code>: ${choice}</li>`)}</ul></details>`
        : NOTHING,
    ],
  ]
  const shown = parts.filter(([, , { text }]) => text !== '')
  const { word } = concluded(report)
  return documentOf({
    title: `${word}: ${command.length > 0 ? command.join(' ') : 'clients'}, gatecheck`,
    style: CLIENT_STYLE,
    links: shown.map(([id, name]) => [id, name]),
    main: html`${firstScreen(report)}
${shown.map(([id, , part]) => html`<section id="${id}">${part}</section>`)}`,
    footer: html`Made by ${report.suite.name} ${report.suite.version}; the same is in <code>client.json</code>. <code>gatecheck show 3 --scenario plain</code>, with the folder of this page behind the number, shows the third request of the scenario plain.`,
  })
}

const CONCLUSIONS = {
  pass: { word: 'PASS', tone: 'good' },
  fail: { word: 'FAIL', tone: 'bad' },
  inconclusive: { word: 'NO VERDICT', tone: 'doubtful' },
} as const

const concluded = ({ verdict }: ClientReport) => CONCLUSIONS[verdict]

function firstScreen(report: ClientReport): Markup {
  const { command = [], scenarios, obstacle, startedAt, seconds, suite, seed, faults } = report
  const { word, tone } = concluded(report)
  const when = `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)} UTC`
  return html`<header class="verdict ${tone}">
<p class="word">${word}</p>
<h1>${command.length > 0 ? html`<code>${command.join(' ')}</code>` : 'Clients'}</h1>
<p class="words">${inWords(report)}</p>
<p class="faint"><time datetime="${startedAt}">${when}</time>, ${counted(scenarios.length, 'scenario')} in ${seconds.toFixed(0)} s${seed !== undefined && `, seed ${seed}`}, ${suite.name} ${suite.version}</p>
</header>
${
  faults.length > 0 &&
  html`<section class="faults"><h2>Faults of gatecheck itself, not of the client</h2>
${faults.map((fault) => html`<pre tabindex="0" role="group" aria-label="A fault of gatecheck">${fault.slice(0, 4000)}</pre>`)}</section>`
}
${obstacle && html`<section class="obstacle"><h2>${obstacle.what}</h2><p>${obstacle.next}</p></section>`}`
}

function inCounts({ clauses }: ClientReport): string {
  const of = (word: ClientClauseReport['verdict']) => clauses.filter(({ verdict }) => verdict === word).length
  return `${of('fail')} failed, ${of('pass')} passed, ${of('not judged')} not judged`
}

/** The verdict in one sentence. */
function inWords({ verdict, reason, clauses, strict }: ClientReport): string {
  const of = (level: ClientClauseReport['level']) =>
    clauses.filter((each) => each.verdict === 'fail' && each.level === level).length
  const warnings =
    of('should') > 0 ? `, and ${counted(of('should'), 'should clause')}${strict ? '' : ' (a warning)'}` : ''
  if (verdict === 'fail') return `${counted(of('must'), 'must clause')} failed${warnings}.`
  if (verdict === 'inconclusive') return `No verdict: ${reason ?? 'nothing could be judged'}.`
  return `No must clause failed${warnings}.`
}
