import { type ClientCheck, clientCheck, type Known } from '../../engine/judge/clients/check.ts'
import type { ClientFact } from '../../engine/judge/clients/facts.ts'
import type { Lateness } from '../../engine/judge/clients/lateness.ts'
import { isAtTheInterface, isSubmission, isTakenOn, knew, type Passage } from '../../engine/judge/clients/passage.ts'
import { notJudged } from '../../engine/judge/clients/verdict.ts'
import {
  askedToWaitMs,
  byJob,
  ClientTally,
  countBelow,
  countUpTo,
  inARow,
  isNeverAtOnce,
  isSoonerThan,
  judgePauses,
  LEAST_MS,
  latestBefore,
  type Pause,
  type Poll,
  pollIn,
  withoutTheRest,
} from './traffic.ts'

type Submission = { passage: Passage; client: string; askedMs: number | undefined }

type AfterRefusals = {
  pauses: Pause[]
  /** Too soon if the sender knew of the refusal, which cannot be determined. */
  doubts: Pause[]
}

/** After each known refusal, the next submissions until one is accepted. */
function afterRefusals(submissions: readonly Submission[], known: Known): AfterRefusals {
  const own = submissions.toSorted((one, other) => one.passage.at - other.passage.at)
  const refusals = own.filter(({ askedMs }) => askedMs !== undefined).sort((a, b) => a.passage.end - b.passage.end)
  const [requests, refused] = [own, refusals].map((all) => all.map(({ passage }) => passage))
  const lasts = lastRefusals(requests!, refused!, known)
  const isOver = takenOnIn(requests!)
  const pausesWhere = (isKnown: keyof Last): Pause[] =>
    own.flatMap(({ client, passage: next }, index): Pause[] => {
      const last = refusals[lasts[index]![isKnown] ?? -1]
      if (!last || isOver(last.passage.end, next.at)) return []
      const { passage: first, askedMs = 0 } = last
      return [{ client, first, next, askedMs, before: 'submission after 429' }]
    })
  const isSoon = ({ askedMs, first, next }: Pause) => isSoonerThan(askedMs, first, next, known)
  return { pauses: pausesWhere('yes'), doubts: pausesWhere('perhaps').filter(isSoon) }
}

/** The positions of the last refusal that the sender of a request knew of, and of the last that it perhaps knew of. */
type Last = { yes: number | undefined; perhaps: number | undefined }

/** Refusals before a request that are searched for one that its sender perhaps knew of. */
const LOOKED_BACK = 100

function lastRefusals(requests: readonly Passage[], refusals: readonly Passage[], known: Known): Last[] {
  const { transitMs, lateness } = known
  const knownFromMs = ({ end }: Passage) => end + transitMs + lateness.around(end)
  const over = latestBefore(requests, refusals, ({ end }) => end)
  const byTime = latestBefore(requests, refusals, knownFromMs)
  const again = lastOfTheSame(requests, refusals, known)
  return requests.map((next, index): Last => {
    const yes = Math.max(byTime[index] ?? -1, again.last[index] ?? -1)
    let at = over[index] ?? -1
    for (let left = LOOKED_BACK; at >= 0 && left > 0; left--, at--) {
      const first = refusals[at]!
      // All earlier refusals are known by time, however late the recorder was.
      if (next.at - first.end >= transitMs + lateness.longest) at = 0
      else if (next.exchange.sent < first.exchange.received || next.at >= knownFromMs(first)) continue
      else if (!again.isTold(first, next)) break
    }
    return { yes: yes < 0 ? undefined : yes, perhaps: at < 0 ? undefined : at }
  })
}

const bodyOf = ({ exchange }: Passage): string | undefined => exchange.request.body

/**
 * Repeated submissions of one body, each right after the refusal of the one before, are retries and were not sent in
 * parallel. A different body may be a separate order, sent in parallel.
 */
