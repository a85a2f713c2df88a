import { createHash } from 'node:crypto'
import { excerpt } from '../../../../engine/history/reading/words.ts'
import { command } from '../../../../reporters/html/commands.ts'
import { html, type Markup, NOTHING } from '../../../../reporters/html/markup.ts'
import { counted } from '../../../../reporters/words/counted.ts'
import type { DriftChange, DriftReport } from '../../report.ts'
import { isOfARound, percent } from '../../telling/sentences.ts'
import { acceptLine, evidenceOf, idsOf, type Places, showLine } from '../commands.ts'
import { type ChangedPlace, type Entry, standingIn } from '../entries.ts'
import { chanceOf, sentenceOf, sidesOf } from '../sentences.ts'
import { STANDINGS, type StandingName } from '../standing.ts'

const MOST_UNFOLDED = 6
const MOST_SHOWN = 60
const MOST_PLACES = 60
const MOST_EXCHANGES = 8

/** Element id of the card, from the ids of its changes. */
export function anchorOf(entry: Entry): string {
  return `change-${createHash('sha256').update(idsOf(entry).join(' ')).digest('hex').slice(0, 12)}`
}

const TITLES: Partial<Record<StandingName, string>> = {
  breaking: 'Breaking',
  elsewhere: 'Breaking, but not for your client',
  compatible: 'Compatible',
}

/** Changes of one standing: a card for each cause; less important ones are folded. */
export function cards(standing: StandingName, report: DriftReport, places: Places): Markup {
  const entries = standingIn(report, standing)
  if (entries.length === 0) return NOTHING
  const count = entries.reduce((sum, { changes }) => sum + changes.length, 0)
  const first = entries.slice(0, MOST_UNFOLDED)
  const lines = entries.slice(MOST_UNFOLDED, MOST_SHOWN)
  const rest = entries.length - first.length - lines.length
  const gist =
    count === entries.length
      ? counted(count, 'change')
      : `${counted(entries.length, 'change')} at ${counted(count, 'place')}`
  return html`<section id="${standing}" aria-labelledby="${standing}-title">
<h2 id="${standing}-title">${TITLES[standing]} <span class="gist">${gist}</span></h2>
${first.map((entry) => card(entry, places))}
${lines.map((entry) => html`<details class="part line"><summary>${signOf(entry)} ${excerpt(sentenceOf(entry), 160)}</summary>${card(entry, places)}</details>`)}
${rest > 0 && html`<p class="faint">And ${counted(rest, 'more change')}, in <code>drift.json</code>.</p>`}
</section>`
}

function signOf({ standing }: Entry): Markup {
  const { sign, tone, word } = STANDINGS[standing]
  return html`<span class="sign ${tone}" role="img" aria-label="${word}" title="${word}">${sign}</span>`
}

function card(entry: Entry, at: Places): Markup {
  const [first] = entry.changes
  const id = anchorOf(entry)
  return html`<article class="failure change ${STANDINGS[entry.standing].tone}" id="${id}" aria-labelledby="${id}-title">
<div class="head">${signOf(entry)} <h3 id="${id}-title"><a class="self" href="#${id}">${excerpt(sentenceOf(entry), 600)}</a></h3>${first.reliedOn && html` <span class="tag reads">read by your client</span>`}</div>
${sides(entry)}
<p class="todo"><b>Clients:</b> ${excerpt(first.todo, 400)}</p>
<div class="doors">
${where(entry)}
${look(entry, at)}
<details><summary>Accept it</summary><p class="faint">Give a reason. The change no longer fails checks; gatecheck reports when it goes away.</p>${command(acceptLine(idsOf(entry), at), 'Accept the change')}</details>
</div>
</article>`
}

/** Before and after as a diff of two lines, with counts. */
function sides(entry: Entry): Markup {
  const { changes } = entry
  const [before, after] = sidesOf(changes[0])
  const chance = chanceOf(changes)
  const counted = isOfARound(changes[0].event) ? [] : changes.flatMap((each) => (each.counts ? [each.counts] : []))
  const sum = (side: 'before' | 'now') =>
    counted.reduce<[number, number]>(([shown, of], each) => [shown + each[side][0], of + each[side][1]], [0, 0])
  const lacks = changes[0].event === 'gone' || changes[0].event === 'missing at times'
  return html`<div class="sides">
<div class="side was"><span class="label">Baseline</span><span class="value"><span aria-hidden="true">−</span> <del>${before}</del></span>${counted.length > 0 && often(sum('before'), lacks)}</div>
<div class="side is"><span class="label">Now</span><span class="value"><span aria-hidden="true">+</span> <ins>${after}</ins></span>${counted.length > 0 && often(sum('now'), lacks)}</div>
</div>${counted.length > 0 && chance !== undefined && html`<p class="faint counts">Probability that an unchanged server shows this: <b>${chance}</b></p>`}`
}

/** For a missing thing, counts are those of responses without it. */
function often([shown, of]: readonly [number, number], lacks: boolean): Markup {
  if (of === 0) return NOTHING
  const there = lacks ? of - shown : shown
  return html`<span class="often"><span class="meter" aria-hidden="true"><span style="width:${Number(((there / of) * 100).toFixed(1))}%"></span></span> ${lacks ? 'present in' : 'seen in'} ${there} of ${of}</span>`
}

function where({ places, changes }: Entry): Markup {
  if (changes.length < 2) return NOTHING
  const shown = places.slice(0, MOST_PLACES)
  const more = places.length - shown.length
  return html`<details class="at"><summary>${counted(places.length, 'place')}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Places"><table><thead><tr><th scope="col">Place</th><th scope="col">What</th><th scope="col">Before</th><th scope="col">Now</th><th scope="col">Chance</th><th scope="col">Exchanges</th><th scope="col">Id</th></tr></thead>
<tbody>${shown.map(placeRows)}</tbody></table></div>${more > 0 && html`<p class="faint">and ${more} more, in <code>drift.json</code></p>`}</details>`
}

function placeRows({ name, changes }: ChangedPlace): Markup {
  return html`${changes.map(
    (each, index) =>
      html`<tr>${index === 0 && html`<th scope="rowgroup" rowspan="${changes.length}">${excerpt(name, 160)}</th>`}<td>${excerpt(partOf(each), 80)}</td><td class="numbers">${each.counts?.before.join(' of ')}</td><td class="numbers">${each.counts?.now.join(' of ')}</td><td class="numbers">${each.chance !== undefined && percent(each.chance)}</td><td class="numbers">${each.evidence.slice(0, 3).join(', ')}</td><td><code>${excerpt(each.id, 40)}</code></td></tr>`,
  )}`
}

const partOf = ({ where: { pointer, header, alias } }: DriftChange) => header ?? alias ?? pointer ?? ''

function look(entry: Entry, at: Places): Markup {
  const numbers = evidenceOf(entry)
  if (numbers.length === 0) return NOTHING
  const more = numbers.length - MOST_EXCHANGES
  return html`<details class="look"><summary>Show ${counted(numbers.length, 'exchange')}</summary>${command(showLine(numbers[0]!, at), 'Show the exchange')}
${numbers.length > 1 && html`<p class="faint">Exchanges ${numbers.slice(0, MOST_EXCHANGES).join(', ')}${more > 0 && ` and ${more} more`}.</p>`}</details>`
}
