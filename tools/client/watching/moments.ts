import { type Target, targetOf } from '../../../engine/config/target.ts'
import type { HistoryEntry } from '../../../engine/history/entry/entries.ts'
import type { Elsewhere, Exchange } from '../../../engine/history/entry/exchange.ts'
import { fieldsSent, headerOf, recordOf } from '../../../engine/history/reading/reading.ts'
import { askedOf } from '../../../engine/judge/clients/passage.ts'
import type { Moment } from '../../../reporters/outcome/clients/report.ts'

/** A client's requests in order of arrival. */
export function momentsIn(history: Iterable<HistoryEntry>): Moment[] {
  const moments: Moment[] = []
  let target: Target | undefined
  for (const entry of history) {
    if (entry.kind === 'began') target = targetOf(entry.target.baseUrl)
    if (entry.kind === 'exchange' && target) moments.push(atTheInterface(entry, target))
    if (entry.kind === 'elsewhere' && target) moments.push(elsewhere(entry, target))
  }
  return moments.sort((one, other) => one.at - other.at || one.n - other.n)
}

const LONGEST = 80
const inShort = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).toWellFormed()

function usual({ n, at, ms, request, answer, passing }: Exchange | Elsewhere): Omit<Moment, 'kind'> {
  return {
    ...{ n, at, ms, what: inShort(`${request.method} ${request.path.split('?')[0]}`) },
    ...(answer && { status: answer.status }),
    ...(passing?.lost && { lost: true }),
  }
}

function atTheInterface(exchange: Exchange, target: Target): Moment {
  const asked = askedOf(exchange.request, target)
  const moment = { ...usual(exchange), ...comingOf(exchange), ...waitOf(exchange) }
  if (asked?.endpoint === 'POST /videos') {
    const { image_url: image } = fieldsSent(exchange.request)
    return { ...moment, kind: 'submission', ...(typeof image === 'string' && { image: true }) }
  }
  if (asked?.endpoint === 'GET /videos/{id}') return { ...moment, kind: 'poll', ...stateOf(exchange) }
  return { ...moment, kind: asked?.endpoint === undefined ? 'other' : 'reading' }
}

function elsewhere(entry: Elsewhere, target: Target): Moment {
  const isFile = entry.request.path.startsWith('/files/')
  return {
    ...usual(entry),
    kind: isFile ? 'fetch' : 'other',
    ...(entry.origin !== target.origin && { elsewhere: true }),
  }
}

function comingOf(exchange: Exchange): Pick<Moment, 'coding'> {
  if (!exchange.answer) return {}
  if (headerOf(exchange, 'content-encoding')?.toLowerCase() === 'gzip') return { coding: 'gzip' }
  return headerOf(exchange, 'content-length') === undefined ? { coding: 'chunked' } : {}
}

function waitOf(exchange: Exchange): Pick<Moment, 'wait'> {
  const said = exchange.answer?.status === 429 ? Number(headerOf(exchange, 'retry-after') ?? Number.NaN) : Number.NaN
  return Number.isNaN(said) ? {} : { wait: said }
}

function stateOf(exchange: Exchange): Pick<Moment, 'state' | 'stage'> {
  const { status, stage } = (exchange.answer?.status === 200 && recordOf(exchange)) || {}
  return {
    ...(typeof status === 'string' && { state: status }),
    ...((typeof stage === 'string' || stage === null) && { stage }),
  }
}
