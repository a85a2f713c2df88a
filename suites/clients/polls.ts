import { type ClientCheck, clientCheck, type Known } from '../../engine/judge/clients/check.ts'
import { knew, showedNothing } from '../../engine/judge/clients/passage.ts'
import { notJudged } from '../../engine/judge/clients/verdict.ts'
import { POLL_INTERVAL_SECONDS } from '../../spec/words.ts'
import {
  askedToWaitMs,
  byJob,
  ClientTally,
  isSoonerThan,
  judgePauses,
  LEAST_MS,
  type Pause,
  type Poll,
  pollIn,
} from './traffic.ts'

/** HTTP libraries may immediately repeat a lost request. A 429 sets its own wait. */
function pausesIn(polls: readonly Poll[], waits: ReadonlySet<number>): Pause[] {
  return polls.slice(1).flatMap(({ client, passage: next }, index): Pause[] => {
    const { passage: first, final } = polls[index]!
    const isFree = final !== undefined || showedNothing(first) || waits.has(first.n)
    return isFree ? [] : [{ client, first, next, askedMs: LEAST_MS, before: 'poll' }]
  })
}

type Notes = {
  polls: Poll[]
  /** Polls that were refused with 429 and a time to wait. */
  waits: Set<number>
  /** Polls of an unknown client. */
  anonymous: number
}

const noting = {
  begin: (): Notes => ({ polls: [], waits: new Set(), anonymous: 0 }),
  see(notes: Notes, passage: Parameters<typeof pollIn>[0], known: Known): void {
    const poll = pollIn(passage)
    if (poll) notes.polls.push(poll)
    else if (passage.asked?.id !== undefined && passage.client === undefined) notes.anonymous++
    if (askedToWaitMs(passage, known) !== undefined) notes.waits.add(passage.n)
  },
}

const NOBODY = notJudged({ kind: 'key left out' }, 'the recording has no keys, so the polling client is unknown')

export const pollsNoFaster: ClientCheck = clientCheck({
  clause: 'client.polls-no-faster-than-3-s',
  ...noting,
  conclude({ polls, waits, anonymous }, known) {
    if (polls.length === 0 && anonymous > 0) return NOBODY
    const pauses = byJob(polls).flatMap((own) => pausesIn(own, waits))
    return judgePauses(pauses, known, 'no job was polled twice')
  },
})

export const stopsAtTheEnd: ClientCheck = clientCheck({
  clause: 'client.stops-at-a-final-state',
  ...noting,
  conclude({ polls, waits, anonymous }, known) {
    if (polls.length === 0 && anonymous > 0) return NOBODY
    const tally = new ClientTally()
    for (const own of byJob(polls)) {
      const end = own.filter(({ final }) => final !== undefined).sort((a, b) => a.passage.end - b.passage.end)[0]
      if (!end) continue
      tally.tries(end.passage)
      const before = own.filter(({ passage }) => passage.at <= end.passage.at)
      const isHasty = pausesIn(before, waits).some(({ first, next }) => isSoonerThan(LEAST_MS, first, next, known))
      for (const { passage, client } of own) {
        if (!isAfterTheEnd(passage, end, { isHasty, known })) continue
        tally.breaks({
          fact: { kind: 'poll after the end', status: end.final!, afterMs: passage.at - end.passage.end },
          client,
          evidence: [end.passage.n, passage.n],
          beside: end.passage.n,
        })
      }
    }
    return tally.verdict('no job was recorded in a final state')
  },
})

/**
 * While the response may still be on its way, a poll counts as sent after it if the client otherwise waits three seconds:
 * its timer would not have sent it so soon.
 */
function isAfterTheEnd(
  next: Poll['passage'],
  { passage: end }: Poll,
  { isHasty, known }: { isHasty: boolean; known: Known },
): boolean {
  const isKnown = knew(next, end, known.transitMs + known.lateness.around(end.end))
  return isKnown === 'yes' || (isKnown === 'perhaps' && !isHasty && isSoonerThan(LEAST_MS, end, next, known))
}

const MOST_MS = POLL_INTERVAL_SECONDS.most * 1000
/** Added to any pause by timers, networks and busy machines. */
const AND_MS = 500
/** One long pause is not a habit: the machine may have slept. */
const LEAST = 2
const isLong = ({ ms }: Rest) => ms > MOST_MS + AND_MS

type Rest = { client: string; ms: number; n: number }

/** From the end of a response to the next request. After a lost response or a 429, no pause of five seconds is required. */
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
