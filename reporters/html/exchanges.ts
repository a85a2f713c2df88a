import type { Exchange } from '../../engine/history/entry/exchange.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { isMissedIn, withDemanded } from '../causes/missing.ts'
import { type Line, lineDifferences, usualAside } from '../comparing/line-differences.ts'
import { counted } from '../words/counted.ts'
import { answerLines, type Message, requestLines } from '../words/message.ts'
import { byPlace } from '../words/places.ts'
import { copyButton, showLine } from './commands.ts'
import { html, type Markup, NOTHING } from './markup.ts'
import { exchangeLink, type Page } from './shown.ts'

const PARTS: Partial<Record<Exchange['purpose']['part'], string>> = {
  control: 'control request',
  twin: 'control request',
  introduction: 'discovery',
}

/** Another exchange to compare with. `isGood`: it has the correct response. */
type Beside = { exchange: Exchange; isGood: boolean }

/** Request and response, next to those to compare with, with differences marked. */
export function sideBySide(culprit: Exchange, beside: Beside | undefined, clause: ClauseId, page: Page): Markup {
  const demanded = (answer: Shown): Shown => ({ ...answer, lines: withDemanded(answer.lines, culprit, clause) })
  if (!beside) {
    return html`<div class="pair alone">${column('Exchange', culprit, plain(requestLines(culprit)), demanded(plain(answerLines(culprit))), page)}</div>`
  }
  const { exchange, isGood } = beside
  const requests = compared(requestLines(exchange), requestLines(culprit))
  const answers = compared(answerLines(exchange), answerLines(culprit), {
    gist: usualAside,
    ...(isGood && { isMissed: isMissedIn(culprit, exchange) }),
  })
  return html`<div class="pair">
${column(`${isGood ? 'Control request' : 'Compared with'}, exchange`, exchange, requests[0], answers[0], page)}
${column('Failing request, exchange', culprit, requests[1], demanded(answers[1]), page)}
</div>`
}

/** Two requests on one connection. */
export function inSequence(first: Exchange, then: Exchange | undefined, page: Page): Markup {
  const shown = (title: string, exchange: Exchange) =>
    column(title, exchange, plain(requestLines(exchange)), plain(answerLines(exchange)), page)
  return html`<div class="pair">
${shown('First, exchange', first)}
${then && shown('Then, on the same connection, exchange', then)}
</div>`
}

/** Other exchanges that the page refers to, by endpoint and job. */
export function furtherExchanges(page: Page): Markup {
  const { held, placed, history, report } = page
  const left = [...held].filter((n) => !placed.has(n)).flatMap((n) => history.exchange(n) ?? [])
  if (left.length === 0) return NOTHING
  const groups = byPlace(
    left.toSorted((a, b) => a.n - b.n),
    (exchange) => exchange,
    report,
  )
  return html`<details class="part"><summary><h2>Exchanges</h2> <span class="gist">${counted(left.length, 'more exchange')} mentioned on this page; "npx gatecheck show N" shows any other</span></summary>
<div id="exchanges">${groups.map(
    ([place, exchanges]) =>
      html`<h3>${place} <span class="count">${exchanges.length}</span></h3>${exchanges.map(
        (exchange) =>
          html`<details class="further"><summary>Exchange ${exchange.n}, ${exchange.purpose.case ?? PARTS[exchange.purpose.part] ?? exchange.purpose.part}: ${exchange.answer?.status ?? 'no response'}</summary>
<div class="pair alone">${column('Exchange', exchange, plain(requestLines(exchange)), plain(answerLines(exchange)), page)}</div></details>`,
      )}`,
  )}</div></details>`
}

type Shown = { lines: Line[]; more: number }

const plain = ({ lines, more }: Message): Shown => ({ lines: lines.map((text) => ({ text })), more })

function compared(one: Message, other: Message, manner: Parameters<typeof lineDifferences>[2] = {}): [Shown, Shown] {
  // A truncated text may contain the missing part.
  const { isMissed, ...rest } = manner
  const whole = one.more + other.more === 0 && isMissed ? { isMissed } : {}
  const [left, right] = lineDifferences(one.lines, other.lines, { ...rest, ...whole })
  return [
    { lines: left, more: one.more },
    { lines: right, more: other.more },
  ]
}

/** The first occurrence of an exchange is the target of links to it. */
function column(title: string, exchange: Exchange, request: Shown, answer: Shown, page: Page): Markup {
  const { n, ms, traceparent } = exchange
  const trace = traceparent?.split('-')[1]
  const isFirst = !page.placed.has(n)
  page.placed.add(n)
  const label = `${title} ${n}`
  return html`<figure${isFirst && html` id="exchange-${n}"`}><figcaption>${title} ${exchangeLink(n, page)} <span class="faint">${ms} ms</span></figcaption>
<h4>Sent</h4><div class="sent">${message(request, `${label}: sent`)}</div>
<h4>Received</h4><div>${message(answer, `${label}: received`)}</div>
<p class="show"><code>${showLine(n, page)}</code>${copyButton(showLine(n, page))}</p>
${trace !== undefined && html`<p class="show">Trace <code>${trace}</code>${copyButton(`trace id ${trace}`)}</p>`}
</figure>`
}

function message({ lines, more }: Shown, label: string): Markup {
  const rest = more > 0 ? html`<p class="faint">… ${more} more characters in history.jsonl</p>` : NOTHING
  // Focusable, so that it scrolls with the keyboard.
  return html`<pre tabindex="0" role="group" aria-label="${label}">${lines.map(line)}</pre>${rest}`
}

function line({ text, marked, missing }: Line): Markup {
  if (missing) return html`<span class="missing"><b>missing:</b> ${text.trimStart()}\n</span>`
  if (!marked) return html`<span>${text}\n</span>`
  const { from, to } = marked
  // Missing text has no character to mark.
  const middle =
    from < to ? html`<mark>${text.slice(from, to)}</mark>` : html`<mark class="gap" title="missing here"></mark>`
  return html`<span class="differs">${text.slice(0, from)}${middle}${text.slice(to)}\n</span>`
}
