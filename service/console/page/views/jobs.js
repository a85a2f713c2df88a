import { post } from '../parts/api.js'
import { empty, h, head, notice, redraw } from '../parts/dom.js'
import { select } from '../parts/forms.js'
import { axis, isOpenStill, laneStrip, scaleOf } from '../parts/lanes.js'
import { counted, lasting, shortId, stateInWords, timeOf, toneOf } from '../parts/words.js'

const MOST_ROWS = 60
const STATES = [
  ['waiting', 'not yet polled'],
  ['queued', 'queued'],
  ['generating', 'running, generating'],
  ['enhancing', 'running, enhancing'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['unknown', 'other status'],
]

/** All jobs as timelines on one scale, from the journal. */
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
      ['120', 'Last 2 minutes'],
      ['900', 'Last 15 minutes'],
      ['all', 'All time'],
      ['order', 'By request'],
    ],
    '120',
  )
  whose.setAttribute('aria-label', 'Accounts')
  along.setAttribute('aria-label', 'Time range')
  const list = h('div', {})
  const open = new Set()
  const draw = () => {
    const chosen = getSelection()
    // Redrawing would lose the selection of a user who is about to copy an id.
    const isMarking = !chosen.isCollapsed && list.contains(chosen.anchorNode)
    if (panel.hidden || isMarking) return
    const jobs = [...live.jobs.values()].filter(
      ({ account }) => whose.value === 'all' || account === session.user.account,
    )
    drawJobs(
      list,
      jobs.toSorted((one, other) => other.first - one.first),
      { open, live, byOrder: along.value === 'order', seconds: Number(along.value), redo: draw },
    )
  }
  for (const each of [whose, along]) each.addEventListener('change', draw)
  panel.append(
    head(
      'Jobs',
      'Each row is a job, each line in it a poll. A job advances only when it is polled.',
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

function drawJobs(list, jobs, ways) {
  if (jobs.length === 0) {
    redraw(
      list,
      empty(
        'No jobs yet',
        'Submit one on the test page or with your client.',
        h('p', {}, h('a', { href: '#test' }, 'Open the test page')),
      ),
    )
    return
  }
  const scale = scaleOf(jobs, ways)
  const within = jobs.filter(
    (job) => job.polls.some(scale.isWithin) || scale.isWithin({ n: job.first, at: job.from }) || isOpenStill(job),
  )
  const shown = within.slice(0, MOST_ROWS)
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
      h('p', { class: 'small faint' }, `${counted(jobs.length - shown.length, 'older job')} not shown.`),
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
        { type: 'button', class: 'lane-name', 'aria-expanded': String(isOpen), 'data-key': job.id, onclick: turn },
        h('span', { class: 'lane-title' }, job.order.prompt || job.order.image_url || shortId(job.id)),
        h('span', { class: 'lane-who' }, `${job.account ?? '?'} · ${job.key?.label ?? ''}`),
      ),
      laneStrip(job, scale, state),
      h('span', { class: `tag ${toneOf(job.status, job.stage)}` }, state),
    ),
    isOpen && details(job),
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
      `, submitted ${timeOf(job.from)}, ${counted(job.fetches, 'video download')}. `,
      h('a', { href: `#requests?job=${encodeURIComponent(job.id)}` }, 'Show requests'),
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
            poll.status ? stateInWords(poll.status, poll.stage) : poll.http ? `response ${poll.http}` : 'no response',
          ),
        ),
    ),
    isOver
      ? h('p', { class: 'small faint' }, 'The job is final.')
      : h(
          'div',
          { class: 'row' },
          FORCINGS.map(([verb, path, body]) => force(job, verb, path, body)),
        ),
  )
}

const FORCINGS = [
  ['Succeed', 'force', { status: 'succeeded' }],
  ['Fail', 'force', { status: 'failed' }],
  ['Hold in running', 'force', { status: 'running', hold: true }],
  ['Release', 'let-go'],
]

function force(job, verb, path, body) {
  const act = async () => {
    try {
      await post(`/control/jobs/${encodeURIComponent(job.id)}/${path}`, body)
      notice(`${verb}: takes effect with the next poll.`)
    } catch (error) {
      notice(error.message, { bad: true })
    }
  }
  return h('button', { type: 'button', class: 'slim', 'data-key': `${verb} ${job.id}`, onclick: act }, verb)
}
