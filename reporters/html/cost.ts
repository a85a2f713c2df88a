import type { Report } from '../outcome/report.ts'
import { balanceInWords, mishapsInWords, spentInWords, tenths, uncertaintiesInWords } from '../outcome/spent.ts'
import type { Drawn, Traffic } from '../outcome/traffic.ts'
import { bytesInWords, limitInWords } from '../outcome/videos.ts'
import { rowLink } from './marks.ts'
import { html, type Markup, NOTHING } from './markup.ts'

/** Cost against the limits, and generated requests. */
export function cost(report: Report, { drawn }: Traffic): Markup {
  const { budget, seconds } = report
  const mishaps = mishapsInWords(report)
  const balance = balanceInWords(report)
  return html`<details class="part"><summary><h2>Cost of the run</h2> <span class="gist">${spentInWords(report).join(', ')}</span></summary>
<div id="cost"><dl class="budget">
${spent('Requests', budget.requests, budget.maxRequests)}
${spent('Jobs', budget.jobs, budget.maxJobs)}
${spent('Seconds of video', tenths(budget.videoSeconds), budget.maxVideoSeconds)}
${budget.cost && paid(budget.cost)}
${spent('Duration in seconds', tenths(seconds), budget.deadlineSeconds)}
${report.videos.length > 0 && spent('Videos downloaded', budget.downloaded, budget.maxDownload, bytesInWords, limitInWords)}
</dl>
${balance !== undefined && html`<p>${balance}.</p>`}
${mishaps.length > 0 && html`<p>Requests retried: ${mishaps.join(', ')}.</p>`}
${uncertaintiesInWords(report).map((each) => html`<p>${each}.</p>`)}
${generated(drawn, report)}
</div></details>`
}

function paid({ unit, atMost, maxCost }: NonNullable<Report['budget']['cost']>): Markup {
  return spent(
    `Maximum cost, ${unit}`,
    Number(atMost),
    maxCost === undefined ? undefined : Number(maxCost),
    () => atMost,
    () => maxCost!,
  )
}

function spent(
  what: string,
  used: number,
  most: number | undefined,
  say: (amount: number) => string = String,
  sayMost = say,
): Markup {
  if (most === undefined) return html`<div><dt>${what}</dt><dd>${say(used)}</dd></div>`
  return html`<div><dt>${what}</dt><dd>${say(used)} of ${sayMost(most)}<div class="meter" aria-hidden="true"><span style="width:${Math.min(100, (used / most) * 100).toFixed(1)}%"></span></div></dd></div>`
}

function generated(drawn: readonly Drawn[], report: Report): Markup {
  if (drawn.length === 0) return NOTHING
  const most = Math.max(...drawn.map(({ sent }) => sent))
  const total = drawn.reduce((sum, { sent }) => sum + sent, 0)
  const groups = [...Map.groupBy(drawn, ({ by }) => by)]
  return html`<h3>Generated requests: ${total}</h3>
<p>The server must reject each of these requests, because it violates the clause in its row. Exception: requests for <code>answers.no-server-error</code> may return any status below 500. The same seed sends the same requests.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Generated requests"><table class="drawn">
<thead><tr><th scope="col">Clause</th><th scope="col">Sent</th><th scope="col"><span class="hidden">Bar chart</span></th><th scope="col">2xx responses</th></tr></thead>
${groups.map(
  ([by, ofOne]) =>
    html`<tbody><tr><th scope="rowgroup" colspan="4">${by}</th></tr>${ofOne
      .toSorted((a, b) => b.sent - a.sent)
      .map(
        ({ breaks, sent, through }) =>
          html`<tr><th scope="row">${rowLink(breaks, report)}</th><td class="numbers">${sent}</td><td><div class="meter" aria-hidden="true"><span style="width:${((sent / most) * 100).toFixed(1)}%"></span></div></td><td class="numbers">${through}</td></tr>`,
      )}</tbody>`,
)}</table></div>`
}
