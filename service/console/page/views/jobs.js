import { post } from '../parts/api.js'
import { empty, h, head, notice, redraw, svg } from '../parts/dom.js'
import { select } from '../parts/forms.js'
import { classOf } from '../parts/strip.js'
import { counted, lasting, shortId, stateInWords, timeOf, toneOf } from '../parts/words.js'

const MOST_ROWS = 60
const WIDTH = 1000
const STATES = [
  ['waiting', 'not polled yet'],
  ['queued', 'queued'],
  ['generating', 'running, generating'],
  ['enhancing', 'running, enhancing'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['unknown', 'another answer'],
]

/** All jobs as strips of one film, each poll a line in it, as the journal tells of them. */
export function showJobs(panel, { session, live }) {
  const whose = select(
    'whose',
    [
      ['all', 'All accounts'],
      ['own', 'My account'],
    ],
    'all',
  )
  const along = select(
    'along',
    [
      ['time', 'Along the time'],
      ['order', 'Along the requests'],
    ],
    'time',
  )
  whose.setAttribute('aria-label', 'Whose jobs')
  along.setAttribute('aria-label', 'Where a poll stands')
  const list = h('div', {})
  const open = new Set()
  const draw = () => {
    if (panel.hidden) return
    const jobs = [...live.jobs.values()].filter(
      ({ account }) => whose.value === 'all' || account === session.user.account,
    )
    drawJobs(
      list,
      jobs.toSorted((one, other) => other.first - one.first),
      { open, live, byOrder: along.value === 'order', redo: draw },
    )
  }
  for (const each of [whose, along]) each.addEventListener('change', draw)
  panel.append(
    head(
      'Jobs',
      'Each row is a job, each line in it a poll. A job that nobody polls does not advance.',
      h('div', { class: 'row choices' }, whose, along),
    ),
    list,
  )
  live.onChange(draw)
  const timer = setInterval(() => {
    if (!panel.isConnected) clearInterval(timer)
    else if (!document.hidden && [...live.jobs.values()].some(isOpenStill)) live.changed()
  }, 1000)
  return draw
}

const isOpenStill = ({ status }) => status !== 'succeeded' && status !== 'failed'

function drawJobs(list, jobs, ways) {
  if (jobs.length === 0) {
    redraw(
      list,
      empty(
        'No job yet',
        'Order one on the test page, or let your client submit one: it shows here at once.',
        h('p', {}, h('a', { href: '#test' }, 'To the test page')),
      ),
    )
    return
  }
  const shown = jobs.slice(0, MOST_ROWS)
  const scale = scaleOf(shown, ways)
  redraw(
    list,
    h(
      'ul',
      { class: 'legend', 'aria-label': 'Colours' },
      STATES.map(([name, words]) => h('li', {}, h('span', { class: `swatch ${name}` }), words)),
    ),
    h(
      'div',
      { class: 'card lanes' },
      axis(scale),
      shown.map((job) => lane(job, scale, ways)),
    ),
    jobs.length > shown.length &&
      h('p', { class: 'small faint' }, `The newest ${shown.length} of ${counted(jobs.length, 'job')}.`),
  )
}

function scaleOf(jobs, { byOrder, live }) {
  const placeOf = byOrder ? ({ n }) => n : ({ at }) => at
  const all = jobs.flatMap((job) => [placeOf({ n: job.first, at: job.from }), ...job.polls.map(placeOf)])
  const from = all.reduce((least, each) => Math.min(least, each))
  const latest = all.reduce((most, each) => Math.max(most, each))
  const hasOpen = jobs.some(isOpenStill)
  const to = Math.max(latest, hasOpen && !byOrder ? live.now() : latest, from + (byOrder ? 4 : 1000))
  const x = (place) => Math.max(0, Math.min(WIDTH, ((place - from) / (to - from)) * WIDTH))
  return { byOrder, from, to, placeOf, x }
}

function axis({ byOrder, from, to }) {
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

function lane(job, scale, { open, redo }) {
  const isOpen = open.has(job.id)
  const state = job.status ? stateInWords(job.status, job.stage) : 'submitted'
  const turn = () => {
    if (!open.delete(job.id)) open.add(job.id)
    redo()
  }
  return h(
    'article',
    { class: 'lane-of-job', 'aria-label': `Job ${job.id}` },
    h(
      'div',
      { class: 'lane' },
      h(
        'button',
        { type: 'button', class: 'lane-name', 'aria-expanded': isOpen, 'data-key': job.id, onclick: turn },
        h('span', { class: 'lane-title' }, job.order.prompt || job.order.image_url || shortId(job.id)),
        h('span', { class: 'lane-who' }, `${job.account ?? '?'} · ${job.key?.label ?? ''}`),
      ),
      strip(job, scale, state),
      h('span', { class: `tag ${toneOf(job.status, job.stage)}` }, state),
    ),
    isOpen && details(job),
  )
}

function strip(job, { x, placeOf, to }, state) {
  const begin = x(placeOf({ n: job.first, at: job.from }))
  const places = job.polls.map((poll) => ({ poll, from: x(placeOf(poll)) }))
  const end = x(to)
  const spans = places.map(({ poll, from }, index) => ({
    poll,
    from,
    to: places[index + 1]?.from ?? end,
  }))
  const rect = (name, from, until) => {
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
    svg('path', { class: 'poll', d: places.map(({ from }) => `M${from.toFixed(1)} 2v20`).join('') }),
  )
}

function details(job) {
  const isOver = !isOpenStill(job)
  return h(
    'div',
    { class: 'lane-more' },
    h(
      'p',
      { class: 'small' },
      'Job ',
      h('code', {}, job.id),
      `, submitted ${timeOf(job.from)}, ${counted(job.fetches, 'fetch', 'fetches')} of its video. `,
      h('a', { href: `#requests?job=${encodeURIComponent(job.id)}` }, 'Its requests'),
    ),
    h(
      'ol',
      { class: 'small polls-short' },
      job.polls
        .slice(-12)
        .map((poll) =>
          h(
            'li',
            {},
            h('span', { class: 'numbers' }, `+${lasting(poll.at - job.from)} `),
            poll.status ? stateInWords(poll.status, poll.stage) : `answered ${poll.http ?? 'by nothing'}`,
          ),
        ),
    ),
    isOver
      ? h('p', { class: 'small faint' }, 'It is final, and stays so.')
      : h(
          'div',
          { class: 'row' },
          FORCINGS.map(([verb, path, body]) => force(job, verb, path, body)),
        ),
  )
}

const FORCINGS = [
  ['Let it succeed', 'force', { status: 'succeeded' }],
  ['Let it fail', 'force', { status: 'failed' }],
  ['Keep it running', 'force', { status: 'running', hold: true }],
  ['Let it go on', 'let-go', {}],
]

function force(job, verb, path, body) {
  const act = async () => {
    try {
      await post(`/control/jobs/${encodeURIComponent(job.id)}/${path}`, body)
      notice(`${verb}: its next poll finds it so.`)
    } catch (error) {
      notice(error.message, { bad: true })
    }
  }
  return h('button', { type: 'button', class: 'slim', 'data-key': `${verb} ${job.id}`, onclick: act }, verb)
}
