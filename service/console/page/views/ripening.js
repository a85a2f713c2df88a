import { post } from '../parts/api.js'
import { pollAsCurl } from '../parts/curl.js'
import { copyButton, h, redraw, say } from '../parts/dom.js'
import { filmStrip } from '../parts/strip.js'
import { counted, lasting, pretty, shortId, stateInWords, toneOf } from '../parts/words.js'

const FINAL = ['succeeded', 'failed']
const FASTEST_MS = 200

/** One job from submission to its final state, poll by poll. */
export function watch({ id, seen, order, key, session, every }) {
  const parts = {
    state: h('span', { class: 'tag' }, 'accepted'),
    strip: h('div', { class: 'strip' }),
    outcome: h('div', { class: 'outcome' }),
    polls: h('ol', { class: 'polls', 'aria-label': 'Polls, newest first' }),
    next: h('p', { class: 'small faint next' }),
    latest: h('div', { class: 'came' }),
  }
  const job = {
    id,
    key,
    every,
    startedAt: performance.now(),
    polls: [],
    timer: undefined,
    isAsking: false,
    last: undefined,
  }
  const pollNow = h('button', { type: 'button', class: 'slim', onclick: () => poll() }, 'Poll now')
  const card = h(
    'article',
    { class: 'card job', 'aria-label': `Job ${id}` },
    h('div', { class: 'top' }, h('h2', {}, order.prompt || order.image_url), parts.state),
    h('p', { class: 'small faint wish' }, wishes(order), h('span', {}, ' · job '), h('code', {}, id)),
    parts.strip,
    parts.outcome,
    parts.latest,
    parts.next,
    h(
      'div',
      { class: 'row' },
      pollNow,
      copyButton('Copy poll as curl', () => pollAsCurl(session.baseUrl, id)),
    ),
    h('details', {}, h('summary', {}, 'All responses'), parts.polls, accepted(seen)),
  )

  const poll = async () => {
    if (job.isAsking) return
    job.isAsking = true
    clearTimeout(job.timer)
    parts.next.textContent = 'Asking…'
    const answer = await post(`/console/videos/${encodeURIComponent(id)}/poll`, { key }).catch((error) => ({
      status: null,
      ms: 0,
      text: error.message,
    }))
    job.isAsking = false
    note(job, answer, parts)
    const isOver = FINAL.includes(job.last?.status)
    pollNow.hidden = isOver
    if (isOver)
      parts.next.textContent = `${counted(job.polls.length, 'poll')}, ${lasting(performance.now() - job.startedAt)} from submission to the final status.`
    else later()
  }
  const later = () => {
    const wait = job.every === 0 ? undefined : Math.max(FASTEST_MS, job.every)
    parts.next.textContent =
      wait === undefined
        ? 'Manual polling. The job advances only when it is polled.'
        : `Next poll in ${lasting(wait)}. The job advances only when it is polled.`
    if (wait !== undefined) job.timer = setTimeout(() => card.isConnected && poll(), wait)
  }
  redraw(parts.strip, filmStrip(job))
  later()
  say(`Job ${shortId(id)} was accepted.`)
  return card
}

const accepted = (seen) =>
  h(
    'div',
    { class: 'came' },
    h('p', { class: 'small' }, `Submission: ${seen.status} in ${seen.ms} ms`),
    h('pre', { tabindex: 0, 'aria-label': 'Response to the submission' }, pretty(seen.text)),
  )

function wishes({ model, resolution, duration, fps, ratio, bit_depth }) {
  const said = [
    model,
    resolution,
    duration && `${duration} s`,
    fps && `${fps} fps`,
    ratio,
    bit_depth && `${bit_depth} bit`,
  ]
  return said.filter(Boolean).join(', ')
}

function note(job, answer, parts) {
  const record = typeof answer.json === 'object' && answer.json !== null ? answer.json : {}
  const { status, stage } = answer.status === 200 ? record : {}
  const before = job.last
  job.polls.push({ at: performance.now() - job.startedAt, http: answer.status, status, stage })
  if (status) job.last = { status, stage }
  const words = status
    ? stateInWords(status, stage)
    : answer.status === null
      ? 'no response'
      : `response ${answer.status}`
  parts.state.className = `tag ${status ? toneOf(status, stage) : 'bad'}`
  parts.state.textContent = words
  redraw(parts.strip, filmStrip(job))
  const came = () => cameWith(job.polls.length, words, answer)
  parts.polls.prepend(h('li', { class: 'came' }, came()))
  redraw(parts.latest, came())
  if (status !== before?.status || stage !== before?.stage) say(`Job ${shortId(job.id)}: ${words}`)
  if (status === 'succeeded') redraw(parts.outcome, player(job, record.url))
  if (status === 'failed')
    redraw(
      parts.outcome,
      h('p', { class: 'failed-form' }, `${record.error?.code ?? 'no code'}: ${record.error?.message ?? 'no message'}`),
    )
}

const cameWith = (n, words, { ms, text }) => [
  h('p', { class: 'small' }, `Poll ${n}: ${words}, ${ms} ms`),
  h('pre', { tabindex: 0, 'aria-label': `Response to poll ${n}` }, pretty(text)),
]

/** The url is on the service's own origin; the Content-Security-Policy blocks others. */
function player(job, url) {
  const trouble = h('p', { class: 'failed-form', role: 'alert' })
  const video = h('video', {
    src: url,
    controls: true,
    muted: true,
    playsinline: true,
    preload: 'auto',
    'aria-label': `Video of job ${shortId(job.id)}`,
  })
  video.addEventListener('error', () => {
    trouble.textContent = 'The video cannot be played. Its url may have expired or lead elsewhere.'
  })
  return [
    h('div', { class: 'player' }, video),
    trouble,
    h(
      'div',
      { class: 'row small' },
      copyButton('Copy url', () => url),
      h('span', { class: 'faint' }, 'The url is temporary. Each poll may return a new one.'),
    ),
  ]
}
