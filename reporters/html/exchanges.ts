import type { Exchange } from '../../runner/history/exchange.ts'
import { type Line, lineDifferences, usualAside } from '../line-differences.ts'
import { answerLines, type Message, requestLines } from '../message.ts'
import { html, type Markup, NOTHING } from './markup.ts'

/** Another exchange to compare with: one that was answered as it should be, or one that only tells something of its own. */
type Beside = { exchange: Exchange; isGood: boolean }

/** What was sent and what came; where there is something to compare with, both, with what differs marked. */
export function sideBySide(culprit: Exchange, beside: Beside | undefined): Markup {
  if (!beside) {
    return html`<div class="pair alone">${column(`Exchange ${culprit.n}`, plain(requestLines(culprit)), plain(answerLines(culprit)))}</div>`
  }
  const { exchange, isGood } = beside
  const requests = compared(requestLines(exchange), requestLines(culprit))
  const answers = compared(answerLines(exchange), answerLines(culprit), usualAside)
  return html`<div class="pair">
${column(`${isGood ? 'The good request' : 'Compared with'}, exchange ${exchange.n}`, requests[0], answers[0])}
${column(`What breaks the clause, exchange ${culprit.n}`, requests[1], answers[1])}
</div>`
}

type Shown = { lines: Line[]; more: number }

const plain = ({ lines, more }: Message): Shown => ({ lines: lines.map((text) => ({ text })), more })

function compared(one: Message, other: Message, gist?: (line: string) => string): [Shown, Shown] {
  const [left, right] = lineDifferences(one.lines, other.lines, gist)
  return [
    { lines: left, more: one.more },
    { lines: right, more: other.more },
  ]
}

function column(title: string, request: Shown, answer: Shown): Markup {
  return html`<figure><figcaption>${title}</figcaption>
<h4>Sent</h4>${message(request, `${title}: sent`)}
<h4>Received</h4>${message(answer, `${title}: received`)}
</figure>`
}

function message({ lines, more }: Shown, label: string): Markup {
  const rest = more > 0 ? html`<p class="faint">… ${more} more characters, in history.jsonl</p>` : NOTHING
  // Whoever has no mouse scrolls with the keyboard.
  return html`<pre tabindex="0" role="group" aria-label="${label}">${lines.map(line)}</pre>${rest}`
}

function line({ text, marked }: Line): Markup {
  if (!marked) return html`<span>${text}\n</span>`
  const { from, to } = marked
  // Something left out has no character to mark.
  const middle =
    from < to
      ? html`<mark>${text.slice(from, to)}</mark>`
      : html`<mark class="gap" title="something is missing here"></mark>`
  return html`<span class="differs">${text.slice(0, from)}${middle}${text.slice(to)}\n</span>`
}
