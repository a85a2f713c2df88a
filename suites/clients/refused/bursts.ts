import { type ClientCheck, clientCheck } from '../../../engine/judge/clients/check.ts'
import type { Lateness } from '../../../engine/judge/clients/lateness.ts'
import { isAtTheInterface, isSubmission, isTakenOn } from '../../../engine/judge/clients/passage.ts'
import { notJudged } from '../../../engine/judge/clients/verdict.ts'
import { countUpTo } from '../counted/latest-before.ts'
import { ClientTally } from '../counted/tally.ts'

/** More than so many within so long are a burst; a timer of one second is none, whatever a network does to its ticks. */
const BURST = { submissions: 5, withinMs: 4500 }
/** An older reading says little about the capacity. */
const READ_WITHIN_MS = 10 * 60_000
/** Requests before the recording are unknown. */
const FIRST_MOMENTS_MS = 2000

type First = { n: number; at: number; client: string }

export const readsCapacity: ClientCheck = clientCheck({
  clause: 'client.reads-capacity-before-a-burst',
  begin: () => ({ firsts: [] as First[], turnedAway: new Map<string, number>(), readings: [] as First[] }),
  see(notes, passage) {
    const { n, at, client } = passage
    if (!isAtTheInterface(passage) || client === undefined) return
    if (passage.asked.endpoint === 'GET /capacity') notes.readings.push({ n, at, client })
    if (!isSubmission(passage)) return
    const what = `${client}\n${passage.exchange.request.body}`
    const left = notes.turnedAway.get(what) ?? 0
    // What was turned away, or whose answer was lost, and is sent again is no further submission.
    if (left > 0) notes.turnedAway.set(what, left - 1)
    else notes.firsts.push({ n, at, client })
    if (!isTakenOn(passage)) notes.turnedAway.set(what, (notes.turnedAway.get(what) ?? 0) + 1)
  },
  conclude({ firsts, readings }, { options, lateness, from }) {
    const unseenMs = from.n > 0 ? READ_WITHIN_MS : FIRST_MOMENTS_MS
    const tally = new ClientTally()
    let unseen: First | undefined
    const readBy = Map.groupBy(readings, (each) => each.client)
    for (const [client, own] of Map.groupBy(firsts, (each) => each.client)) {
      const times = (readBy.get(client) ?? []).map(({ at }) => at).sort((one, other) => one - other)
      for (const { first, all } of burstsIn(own, lateness)) {
        const lastRead = times[countUpTo(times, first.at) - 1]
        const isRead = lastRead !== undefined && lastRead >= first.at - READ_WITHIN_MS
        if (!isRead && !options.isWhole && first.at - from.at < unseenMs) {
          unseen = first
          continue
        }
        tally.tries(first)
        if (isRead) continue
        const withinMs = all.at(-1)!.at - first.at
        tally.breaks({
          fact: { kind: 'burst', submissions: all.length, withinMs },
          client,
          evidence: all.map(({ n }) => n),
        })
      }
    }
    if (unseen && tally.tried === 0)
      return notJudged({ kind: 'not decided' }, 'the requests before the burst were not recorded', [unseen.n])
    return tally.verdict(`there were never more than ${BURST.submissions} submissions within as many seconds`)
  },
})

/** Each with all that follow close upon another. What a late recorder noted together need not have come together. */
function burstsIn(submissions: readonly First[], lateness: Lateness): { first: First; all: First[] }[] {
  const own = submissions.toSorted((one, other) => one.at - other.at)
  const bursts: { first: First; all: First[] }[] = []
  for (let from = 0; from + BURST.submissions < own.length; ) {
    const first = own[from]!
    const lastsMs = own[from + BURST.submissions]!.at - first.at + lateness.around(first.at)
    let behind = from + 1
    if (lastsMs <= BURST.withinMs) {
      while (behind < own.length && own[behind]!.at - first.at <= BURST.withinMs) behind++
      bursts.push({ first, all: own.slice(from, behind) })
    }
    from = behind
  }
  return bursts
}
