import { excerpt } from '../../../../engine/history/reading/words.ts'
import { html, type Markup, NOTHING } from '../../../../reporters/html/markup.ts'
import { counted } from '../../../../reporters/words/counted.ts'
import type { DriftReport } from '../../report.ts'
import { standingIn } from '../entries.ts'
import { countsInWords, sentenceOf } from '../sentences.ts'
import { proofInWords } from '../spent.ts'
import { comparedInWords, isPartlyCompared, remediesOf, seldomInWords, sightingsInWords } from '../unseen.ts'

const MOST_SHOWN = 100

type List = { id: string; title: string; gist: string; isOpen?: boolean; lines: readonly Markup[] }

/** Less important results, folded by kind. */
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
    ...{ id: 'stale', title: 'Stale acceptances', isOpen: true },
    gist: `${counted(all.length, 'acceptance')}; remove with gatecheck drift record --update`,
    lines: all.map(
      ({ id, what, reason }) =>
        html`${excerpt(what, 400)} <span class="faint">Reason: ${excerpt(reason, 300)}</span> <code class="faint">${excerpt(id, 40)}</code>`,
    ),
  }
}

function accepted(report: DriftReport): List {
  const entries = standingIn(report, 'accepted')
  return {
    ...{ id: 'accepted', title: 'Accepted', gist: counted(entries.length, 'change') },
    lines: entries.map(
      (entry) =>
        html`${excerpt(sentenceOf(entry), 400)} <span class="faint">Reason: ${excerpt(entry.changes[0].accepted ?? '', 300)}</span>`,
    ),
  }
}

function seldom(report: DriftReport): List {
  return {
    ...{
      id: 'seldom',
      title: 'Too few samples to rule out chance',
      gist: report.seldom.length > 0 ? seldomInWords(report) : '',
    },
    lines: report.seldom.map(
      (each) => html`${excerpt(each.what, 400)} <span class="faint">${sightingsInWords(each)}</span>`,
    ),
  }
}

function notLookedAt(report: DriftReport): List {
  return {
    ...{ id: 'not-looked-at', title: 'Not checked' },
    gist: `${counted(report.notLookedAt.length, 'place')} of the baseline; they may have changed`,
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
      ...(isShown ? [html`Only requests sent by both the baseline and this check are compared.`] : []),
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
      gist: `${counted(entries.length, 'difference')} within the server's normal variation`,
    },
    lines: entries.map((entry) => {
      return html`${excerpt(sentenceOf(entry), 400)} <span class="faint">${countsInWords(entry.changes)}</span>`
    }),
  }
}

const EVENTS: Record<string, string> = { broken: 'clause fails', mended: 'clause passes again' }

/** Which kinds of change the check detects. */
function proof(report: DriftReport): Markup {
  const { found, notPlanted, missed } = report.proof
  if (found.length + notPlanted.length + missed.length === 0) return NOTHING
  const chips = (sign: string, tone: string, word: string, events: readonly string[]) =>
    events.map(
      (event) =>
        html`<li class="${tone}"><span aria-hidden="true">${sign}</span> ${EVENTS[event] ?? event}<span class="hidden">, ${word}</span></li>`,
    )
  return html`<details class="part"${missed.length > 0 && html` open`}><summary><h2>Sensitivity</h2> <span class="gist">${proofInWords(report)}</span></summary>
<div id="proof"><p>Each check seeds one change of each kind into a copy of the recorded traffic and tests that it is detected.</p>
<ul class="chips">${chips('✘', 'bad', 'missed', missed)}${chips('✔', 'good', 'found', found)}${chips('–', 'none', 'not applicable', notPlanted)}</ul></div></details>`
}
