import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isDrawn } from '../../engine/history/reading/facts.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import type { Recording } from '../../engine/history/recording.ts'
import { ENDPOINTS } from '../../spec/endpoints.ts'

export type Sent = { at: number; ms: number; endpoint: string; status: number | undefined }
type Wait = { at: number; ms: number; why: string }
/** Generated requests that violate one clause, and how many were accepted. */
export type Drawn = { by: string; breaks: string; sent: number; through: number }

/** Data for the charts, collected in one pass: at most four values per exchange of 20,000. */
export type Traffic = {
  requests: Sent[]
  /** Times of the polls, by the number of the job's submission. */
  polls: Map<number, number[]>
  /** Time of each submission, by its number. */
  submitted: Map<number, number>
  /** Submissions and polls that returned 429. */
  limited: number[]
  waits: Wait[]
  drawn: Drawn[]
}

export function trafficOf(history: Recording, baseUrl: string): Traffic {
  const requests: Sent[] = []
  const polls = new Map<number, number[]>()
  const submitted = new Map<number, number>()
  const limited: number[] = []
  const waits: Wait[] = []
  const drawn = new Map<string, Drawn>()
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  for (const entry of history) {
    if (entry.kind === 'waited') waits.push({ at: entry.at, ms: entry.ms, why: entry.why })
    if (entry.kind !== 'exchange') continue
    requests.push({ at: entry.at, ms: entry.ms, endpoint: endpointOf(entry, base), status: statusOf(entry) })
    if (statusOf(entry) === 429) limited.push(entry.at)
    if (entry.request.method === 'POST' && succeeded(entry)) submitted.set(entry.n, entry.at)
    const { job, polled } = entry.purpose
    if (job !== undefined && polled !== undefined) {
      const known = polls.get(job)
      if (known) known.push(entry.at)
      else polls.set(job, [entry.at])
    }
    noteDrawn(drawn, entry)
  }
  return { requests, polls, submitted, limited, waits, drawn: [...drawn.values()] }
}

const ELSEWHERE = 'another path'

function endpointOf({ request: { method, path } }: Exchange, base: string): string {
  const [plain = ''] = path.split('?')
  const below = plain.startsWith(base) ? plain.slice(base.length) : undefined
  const form = below !== undefined && /^\/videos\/[^/]+$/.test(below) ? '/videos/{id}' : below
  return ENDPOINTS.find((each) => each.method === method && each.path === form)?.name ?? ELSEWHERE
}

function noteDrawn(drawn: Map<string, Drawn>, exchange: Exchange): void {
  const { by, breaks = '' } = exchange.purpose
  if (!isDrawn(exchange)) return
  const key = `${by}\n${breaks}`
  const known = drawn.get(key) ?? { by, breaks, sent: 0, through: 0 }
  known.sent++
  if (succeeded(exchange)) known.through++
  drawn.set(key, known)
}
