import { empty, h, head } from '../parts/dom.js'
import { select } from '../parts/forms.js'
import { counted, pretty, timeOf } from '../parts/words.js'

const MOST_ROWS = 250
const KINDS = [
  ['', 'All responses'],
  ['2', '2xx'],
  ['4', '4xx'],
  ['429', '429'],
  ['5', '5xx'],
  ['none', 'No response'],
]

/** Requests with their responses, newest first. Open entries stay open while more arrive. */
export function showRequests(panel, { session, live }) {
  const labelled = (control, label) => {
    control.setAttribute('aria-label', label)
    return control
  }
  const filters = {
    words: labelled(
      h('input', { type: 'search', placeholder: 'Path, key, job, body…' }),
      'Search requests and responses',
    ),
    method: labelled(select('method', [['', 'All methods'], 'GET', 'POST', 'OPTIONS'], ''), 'Method'),
    status: labelled(select('status', KINDS, ''), 'Response'),
    whose: labelled(
      select(
        'whose',
        [
          ['', 'All accounts'],
          ['own', 'My account'],
        ],
        '',
      ),
      'Account',
    ),
  }
  const list = h('div', { class: 'exchanges' })
  const count = h('p', { class: 'small faint', role: 'status' })
  const drawn = { last: 0, key: undefined, rows: [] }
  const isAskedFor = (entry) => fits(entry, filters, session.user.account)
  const draw = () => {
    if (panel.hidden) return
    takeJob(filters.words)
    const key =
      Object.values(filters)
        .map(({ value }) => value)
        .join('\n') + ((live.entries[0]?.n ?? 0 > drawn.last) ? '' : 'cleared')
    if (key !== drawn.key || live.entries.length === 0) begin(list, drawn, key)
    const fresh = live.entries.filter((entry) => entry.n > drawn.last && isAskedFor(entry)).slice(-MOST_ROWS)
    drawn.last = live.entries.at(-1)?.n ?? 0
    const rows = fresh.map(row)
    list.prepend(...rows.toReversed())
    drawn.rows = [...drawn.rows, ...rows]
    for (const old of drawn.rows.splice(0, Math.max(0, drawn.rows.length - MOST_ROWS))) old.remove()
    count.textContent = inWords(drawn, live)
    if (drawn.rows.length === 0 && list.childElementCount === 0)
      list.append(
        empty('No requests yet', 'Requests to the base URL appear here with their responses. Keys are redacted.'),
      )
    else if (drawn.rows.length > 0) list.querySelector('.finder')?.remove()
  }
  for (const each of Object.values(filters)) each.addEventListener('input', draw)
  panel.append(
    head('Requests', 'All requests to the service and their responses. Keys are redacted before anything is stored.'),
    h('div', { class: 'row filters', role: 'search' }, Object.values(filters)),
    count,
    list,
  )
  live.onChange(draw)
  return draw
}

function begin(list, drawn, key) {
  list.replaceChildren()
  Object.assign(drawn, { last: 0, key, rows: [] })
}

function takeJob(words) {
  const job = new URLSearchParams(location.hash.split('?')[1]).get('job')
  if (job === null) return
  words.value = job
  history.replaceState(null, '', '#requests')
}

function inWords({ rows }, { entries, missed, isOpen }) {
  const parts = [`${counted(rows.length, 'request')} shown of ${entries.length}`]
  if (missed > 0) parts.push(`${missed} older ones dropped`)
  parts.push(isOpen ? 'live' : 'disconnected; reconnecting')
  return parts.join(' · ')
}

function fits(entry, { words, method, status, whose }, own) {
  const { request, answer } = entry
  if (method.value && request.method !== method.value) return false
  if (whose.value === 'own' && entry.account !== own) return false
  const code = answer ? String(answer.status) : 'none'
  if (status.value && !code.startsWith(status.value)) return false
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return true
  const text = [
    request.method,
    request.url,
    request.body.text,
    code,
    answer?.body.text,
    entry.key?.label,
    entry.account,
    entry.job,
    ...entry.played,
  ]
    .join(' ')
    .toLowerCase()
  return wanted.every((word) => text.includes(word))
}

const toneOf = (status) =>
  status === undefined ? 'bad' : status < 300 ? 'good' : status === 429 ? 'warn' : status < 400 ? 'none' : 'bad'

function row(entry) {
  const { n, at, ms, request, answer, key, played } = entry
  const [path] = request.url.split('?')
  const more = h('div', { class: 'exchange' })
  const details = h(
    'details',
    {},
    h(
      'summary',
      {},
      h('span', { class: 'numbers faint n' }, `#${n}`),
      h('span', { class: 'method' }, request.method),
      h('span', { class: 'path mono' }, path),
      h(
        'span',
        { class: 'played' },
        played.map((name) => h('span', { class: 'tag doubtful' }, name)),
      ),
      h('span', { class: 'faint label' }, key?.label ?? 'no key'),
      h('span', { class: `tag ${toneOf(answer?.status)}` }, answer?.status ?? 'no response'),
      h('span', { class: 'numbers faint when' }, `${timeOf(at)} · ${ms} ms`),
    ),
    more,
  )
  details.addEventListener('toggle', () => {
    if (details.open && more.childElementCount === 0) more.append(...sides(entry))
  })
  return details
}

function sides({ request, answer, n }) {
  const side = (title, first, headers, body) =>
    h(
      'section',
      {},
      h('h2', {}, title),
      h(
        'pre',
        { tabindex: 0, 'aria-label': `${title} ${n}` },
        [first, ...headers.map(([name, value]) => `${name}: ${value}`), '', bodyInWords(body)].join('\n'),
      ),
    )
  return [
    side('Request', `${request.method} ${request.url}`, request.headers, request.body),
    answer
      ? side('Response', String(answer.status), answer.headers, answer.body)
      : h('section', {}, h('h2', {}, 'Response'), h('p', { class: 'faint' }, 'None. The connection was closed.')),
  ]
}

function bodyInWords({ bytes, text, isWhole }) {
  if (text === null) return bytes === 0 ? '' : `(${counted(bytes, 'byte')})`
  return pretty(text) + (isWhole ? '' : '\n… (the rest is not stored)')
}
