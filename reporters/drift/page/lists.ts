import type { DriftReport } from '../../../drift/report.ts'
import { excerpt } from '../../../runner/history/reading/words.ts'
import { html, type Markup, NOTHING } from '../../html/markup.ts'
import { counted } from '../../words/counted.ts'
import { standingIn } from '../entries.ts'
import { countsInWords, sentenceOf } from '../sentences.ts'
import { proofInWords } from '../spent.ts'
import { comparedInWords, isPartlyCompared, remediesOf, seldomInWords, sightingsInWords } from '../unseen.ts'

const MOST_SHOWN = 100

type List = { id: string; title: string; gist: string; isOpen?: boolean; lines: readonly Markup[] }

/** What is no news: each kind in a line that opens. */
export function lists(report: DriftReport): Markup {
  return html`${[stale(report), accepted(report), seldom(report), notLookedAt(report), notCompared(report), noise(report)].map(folded)}${proof(report)}`
}

function folded({ id, title, gist, isOpen, lines }: List): Markup {
  if (lines.length === 0) return NOTHING
  const more = lines.length - MOST_SHOWN
  return html`<details class="part not-judged"${isOpen && html` open`}><summary><h2>${title}</h2> <span class="gist">${gist}</span></summary>
<ul id="${id}">${lines.slice(0, MOST_SHOWN).map((line) => html`<li>${line}</li>`)}${more > 0 && html`<li class="faint">and ${more} more, in <code>drift.json</code></li>`}</ul></details>`
}

function stale({ stale: all }: DriftReport): List {
  return {
    ...{ id: 'stale', title: 'Accepted, but gone again', isOpen: true },
    gist: `${counted(all.length, 'acceptance is', 'acceptances are')} stale: gatecheck drift record --update takes them away`,
    lines: all.map(
      ({ id, what, reason }) =>
        html`${excerpt(what, 400)} <span class="faint">It was accepted: ${excerpt(reason, 300)}</span> <code class="faint">${excerpt(id, 40)}</code>`,
    ),
  }
}

function accepted(report: DriftReport): List {
  const entries = standingIn(report, 'accepted')
  return {
    ...{ id: 'accepted', title: 'Accepted', gist: counted(entries.length, 'change') },
    lines: entries.map(
      (entry) =>
        html`${excerpt(sentenceOf(entry), 400)} <span class="faint">Because: ${excerpt(entry.changes[0].accepted ?? '', 300)}</span>`,
    ),
  }
}

function seldom(report: DriftReport): List {
  return {
    ...{
      id: 'seldom',
      title: 'Seen too seldom to tell from chance',
      gist: report.seldom.length > 0 ? seldomInWords(report) : '',
    },
    lines: report.seldom.map(
      (each) => html`${excerpt(each.what, 400)} <span class="faint">${sightingsInWords(each)}</span>`,
    ),
  }
}

function notLookedAt(report: DriftReport): List {
  return {
    ...{ id: 'not-looked-at', title: 'Not looked at' },
    gist: `${counted(report.notLookedAt.length, 'place')} that the baseline knows, never "the same"`,
    lines: remediesOf(report).map(
      ({ remedy, places }) =>
        html`${remedy}<br><span class="faint">${places.slice(0, MOST_SHOWN).map(({ what }, index) => html`${index > 0 && '; '}${excerpt(what, 200)}`)}${places.length > MOST_SHOWN && ` and ${places.length - MOST_SHOWN} more`}</span>`,
    ),
  }
}

function notCompared(report: DriftReport): List {
  const words = comparedInWords(report)
  const isShown = words !== undefined && isPartlyCompared(report)
  return {
    ...{ id: 'not-compared', title: 'Not compared', gist: words ?? '' },
    lines: [
      ...(isShown ? [html`Only requests that both sides sent are compared.`] : []),
      ...report.notCompared.map(({ what, why }) => html`${excerpt(what, 200)}: ${excerpt(why, 300)}`),
    ],
  }
}

function noise(report: DriftReport): List {
  const entries = standingIn(report, 'noise')
  return {
    ...{
      id: 'noise',
      title: 'Noise',
      gist: `${counted(entries.length, 'difference')} that the server's own scatter explains`,
    },
    lines: entries.map((entry) => {
      return html`${excerpt(sentenceOf(entry), 400)} <span class="faint">${countsInWords(entry.changes)}</span>`
    }),
  }
}

/** Which kinds of change would have been seen. */
function proof(report: DriftReport): Markup {
  const { found, notPlanted, missed } = report.proof
  if (found.length + notPlanted.length + missed.length === 0) return NOTHING
  const chips = (sign: string, tone: string, word: string, events: readonly string[]) =>
    events.map(
      (event) =>
        html`<li class="${tone}"><span aria-hidden="true">${sign}</span> ${event}<span class="hidden">, ${word}</span></li>`,
    )
  return html`<details class="part"${missed.length > 0 && html` open`}><summary><h2>Would it have been seen?</h2> <span class="gist">${proofInWords(report)}</span></summary>
<div id="proof"><p>Before it says anything, a check plants one change of each kind into a copy of what it has just seen, and looks for it.</p>
<ul class="chips">${chips('✘', 'bad', 'missed', missed)}${chips('✔', 'good', 'found', found)}${chips('–', 'none', 'had no place', notPlanted)}</ul></div></details>`
}
