import { idAt } from '../dialect/job-id.ts'
import type { Began } from '../history/entries.ts'
import type { Exchange, Purpose } from '../history/exchange.ts'
import { jsonOf, showsTheEnd, statusOf, succeeded } from '../history/reading.ts'
import type { Recording } from '../history/recording.ts'
import { keyOf } from '../history/who-asks.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Target } from '../settings/target.ts'
import type { Client } from '../wire/client.ts'
import { requestTo } from '../wire/requests.ts'
import { bringHome } from './bring-home.ts'

/** Under which name their polls stand in a history. */
export const LEFTOVERS = 'leftovers'

/** A job that an earlier run has left unfinished, which takes up room as long as nobody polls it. */
export type Leftover = { id: string; key: KeyName }

/** Each job that a run was given and did not see the end of; what it had found of that kind itself included. */
export function leftoversIn(history: Recording, target: Target): Leftover[] {
  const left = new Map<string, Leftover>()
  const submissions = new Map<number, Exchange>()
  let idWay: readonly string[] | undefined
  for (const entry of history) {
    if (entry.kind === 'began' && !isAbout(target, entry)) return []
    if (entry.kind === 'left over') for (const each of entry.jobs) left.set(each.id, each)
    if (entry.kind === 'learned') idWay = entry.dialect.idWay
    if (entry.kind !== 'exchange') continue
    const { polled } = entry.purpose
    if (entry.request.method === 'POST' && succeeded(entry)) submissions.set(entry.n, entry)
    const job = submissions.get(entry.purpose.job ?? 0)
    if (polled !== undefined && job && succeeded(entry) && !left.has(polled)) note(left, polled, job)
    if (polled !== undefined && (showsTheEnd(entry) || isUnknown(entry))) left.delete(polled)
    if (job && polled !== undefined && succeeded(entry)) submissions.delete(job.n)
  }
  // Those that nobody had polled yet.
  for (const submission of submissions.values()) {
    const id = idWay && idAt(jsonOf(submission)?.value, idWay)
    if (id !== undefined) note(left, id, submission)
  }
  return [...left.values()]
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
        case: 'a job that an earlier run left',
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
