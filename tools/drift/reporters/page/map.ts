import { html, type Markup, NOTHING } from '../../../../reporters/html/markup.ts'
import { counted } from '../../../../reporters/words/counted.ts'
import { ENDPOINTS } from '../../../../spec/endpoints.ts'
import type { Aspect, Where } from '../../habits/habit.ts'
import type { DriftReport } from '../../report.ts'
import { isWhole } from '../conclusion.ts'
import { type Entry, standingIn } from '../entries.ts'
import { briefOf } from '../sentences.ts'
import { STANDINGS, type StandingName } from '../standing.ts'
import { anchorOf } from './cards.ts'

const ELSEWHERE = 'Other paths'
const JOBS = 'Job lifecycle'
const CLAUSES = 'Clauses'
const CHOICES = 'Implementation choices'
const ROWS = [...ENDPOINTS.map(({ name }) => name), ELSEWHERE, JOBS, CLAUSES, CHOICES]

const OF_JOBS: ReadonlySet<Aspect> = new Set<Aspect>(['state', 'step', 'polls'])

function rowOf({ clause, open, alias, endpoint }: Where, aspect?: Aspect): string {
  if (clause !== undefined) return CLAUSES
  if (open !== undefined) return CHOICES
  if (aspect !== undefined && OF_JOBS.has(aspect)) return JOBS
  if (alias !== undefined) return 'GET /models'
  return endpoint === undefined || endpoint === 'elsewhere' ? ELSEWHERE : endpoint
}

const SHOWN = ['breaking', 'elsewhere', 'compatible', 'accepted'] as const satisfies StandingName[]

/** The whole interface: a square for each change, at its place. */
export function interfaceMap(report: DriftReport): Markup {
  const entries = SHOWN.flatMap((standing) => standingIn(report, standing))
  // An incomplete check proves no absence of changes.
  if (!isWhole(report) && entries.length === 0) return NOTHING
  const rows = ROWS.map((name) => row(name, entries, report))
  return html`<section aria-labelledby="map-title"><h2 id="map-title">Overview</h2>
<div class="places" role="group" aria-label="Changes by place">${rows}</div>
<ul class="legend faint">${SHOWN.filter((name) => entries.some(({ standing }) => standing === name)).map((name) => html`<li><span class="square ${STANDINGS[name].tone}" aria-hidden="true">${STANDINGS[name].sign}</span> ${STANDINGS[name].word}</li>`)}${isWhole(report) ? html`<li><span class="square good" aria-hidden="true">✔</span> no change</li>` : html`<li><span class="square none" aria-hidden="true">–</span> unknown</li>`}${report.seldom.length > 0 && html`<li><span class="square doubtful" aria-hidden="true">?</span> too few samples</li>`}${isWhole(report) && report.notLookedAt.length > 0 && html`<li><span class="square none" aria-hidden="true">–</span> not checked</li>`}</ul></section>`
}

function row(name: string, entries: readonly Entry[], report: DriftReport): Markup {
  const own = entries.filter(({ changes }) => changes.some(({ where, aspect }) => rowOf(where, aspect) === name))
  const seldom = report.seldom.filter(({ where, aspect }) => rowOf(where, aspect) === name).length
  const unseen = report.notLookedAt.filter(({ where }) => rowOf(where) === name).length
  const isCalm = own.length + seldom + unseen === 0
  return html`<div class="row"><span class="name">${name}</span><span class="squares">${own.map(square)}${isCalm && (isWhole(report) ? tick('✔', 'good', 'no change') : tick('–', 'none', 'unknown'))}${seldom > 0 && side('?', 'doubtful', 'seldom', `${counted(seldom, 'fact')} with too few samples`, seldom)}${unseen > 0 && side('–', 'none', 'not-looked-at', `${counted(unseen, 'place')} not checked`, unseen)}</span></div>`
}

const tick = (sign: string, tone: string, label: string) =>
  html`<span class="square ${tone}" role="img" aria-label="${label}" title="${label}">${sign}</span>`

function square(entry: Entry): Markup {
  const { sign, tone, word } = STANDINGS[entry.standing]
  const label = `${word}: ${briefOf(entry)}`
  const target = entry.standing === 'accepted' ? 'accepted' : anchorOf(entry)
  return html`<a class="square ${tone}" href="#${target}" title="${label}" aria-label="${label}">${sign}</a>`
}

function side(sign: string, tone: string, target: string, label: string, count: number): Markup {
  return html`<a class="square ${tone}" href="#${target}" title="${label}" aria-label="${label}">${sign}${count > 1 && html`<small>${count}</small>`}</a>`
}
