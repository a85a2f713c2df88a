import { createHash } from 'node:crypto'
import { againWords } from '../again.ts'
import { conclude } from '../conclusion.ts'
import type { RunRecord } from '../reporter.ts'
import { trafficOf } from '../traffic.ts'
import { choices } from './choices.ts'
import { clauseList } from './clause-list.ts'
import { command } from './commands.ts'
import { cost } from './cost.ts'
import { furtherExchanges } from './exchanges.ts'
import { failures } from './failures.ts'
import { firstScreen } from './first-screen.ts'
import { html, Markup } from './markup.ts'
import { notices } from './notices.ts'
import { latency } from './pictures/latency.ts'
import { requestsOverTime } from './pictures/requests.ts'
import { timeline } from './pictures/timeline.ts'
import { SCRIPT } from './script.ts'
import { sections } from './sections.ts'
import { pageOf } from './shown.ts'
import { STYLE } from './style.ts'

/** A page that needs nothing beside it. Nothing in it runs but our own script, even if a server's text got past us. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

export function htmlReport(record: RunRecord): string {
  const { report, history } = record
  const shown = pageOf(record)
  const traffic = trafficOf(history, report.target.baseUrl)
  const { word } = conclude(report)
  const pictures = [timeline(report, traffic), latency(traffic), requestsOverTime(traffic)].filter(
    ({ text }) => text !== '',
  )
  const broken = failures(shown)
  const chosen = choices(shown)
  // What is shown beside a failure need not be shown again, and so this comes after all others.
  const further = furtherExchanges(shown)
  const links = [
    ...(broken.text === '' ? [] : [['broken', 'Broken']]),
    ...(report.clauses.length === 0 ? [] : [['clauses', 'Clauses']]),
    ...(pictures.length === 0 ? [] : [['pictures', 'Pictures']]),
    ...(chosen.text === '' ? [] : [['choices', 'Choices']]),
    ...(further.text === '' ? [] : [['exchanges', 'Exchanges']]),
    ['cost', 'Cost'],
  ]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY.replaceAll('"', ''))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${record.historyPath !== undefined && html`<meta name="gatecheck-history" content="${encodeURIComponent(record.historyPath.toWellFormed())}">`}
<title>${word}: ${report.target.baseUrl}, gatecheck</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">To the report</a>
<nav aria-label="Parts of this report"><a class="name" href="#main">gatecheck</a>${links.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
<main id="main">
${firstScreen(report)}
${broken}
${notices(report)}
${clauseList(record)}
${pictures.length > 0 && html`<details class="part"><summary><h2>Pictures of the run</h2> <span class="gist">jobs and requests over time, and how long answers took</span></summary><div id="pictures">${pictures}</div></details>`}
${chosen}
${further}
${cost(report, traffic)}
<details class="part"><summary><h2>The same run again</h2> <span class="gist">the command, with every option of this run</span></summary>${command(againWords(record), 'The same run again')}</details>
</main>
${sections(record)}
<footer><p>Made by ${report.suite.name} ${report.suite.version} from <code>history.jsonl</code>, SHA-256 <code class="digest">${report.history.sha256}</code>. The verdicts can be had again from it by anyone: <code>gatecheck judge DIR</code>.</p></footer>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text
}