function lastOfTheSame(requests: readonly Passage[], refusals: readonly Passage[], { options, transitMs }: Known) {
  const last: (number | undefined)[] = []
  const triedAgain = new Set<Passage>()
  if (isNeverAtOnce(requests)) {
    const refused = Map.groupBy(refusals.keys(), (at) => bodyOf(refusals[at]!))
    for (const [body, same] of Map.groupBy(requests.keys(), (at) => bodyOf(requests[at]!))) {
      const positions = refused.get(body)
      if (!positions) continue
      const own = same.map((at) => requests[at]!)
      for (const each of options.makesOneVideo ? own : inARow(own, transitMs)) triedAgain.add(each)
      const found = latestBefore(
        own,
        positions.map((at) => refusals[at]!),
        ({ end }) => end,
      )
      for (const [index, at] of same.entries())
        if (triedAgain.has(own[index]!)) last[at] = found[index] === undefined ? undefined : positions[found[index]]
    }
  }
  const isTold = (first: Passage, next: Passage) => triedAgain.has(next) && bodyOf(first) === bodyOf(next)
  return { last, isTold }
}

/** Whether a submission was sent and accepted between two moments. */
function takenOnIn(submissions: readonly Passage[]): (from: number, to: number) => boolean {
  const taken = submissions.filter(isTakenOn)
  const times = taken.map(({ at }) => at)
  const firstEnds = taken.map(({ end }) => end)
  for (let at = firstEnds.length - 2; at >= 0; at--) firstEnds[at] = Math.min(firstEnds[at]!, firstEnds[at + 1]!)
  return (from, to) => {
    const first = firstEnds[countBelow(times, from)]
    return first !== undefined && first <= to
  }
}

export const waitsToSubmit: ClientCheck = clientCheck({
  clause: 'client.waits-out-a-refused-submission',
  begin: () => ({ submissions: [] as Submission[], refused: 0, anonymous: 0 }),
  see(notes, passage, known) {
    if (!isAtTheInterface(passage) || !isSubmission(passage)) return
    const askedMs = askedToWaitMs(passage, known)
    if (askedMs !== undefined) notes.refused++
    if (passage.client === undefined) notes.anonymous++
    else notes.submissions.push({ passage: withoutTheRest(passage), client: passage.client, askedMs })
  },
  conclude({ submissions, refused, anonymous }, known) {
    if (refused > 0 && anonymous > 0 && submissions.length === 0)
      return notJudged({ kind: 'key left out' }, 'the recording has no keys, so the submitting client is unknown')
    const groups = Map.groupBy(submissions, ({ client }) => client)
    const all = [...groups.values()].map((own) => afterRefusals(own, known))
    const [pauses, doubts] = [all.flatMap((each) => each.pauses), all.flatMap((each) => each.doubts)]
    const verdict = judgePauses(
      pauses,
      known,
      refused === 0 ? 'no submission was refused with Retry-After' : 'it submitted nothing after the refusal',
    )
    if (doubts.length === 0 || (pauses.length > 0 && verdict.verdict !== 'pass')) return verdict
    return notJudged(
      { kind: 'not decided' },
      PERHAPS_BESIDE,
      doubts.flatMap(({ first, next }) => [first.n, next.n]),
    )
  },
})

const PERHAPS_BESIDE = 'the submission right after a refusal may have been sent before the refusal arrived'

export const waitsToPoll: ClientCheck = clientCheck({
  clause: 'client.waits-out-a-refused-poll',
  begin: () => ({ polls: [] as (Poll & { askedMs: number | undefined })[], refused: 0 }),
  see(notes, passage, known) {
    const poll = pollIn(passage)
    if (!poll) return
    const askedMs = askedToWaitMs(passage, known)
    if (askedMs !== undefined) notes.refused++
    notes.polls.push({ ...poll, askedMs })
  },
  conclude({ polls, refused }, known) {
    const asked = new Map(polls.map(({ passage, askedMs }) => [passage.n, askedMs]))
    const pauses = byJob(polls).flatMap((own) => pausesAfterRefusals(own, asked, known))
    return judgePauses(
      pauses,
      known,
      refused === 0 ? 'no poll was refused with Retry-After' : 'it did not poll such a job again',
    )
  },
})

