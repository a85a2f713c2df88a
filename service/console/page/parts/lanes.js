import { h, svg } from './dom.js'
import { classOf } from './strip.js'
import { counted, lasting, timeOf } from './words.js'

const WIDTH = 1000
const SHORTEST_MS = 1000
const FEWEST_REQUESTS = 4

export const isOpenStill = ({ status }) => status !== 'succeeded' && status !== 'failed'

const beginning = (job) => ({ n: job.first, at: job.from })

/** One scale for all lanes: the last seconds of service time, or request by request. */
export function scaleOf(jobs, { byOrder, seconds, live }) {
  const placeOf = byOrder ? ({ n }) => n : ({ at }) => at
  const all = jobs.flatMap((job) => [beginning(job), ...job.polls]).map(placeOf)
  const first = all.reduce((least, each) => Math.min(least, each))
  const last = all.reduce((most, each) => Math.max(most, each))
  const now = jobs.some(isOpenStill) && !byOrder ? Math.max(last, live.now()) : last
  const from = Number.isNaN(seconds) ? first : Math.max(first, now - seconds * 1000)
  const to = Math.max(now, from + (byOrder ? FEWEST_REQUESTS : SHORTEST_MS))
  const x = (place) => Math.max(0, Math.min(WIDTH, ((place - from) / (to - from)) * WIDTH))
  return { byOrder, from, to, placeOf, x, isWithin: (each) => placeOf(each) >= from }
}

export function axis({ byOrder, from, to }) {
  const marks = [0, 0.25, 0.5, 0.75, 1].map((part) => from + (to - from) * part)
  const words = (place) =>
    byOrder ? `#${Math.round(place)}` : place === from ? timeOf(place) : `+${lasting(place - from)}`
  return h(
    'div',
    { class: 'lane axis', 'aria-hidden': 'true' },
    h('span', {}),
    h(
      'span',
      { class: 'marks' },
      marks.map((place) => h('span', {}, words(place))),
    ),
    h('span', {}),
  )
}

export function laneStrip(job, { x, placeOf, to }, state) {
  const begin = x(placeOf(beginning(job)))
  const places = job.polls.map((poll) => ({ poll, from: x(placeOf(poll)) }))
  const end = x(to)
  const spans = places.map(({ poll, from }, index) => ({
    poll,
    from,
    to: places[index + 1]?.from ?? end,
  }))
  const rect = (name, from, until) => {
    if (until <= 0) return null
    const isFinal = name === 'succeeded' || name === 'failed'
    return svg('rect', {
      class: name,
      x: from.toFixed(1),
      y: isFinal ? 9 : 5,
      width: Math.max(3, until - from).toFixed(1),
      height: isFinal ? 6 : 14,
    })
  }
  return svg(
    'svg',
    {
      class: 'lane-strip',
      viewBox: `0 0 ${WIDTH} 24`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `${state}, ${counted(job.polls.length, 'poll')}`,
    },
    rect('waiting', begin, places[0]?.from ?? x(to)),
    spans.map(({ poll, from, to: until }) => rect(classOf(poll), from, until)),
    svg('path', {
      class: 'poll',
      d: places
        .filter(({ from }) => from > 0)
        .map(({ from }) => `M${from.toFixed(1)} 2v20`)
        .join(''),
    }),
  )
}
