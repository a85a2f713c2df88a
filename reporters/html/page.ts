import { againWords } from '../broken/again.ts'
import { conclude } from '../outcome/conclusion.ts'
import { trafficOf } from '../outcome/traffic.ts'
import type { RunRecord } from '../reporter.ts'
import { choices } from './choices.ts'
import { clauseList } from './clause-list.ts'
import { command } from './commands.ts'
import { cost } from './cost.ts'
import { documentOf } from './document.ts'
import { furtherExchanges } from './exchanges.ts'
import { failures } from './failures.ts'
import { firstScreen } from './first-screen.ts'
import { html } from './markup.ts'
import { notices } from './notices.ts'
import { latency } from './pictures/latency.ts'
import { requestsOverTime } from './pictures/requests.ts'
import { timeline } from './pictures/timeline.ts'
import { sections } from './sections.ts'
import { pageOf } from './shown.ts'
import { hasStills, videos } from './videos.ts'

export function htmlReport(record: RunRecord): string {
  const { report, history } = record
  const shown = pageOf(record)
  const traffic = trafficOf(history, report.target.baseUrl)
  const { word } = conclude(report)
  const pictures = [timeline(report, traffic), latency(traffic), requestsOverTime(traffic)].filter(
    ({ text }) => text !== '',
  )
  const broken = failures(shown)
  const looked = videos(report)
  const chosen = choices(shown)
  // What is shown beside a failure need not be shown again, and so this comes after all others.
  const further = furtherExchanges(shown)
  const links = [
    ...(broken.text === '' ? [] : [['broken', 'Broken']]),
    ...(looked.text === '' ? [] : [['videos', 'Videos']]),
    ...(report.clauses.length === 0 ? [] : [['clauses', 'Clauses']]),
    ...(pictures.length === 0 ? [] : [['pictures', 'Pictures']]),
    ...(chosen.text === '' ? [] : [['choices', 'Choices']]),
    ...(further.text === '' ? [] : [['exchanges', 'Exchanges']]),
    ['cost', 'Cost'],
  ]
  return documentOf({
    title: `${word}: ${report.target.baseUrl}, gatecheck`,
    head:
      record.historyPath !== undefined &&
      html`<meta name="gatecheck-history" content="${encodeURIComponent(record.historyPath.toWellFormed())}">`,
    hasPictures: hasStills(report),
    links,
    main: html`${firstScreen(record)}
${broken}
${looked}
${notices(report)}
${clauseList(record)}
${pictures.length > 0 && html`<details class="part"><summary><h2>Pictures of the run</h2> <span class="gist">jobs and requests over time, and how long answers took</span></summary><div id="pictures">${pictures}</div></details>`}
${chosen}
${further}
${cost(report, traffic)}
<details class="part"><summary><h2>The same run again</h2> <span class="gist">the command, with every option of this run</span></summary>${command(againWords(record), 'The same run again')}</details>`,
    beside: sections(record),
    footer: html`Made by ${report.suite.name} ${report.suite.version} from <code>history.jsonl</code>, SHA-256 <code class="digest">${report.history.sha256}</code>. The verdicts can be had again from it by anyone: <code>gatecheck judge DIR</code>.`,
  })
}
