const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'short', day: 'numeric' })

export const number = (value) => NUMBER.format(value)
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`
export const timeOf = (at) => TIME.format(new Date(at))
export const dayOf = (at) => DAY.format(new Date(at))

/** 340 ms, 2.4 s, 3 min 20 s, 2 h 5 min. */
export function lasting(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return both(minutes, 'min', whole % 60, 's')
  return both(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

/** Video time: 0 s, 12.5 s, 2 min 5 s. */
export const filmTime = (seconds) => (seconds < 1 ? `${number(seconds)} s` : lasting(seconds * 1000))

const both = (more, large, rest, small) => (rest === 0 ? `${more} ${large}` : `${more} ${large} ${rest} ${small}`)

export const shortId = (id) => (id.length > 13 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id)

/** Label and colour of a state; includes the stage of a running job. */
export const toneOf = (status, stage) =>
  ({ succeeded: 'good', failed: 'bad', running: stage === 'enhancing' ? 'doubtful' : 'link' })[status] ?? 'none'

export const stateInWords = (status, stage) => (status === 'running' && stage ? `running, ${stage}` : (status ?? '?'))

export const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text ?? ''
  }
}