function pausesAfterRefusals(
  own: readonly Poll[],
  asked: ReadonlyMap<number, number | undefined>,
  known: Known,
): Pause[] {
  return own.slice(1).flatMap(({ client, passage: next }, index): Pause[] => {
    const { passage: first } = own[index]!
    const askedMs = asked.get(first.n)
    const isKnown = knew(next, first, known.transitMs + known.lateness.around(first.end))
    // A timer of the client would not have sent it so soon.
    const isTold = isKnown === 'yes' || (isKnown === 'perhaps' && isSoonerThan(LEAST_MS, first, next, known))
    return askedMs === undefined || !isTold ? [] : [{ client, first, next, askedMs, before: 'poll after 429' }]
  })
}

/** A client may give up after this many refusals. */
export const MAY_GIVE_UP = 3

type Try = { passage: Pick<Passage, 'n' | 'at' | 'end' | 'status'>; askedMs: number | undefined }
type Of = Extract<ClientFact, { kind: 'gave up after a 429' }>['of']
/** All attempts of a client at one thing: to submit, or to poll a job. */
type Tries = { client: string; of: Of; all: Try[] }

export const triesAgain: ClientCheck = clientCheck({
  clause: 'client.tries-again-after-waiting',
  begin: () => new Map<string, Tries>(),
  see(notes, passage, known) {
    const { n, at, end, status, client } = passage
    if (!isAtTheInterface(passage) || client === undefined) return
    const poll = pollIn(passage)
    if (!poll && !isSubmission(passage)) return
    const of: Of = poll ? 'poll' : 'submission'
    const what = JSON.stringify([client, of, poll?.id])
    const tries = notes.get(what) ?? { client, of, all: [] }
    tries.all.push({ passage: { n, at, end, status }, askedMs: askedToWaitMs(passage, known) })
    notes.set(what, tries)
  },
  conclude(notes, { options: { outcome }, events }) {
    const tally = new ClientTally()
    // With a video, it needed no more requests.
    const hasAVideo =
      outcome !== undefined && 'exit' in outcome.end && outcome.end.exit === 0 && events.has('a job that succeeded')
    let needless: number | undefined
    let undecided: number | undefined
    for (const { client, of, all } of notes.values()) {
      const own = all.toSorted((one, other) => one.passage.at - other.passage.at)
      const again = own.find(({ askedMs }, index) => askedMs !== undefined && index < own.length - 1)
      if (again) tally.tries(again.passage)
      const last = own.at(-1)!
      if (last.askedMs === undefined) continue
      const row = own.length - 1 - own.findLastIndex(({ passage }) => passage.status !== 429)
      if (row >= MAY_GIVE_UP) tally.tries(last.passage)
      // A client that was stopped may still have been waiting.
      else if (hasAVideo) needless ??= last.passage.n
      else if (!outcome || !('exit' in outcome.end)) undecided ??= last.passage.n
      else {
        tally.tries(last.passage)
        tally.breaks({
          fact: { kind: 'gave up after a 429', tries: row, askedMs: last.askedMs, of },
          client,
          evidence: [last.passage.n],
          beside: last.passage.n,
        })
      }
    }
    if (tally.tried === 0 && undecided !== undefined)
      return notJudged({ kind: 'end unknown' }, 'the recording ended before it could try again', [undecided])
    if (tally.tried === 0 && needless !== undefined)
      return notJudged({ kind: 'not decided' }, 'it already had a video', [needless])
    return tally.verdict('no request was refused with Retry-After')
  },
})

/** More submissions than this within this time are a burst; a timer of one second stays below, even with network jitter. */
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
    // A retry after a refusal or a lost response is no further submission.
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

/** Bursts by their first submission. Submissions that a late recorder noted together may have arrived apart. */
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
