import { type ClientCheck, clientCheck, type Known } from '../../../engine/judge/clients/check.ts'
import { showedNothing } from '../../../engine/judge/clients/passage.ts'
import { POLL_INTERVAL_SECONDS } from '../../../spec/words.ts'
import { byJob, type Poll, pollIn } from '../counted/polls.ts'
import { ClientTally } from '../counted/tally.ts'

const MOST_MS = POLL_INTERVAL_SECONDS.most * 1000
/** What clocks, networks and busy machines add to any pause. */
const AND_MS = 500
/** One long pause is not a habit: the machine may have slept. */
const LEAST = 2
const isLong = ({ ms }: Rest) => ms > MOST_MS + AND_MS

type Rest = { client: string; ms: number; n: number }

/** From the end of one answer to the next request; where an answer was lost or was a 429, nobody asked for a pause of five seconds. */
function restsIn(polls: readonly Poll[], { lateness }: Known): Rest[] {
  return polls.slice(1).flatMap(({ client, passage: next }, index): Rest[] => {
    const { passage: before, final } = polls[index]!
    if (final !== undefined || showedNothing(before) || before.status === 429) return []
    const ms = next.at - before.end - lateness.around(next.at)
    return [{ client, ms: Math.max(0, ms), n: next.n }]
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const pollsOftenEnough: ClientCheck = clientCheck({
  clause: 'client.polls-within-5-s',
  begin: () => [] as Poll[],
  see(polls, passage) {
    const poll = pollIn(passage)
    if (poll) polls.push(poll)
  },
  conclude(polls, known) {
    const tally = new ClientTally()
    const rests = byJob(polls).flatMap((own) => restsIn(own, known))
    for (const [client, own] of Map.groupBy(rests, (each) => each.client)) {
      if (own.length < LEAST) continue
      for (const each of own) tally.tries(each)
      const medianMs = median(own.map(({ ms }) => ms))
      const long = own.filter(isLong)
      if (medianMs <= MOST_MS + AND_MS || long.length < LEAST) continue
      const evidence = long.map(({ n }) => n)
      tally.breaks({ fact: { kind: 'slow polls', medianMs, pauses: own.length }, client, evidence })
    }
    return tally.verdict('no job was polled often enough')
  },
})
