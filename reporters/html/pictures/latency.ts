import type { Traffic } from '../../outcome/traffic.ts'
import { counted } from '../../words/counted.ts'
import { html, type Markup, NOTHING } from '../markup.ts'
import { picture, WIDTH } from './picture.ts'
import { inTime, logarithmic, px } from './scale.ts'

const LEFT = 190
const RIGHT = 30
const ROW = 34

type Summary = {
  endpoint: string
  count: number
  least: number
  lower: number
  median: number
  upper: number
  most: number
}

/** Response times by endpoint: the middle half as a box, the median as a line, the rest as whiskers. */
export function latency({ requests }: Traffic): Markup {
  const answered = requests.filter(({ status }) => status !== undefined)
  const rows = [...Map.groupBy(answered, ({ endpoint }) => endpoint)]
    .map(([endpoint, all]) =>
      summary(
        endpoint,
        all.map(({ ms }) => ms),
      ),
    )
    .sort((a, b) => b.median - a.median)
  if (rows.length === 0) return NOTHING
  const least = Math.max(0.1, Math.min(...rows.map((each) => each.least)))
  const most = Math.max(...rows.map((each) => each.most))
  const x = logarithmic([least, most], [LEFT, WIDTH - RIGHT])
  const height = rows.length * ROW + 30
  return picture(
    {
      id: 'latency',
      title: 'Response times',
      caption: html`By endpoint. Box: 25th to 75th percentile; line: median; whiskers: minimum and maximum.`,
      said: 'Response times by endpoint; the table below has the same numbers',
    },
    height,
    html`${powers(least, most).map((ms) => html`<g class="axis"><line x1="${px(x(ms))}" x2="${px(x(ms))}" y1="0" y2="${height - 22}"></line><text x="${px(x(ms))}" y="${height - 6}" text-anchor="middle">${inTime(ms)}</text></g>`)}
${rows.map((each, index) => box(each, index * ROW + 6, x))}`,
    asTable(rows),
  )
}

function asTable(rows: readonly Summary[]): Markup {
  return html`
<details><summary>Show as a table</summary><div class="scroll" tabindex="0" role="group" aria-label="Response times, scrollable"><table><thead><tr><th scope="col">Endpoint</th><th scope="col">Responses</th><th scope="col">Min</th><th scope="col">Median</th><th scope="col">75th percentile</th><th scope="col">Max</th></tr></thead>
<tbody>${rows.map((each) => html`<tr><th scope="row">${each.endpoint}</th><td class="numbers">${each.count}</td><td class="numbers">${inTime(each.least)}</td><td class="numbers">${inTime(each.median)}</td><td class="numbers">${inTime(each.upper)}</td><td class="numbers">${inTime(each.most)}</td></tr>`)}</tbody></table></div></details>`
}

function box(
  { endpoint, count, least, lower, median, upper, most }: Summary,
  y: number,
  x: (ms: number) => number,
): Markup {
  const middle = y + 11
  return html`<g><title>${endpoint}: median ${inTime(median)}, max ${inTime(most)}, ${counted(count, 'response')}</title>
<text class="name" x="${LEFT - 12}" y="${middle + 4}" text-anchor="end">${endpoint}</text>
<line class="whisker" x1="${px(x(least))}" x2="${px(x(most))}" y1="${middle}" y2="${middle}"></line>
<rect class="box" x="${px(x(lower))}" y="${y}" width="${px(Math.max(2, x(upper) - x(lower)))}" height="22"></rect>
<line class="median" x1="${px(x(median))}" x2="${px(x(median))}" y1="${y}" y2="${y + 22}"></line></g>`
}

function summary(endpoint: string, times: readonly number[]): Summary {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  return {
    endpoint,
    count: sorted.length,
    least: at(0),
    lower: at(0.25),
    median: at(0.5),
    upper: at(0.75),
    most: sorted.at(-1)!,
  }
}

function powers(least: number, most: number): number[] {
  const from = Math.ceil(Math.log10(least))
  const to = Math.floor(Math.log10(Math.max(most, least * 10)))
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => 10 ** (from + index))
}
