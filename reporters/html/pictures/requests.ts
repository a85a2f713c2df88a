import type { Sent, Traffic } from '../../outcome/traffic.ts'
import { counted } from '../../words/counted.ts'
import { html, type Markup, NOTHING } from '../markup.ts'
import { picture, WIDTH } from './picture.ts'
import { inTime, linear, px, ticks } from './scale.ts'

const LEFT = 44
const HEIGHT = 190
const BOTTOM = 26
const BINS = 80

const CLASSES = {
  ok: '2xx',
  moved: '3xx',
  refused: '4xx',
  limited: '429',
  crashed: '5xx',
  none: 'no response',
} as const
type StatusClass = keyof typeof CLASSES

/** Number of requests over time, by kind of response. */
export function requestsOverTime({ requests }: Traffic): Markup {
  if (requests.length === 0) return NOTHING
  const end = Math.max(1, ...requests.map(({ at }) => at))
  const bins = Array.from({ length: BINS }, () => new Map<StatusClass, number>())
  for (const each of requests) {
    // A foreign history may have times before its start.
    const bin = bins[Math.max(0, Math.min(BINS - 1, Math.floor((each.at / end) * BINS)))]!
    bin.set(classOf(each), (bin.get(classOf(each)) ?? 0) + 1)
  }
  const most = Math.max(...bins.map((bin) => [...bin.values()].reduce((sum, count) => sum + count, 0)))
  const x = linear([0, BINS], [LEFT, WIDTH - 8])
  const y = linear([0, most], [HEIGHT - BOTTOM, 8])
  const all = Map.groupBy(requests, classOf)
  const seen = (Object.keys(CLASSES) as StatusClass[]).filter((name) => all.has(name))
  const legend = seen.map((name) => [name, `${CLASSES[name]}: ${all.get(name)!.length}`] as const)
  const counts = legend.map(([, words]) => words).join(', ')
  return picture(
    {
      id: 'requests',
      title: 'Requests over time',
      caption: html`${counted(requests.length, 'request')} in ${inTime(end)}, by status.`,
      legend,
      said: `Requests over time, by status: ${counts}`,
    },
    HEIGHT,
    html`${ticks(most, 4).map((count) => html`<g class="axis"><line x1="${LEFT}" x2="${WIDTH - 8}" y1="${px(y(count))}" y2="${px(y(count))}"></line><text x="${LEFT - 8}" y="${px(y(count)) + 4}" text-anchor="end">${count}</text></g>`)}
${ticks(end, 8).map((at) => html`<g class="axis"><text x="${px(x((at / end) * BINS))}" y="${HEIGHT - 6}" text-anchor="${at === 0 ? 'start' : 'middle'}">${inTime(at)}</text></g>`)}
${bins.map((bin, index) => stack(bin, seen, index, x, y))}`,
  )
}

function stack(
  bin: ReadonlyMap<StatusClass, number>,
  seen: readonly StatusClass[],
  index: number,
  x: (bin: number) => number,
  y: (count: number) => number,
): Markup {
  let below = 0
  return html`${seen.map((name) => {
    const count = bin.get(name) ?? 0
    if (count === 0) return NOTHING
    const top = y(below + count)
    const height = y(below) - top
    below += count
    return html`<rect class="${name}" x="${px(x(index))}" y="${px(top)}" width="${px(x(index + 1) - x(index) - 1)}" height="${px(height)}"></rect>`
  })}`
}

function classOf({ status }: Sent): StatusClass {
  if (status === undefined) return 'none'
  if (status === 429) return 'limited'
  if (status < 300) return 'ok'
  if (status < 400) return 'moved'
  return status < 500 ? 'refused' : 'crashed'
}
