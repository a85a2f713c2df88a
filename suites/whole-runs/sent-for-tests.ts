import type { HistoryEntry } from '../../engine/history/entry/entries.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { recordOf, succeeded } from '../../engine/history/reading/reading.ts'
import type { Spent } from '../../engine/http/limits/budget.ts'
import { videoSecondsOf } from '../../engine/http/requests.ts'
import { FINAL_STATUSES } from '../../spec/words.ts'

/** What a run has sent, without polls of unfinished jobs and repeated requests, as plans count it. */
export function sentIn(entries: Iterable<HistoryEntry>): Spent {
  const all = [...entries]
  const exchanges = all.filter((entry): entry is Exchange => entry.kind === 'exchange')
  const again = new Set(exchanges.flatMap((each) => each.again?.attempts ?? []))
  const controls = new Set(exchanges.flatMap((each) => each.again?.control ?? []))
  const ended = new Set<number>()
  const fetches = all.flatMap((entry) => (entry.kind === 'look' ? entry.attempts.flatMap((each) => each.fetches) : []))
  const sent: Spent = { requests: fetches.length, jobs: 0, videoSeconds: 0 }
  for (const each of exchanges) {
    const { job, by } = each.purpose
    const isPollOfUnfinished = job !== undefined && (by === 'jobs' || !ended.has(job))
    if (!isPollOfUnfinished && !again.has(each.n) && !controls.has(each.n)) sent.requests++
    const isEnd = job !== undefined && (FINAL_STATUSES as readonly unknown[]).includes(recordOf(each)?.status)
    if (isEnd) ended.add(job)
    if (each.request.method !== 'POST' || !succeeded(each)) continue
    sent.jobs++
    sent.videoSeconds += videoSecondsOf(each.request.body ?? '')
  }
  return sent
}
