import { get } from './api.js'

/** More would make the page slow. */
const MOST_ENTRIES = 2000
const CLOCK_EVERY_MS = 10_000
const PRESSING = ['pointerdown', 'pointerup', 'pointercancel']

/**
 * Live state: the journal's entries, the jobs that they are about, and the clock. Listeners are called once a frame.
 */
export function beginLive() {
  const listeners = new Set()
  const live = { entries: [], jobs: new Map(), missed: 0, isOpen: false, clock: undefined, readAt: 0 }
  let due = 0
  // Redrawing between mousedown and mouseup would lose the click.
  let isPressed = false
  const press = ({ type }) => {
    isPressed = type === 'pointerdown'
    if (!isPressed) changed()
  }
  for (const name of PRESSING) document.addEventListener(name, press)
  const changed = () => {
    due ||= requestAnimationFrame(() => {
      due = 0
      if (isPressed) return
      for (const listener of listeners) listener()
    })
  }
  const source = new EventSource('/control/events?after=0')
  source.addEventListener('open', () => {
    live.isOpen = true
    changed()
  })
  source.addEventListener('error', () => {
    live.isOpen = false
    changed()
  })
  source.addEventListener('missed', ({ data }) => {
    live.missed += JSON.parse(data).entries
    changed()
  })
  source.addEventListener('entry', ({ data }) => {
    take(live, JSON.parse(data))
    changed()
  })
  const readClock = async () => {
    setClock(await get('/control/clock'))
  }
  const setClock = (clock) => {
    live.clock = clock
    live.readAt = Date.now()
    changed()
  }
  const timer = setInterval(() => document.hidden || readClock().catch(() => {}), CLOCK_EVERY_MS)
  readClock().catch(() => {})

  return Object.assign(live, {
    onChange(listener) {
      listeners.add(listener)
    },
    setClock,
    changed,
    now: () => (live.clock ? live.clock.ms + (Date.now() - live.readAt) * live.clock.speed : Date.now()),
    clear() {
      live.entries = []
      live.jobs.clear()
      changed()
    },
    end() {
      source.close()
      clearInterval(timer)
      cancelAnimationFrame(due)
      for (const name of PRESSING) document.removeEventListener(name, press)
      listeners.clear()
    },
  })
}

function take(live, entry) {
  live.entries.push(entry)
  if (live.entries.length > MOST_ENTRIES) live.entries.shift()
  if (entry.job !== null) noteJob(live.jobs, entry)
}

/** A submission creates a job, a poll updates its state, other requests are downloads of its video. */
function noteJob(jobs, entry) {
  const { job: id, account, key, at, n, request, answer } = entry
  const job = jobs.get(id) ?? {
    id,
    account,
    key,
    from: at,
    first: n,
    order: {},
    polls: [],
    fetches: 0,
    status: undefined,
    stage: undefined,
  }
  jobs.set(id, job)
  const [path] = request.url.split('?')
  if (request.method === 'POST') {
    job.order = jsonOf(request.body) ?? {}
    job.from = at
    job.first = n
  } else if (/\/videos\/[^/]+$/.test(path))
    notePoll(job, { n, at, http: answer?.status ?? null, record: jsonOf(answer?.body) })
  else job.fetches++
}

function notePoll(job, { n, at, http, record }) {
  const { status, stage } = http === 200 && record ? record : {}
  job.polls.push({ n, at, http, status, stage })
  if (status === undefined) return
  job.status = status
  job.stage = stage
}

function jsonOf(body) {
  try {
    const value = JSON.parse(body?.text ?? '')
    return typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}
