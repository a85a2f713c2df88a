import { html, type Markup, NOTHING } from '../../html/markup.ts'
import { picture, WIDTH } from '../../html/pictures/picture.ts'
import { inTime, linear, px, type Scale, ticks } from '../../html/pictures/scale.ts'
import type { Moment, ScenarioReport } from '../../outcome/clients/report.ts'
import { counted } from '../../words/counted.ts'
import { pausesIn, waitsIn } from '../waits.ts'

const LEFT = 96
const RIGHT = 12
const ROW = 26
const TOP = 10

const ROWS = {
  reading: 'readings',
  submission: 'submissions',
  poll: 'polls',
  fetch: 'downloads',
  other: 'other',
} as const satisfies Record<Moment['kind'], string>

const SPANS = ['queued', 'running', 'succeeded', 'failed'] as const
const ANSWERS = {
  ok: 'accepted',
  limited: '429',
  refused: 'refused',
  crashed: '5xx, or no complete response',
} as const

/** Requests of a client over time, the statuses that it received, and its waits. */
export function timeline(scenario: ScenarioReport): Markup {
  const { moments = [], name, seconds } = scenario
  if (moments.length === 0) return NOTHING
  const end = Math.max(seconds * 1000, ...moments.map(({ at, ms }) => at + ms))
  const x = linear([0, end], [LEFT, WIDTH - RIGHT])
  const kinds = (Object.keys(ROWS) as Moment['kind'][]).filter((kind) => moments.some((each) => each.kind === kind))
  const waits = waitsIn(moments)
  const rows = [
    ...kinds.map((kind) => ROWS[kind] as string),
    'status',
    ...(waits.length > 0 ? ['Retry-After', 'waited'] : []),
  ]
  const yOf = (row: string) => TOP + rows.indexOf(row) * ROW
  const height = TOP + rows.length * ROW + 26
  return picture(
    {
      id: `timeline-${name}`,
      title: 'Timeline',
      caption: html`${inWords(scenario)}`,
      legend: [
        ...Object.entries(ANSWERS).filter(([tone]) => moments.some((each) => toneOf(each) === tone)),
        ...SPANS.filter((span) => moments.some(({ state }) => state === span)).map(
          (span) => [toneOfState(span), span] as const,
        ),
        ...(waits.length > 0
          ? ([
              ['limited', 'Retry-After'],
              ['wait', 'waited'],
            ] as const)
          : []),
      ],
      said: inWords(scenario),
    },
    height,
    html`${ticks(end, 8).map((at) => html`<g class="axis"><line x1="${px(x(at))}" x2="${px(x(at))}" y1="${TOP}" y2="${height - 22}"></line><text x="${px(x(at))}" y="${height - 6}" text-anchor="${at === 0 ? 'start' : 'middle'}">${inTime(at)}</text></g>`)}
${rows.map((row) => html`<text class="name" x="${LEFT - 10}" y="${yOf(row) + 16}" text-anchor="end">${row}</text>`)}
${moments.map((each) => request(each, yOf(ROWS[each.kind]), x))}
${spans(moments, end).map(({ from, to, state }) => html`<rect class="${toneOfState(state)}" x="${px(x(from))}" y="${yOf('status') + 7}" width="${px(Math.max(2, x(to) - x(from)))}" height="11"><title>${state} from ${inTime(from)} on</title></rect>`)}
${waits.map(
  ({ from, askedMs, keptMs, of }) =>
    html`<rect class="limited" x="${px(x(from))}" y="${yOf('Retry-After') + 7}" width="${px(wide(x, from, askedMs))}" height="11"><title>before the next ${of}: ${inTime(askedMs)}</title></rect>${
      keptMs !== undefined &&
      html`<rect class="wait" x="${px(x(from))}" y="${yOf('waited') + 7}" width="${px(wide(x, from, keptMs))}" height="11"><title>waited ${inTime(keptMs)}</title></rect>`
    }`,
)}`,
  )
}

const wide = (x: Scale, from: number, ms: number) => Math.max(2, Math.min(x(from + ms), WIDTH) - x(from))

function request(moment: Moment, y: number, x: Scale): Markup {
  const { at, ms, what, n } = moment
  return html`<rect class="${toneOf(moment)}" x="${px(x(at))}" y="${y + 5}" width="${px(Math.max(3, x(at + ms) - x(at)))}" height="15"><title>${n}: ${what}, ${answerOf(moment)}, at ${inTime(at)}</title></rect>`
}

function toneOf({ status, lost }: Moment): keyof typeof ANSWERS {
  if (lost || status === undefined || status >= 500) return 'crashed'
  if (status === 429) return 'limited'
  return status >= 400 ? 'refused' : 'ok'
}

const toneOfState = (state: string) =>
  state === 'running' ? 'generating' : (SPANS as readonly string[]).includes(state) ? state : 'odd'

export function answerOf({ status, lost, state, wait }: Moment): string {
  if (status === undefined) return 'no response'
  const more = [state, wait === undefined ? undefined : `wait ${wait} s`, lost ? 'cut off' : undefined]
  return [String(status), ...more.filter((each) => each !== undefined)].join(', ')
}

/** From each response with a new state to the next one. */
function spans(moments: readonly Moment[], end: number): { from: number; to: number; state: string }[] {
  const shown = moments.flatMap(({ at, ms, state }) => (state === undefined ? [] : [{ from: at + ms, state }]))
  const changes = shown.filter(({ state }, index) => state !== shown[index - 1]?.state)
  return changes.map(({ from, state }, index) => ({ from, state, to: changes[index + 1]?.from ?? end }))
}

function inWords({ moments = [], momentsLeftOut = 0 }: ScenarioReport): string {
  const requests = moments.length + momentsLeftOut
  const pauses = pausesIn(moments).toSorted((a, b) => a - b)
  const waits = waitsIn(moments)
  const parts = [
    counted(requests, 'request'),
    ...(momentsLeftOut > 0 ? [`the first ${moments.length} shown`] : []),
    ...(pauses.length > 0 ? [`${between(inTime(pauses[0]!), inTime(pauses.at(-1)!))} between polls`] : []),
    ...waits.map(
      ({ askedMs, keptMs }) =>
        `Retry-After ${inTime(askedMs)}, ${keptMs === undefined ? 'no further request' : `waited ${inTime(keptMs)}`}`,
    ),
  ]
  return `${parts.join('; ')}.`
}

const between = (least: string, most: string) => (least === most ? least : `${least} to ${most}`)
