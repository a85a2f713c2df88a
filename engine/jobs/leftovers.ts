import { givingWay } from '../config/giving-way.ts'
import type { Target } from '../config/target.ts'
import { idAt } from '../discovery/dialect/job-id.ts'
import type { Began, HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange, Purpose } from '../history/entry/exchange.ts'
import { LEFTOVERS } from '../history/entry/no-phases.ts'
import { jsonOf, showsTheEnd, statusOf, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/who-asks.ts'
import { UnreadableHistory } from '../history/recorded.ts'
import type { Client } from '../http/client.ts'
import { requestTo } from '../http/requests.ts'
import type { KeyName } from '../keys/recipes.ts'
import { bringHome } from './bring-home.ts'

/** A job that an earlier run has left unfinished, which takes up room as long as nobody polls it. */
export type Leftover = { id: string; key: KeyName }

/** Each job that a run was given and did not see the end of; what it had found of that kind itself included. */
export function leftoversIn(history: Iterable<HistoryEntry>, target: Target): Leftover[] {
  const left = new Left(target)
  for (const entry of history) if (!left.see(entry)) return []
  return left.all()
}

/**
 * The same of a history that may be long, and may be none: whoever wants to end the run has a turn meanwhile. Undefined where
 * it is over before.
 */
export async function leftoversSeenIn(
  history: Iterable<HistoryEntry>,
  target: Target,
  over: AbortSignal,
): Promise<Leftover[] | undefined> {
  const left = new Left(target)
  try {
    for await (const entry of givingWay(history)) {
      if (over.aborted) return undefined
      if (!left.see(entry)) return []
    }
  } catch (error) {
    // Of another version, or no history at all: nothing to go on.
    if (error instanceof UnreadableHistory) return []
    throw error
  }
  return left.all()
}

class Left {
  readonly #target: Target
  readonly #left = new Map<string, Leftover>()
  readonly #submissions = new Map<number, Exchange>()
  #idWay: readonly string[] | undefined

  constructor(target: Target) {
    this.#target = target
  }

  /** False where it is about another server. */
  see(entry: HistoryEntry): boolean {
    if (entry.kind === 'began') return isAbout(this.#target, entry)
    if (entry.kind === 'left over') for (const each of entry.jobs) this.#left.set(each.id, each)
    if (entry.kind === 'learned') this.#idWay = entry.dialect.idWay
    if (entry.kind === 'exchange') this.#seeExchange(entry)
    return true
  }

  #seeExchange(entry: Exchange): void {
    const { polled } = entry.purpose
    if (entry.request.method === 'POST' && succeeded(entry)) this.#submissions.set(entry.n, entry)
    const job = this.#submissions.get(entry.purpose.job ?? 0)
    if (polled !== undefined && job && succeeded(entry) && !this.#left.has(polled)) note(this.#left, polled, job)
    if (polled !== undefined && (showsTheEnd(entry) || isUnknown(entry))) this.#left.delete(polled)
    if (job && polled !== undefined && succeeded(entry)) this.#submissions.delete(job.n)
  }

  all(): Leftover[] {
    const left = new Map(this.#left)
    // Those that nobody had polled yet.
    for (const submission of this.#submissions.values()) {
      const id = this.#idWay && idAt(jsonOf(submission)?.value, this.#idWay)
      if (id !== undefined) note(left, id, submission)
    }
    return [...left.values()]
  }
}

/** A server that was started for a run is gone with its jobs, and traffic of others is theirs. */
function isAbout({ baseUrl }: Target, { target, observed }: Began): boolean {
  return target.baseUrl === baseUrl && !target.embedded && !observed
}

function note(left: Map<string, Leftover>, id: string, submission: Exchange): void {
  const key = keyOf(submission.request)
  if (key !== undefined) left.set(id, { id, key })
}

/** By the key that it belongs to. */
const isUnknown = (exchange: Exchange) => exchange.purpose.by === LEFTOVERS && statusOf(exchange) === 404

type Parts = { client: Client; target: Target; intervalMs: number; until: AbortSignal }

/** Polls them until they are final. Those that are still under way then are given back. */
export async function bringLeftoversHome(jobs: readonly Leftover[], parts: Parts): Promise<Leftover[]> {
  const { client, target, intervalMs, until } = parts
  const brought = await Promise.all(
    jobs.map(async ({ id, key }) => {
      const purpose: Purpose = {
        by: LEFTOVERS,
        part: 'observation',
        case: 'leftover job of an earlier run',
        polled: id,
      }
      const request = requestTo(target, 'GET /videos/{id}', { key, id })
      let last: Exchange | undefined
      const onAnswer = (exchange: Exchange) => {
        last = exchange
      }
      const isFinal = await bringHome({ client, intervalMs, until }, { request, purpose, onAnswer })
      return isFinal || (last !== undefined && statusOf(last) === 404)
    }),
  )
  return jobs.filter((_, index) => !brought[index])
}
