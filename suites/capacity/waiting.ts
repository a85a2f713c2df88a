import { statusOf, succeeded } from '../../runner/history/reading/reading.ts'
import { mayPass } from '../../runner/history/reading/transient.ts'
import { type Check, rule } from '../../runner/judging/check.ts'
import { fail, inconclusive, pass, skip } from '../../runner/judging/verdict.ts'
import { isSubmission } from '../../runner/wire/requests.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'
import { BURST } from './burst.ts'
import { BAD_BODY_WITHOUT_ROOM } from './no-room.ts'
import { OtherJobs } from './other-jobs.ts'

/** So many waits, each as told, with no own job under way, are more than a few. */
const MANY = 5

type Notes = {
  /** A submission of which nobody knows whether it was taken on: its job would hold its place, and cannot be polled. */
  lost: boolean
  /** Jobs that were taken on and not yet seen to end; nobody knows what becomes of a job that is lost. */
  underWay: Map<number, number>
  /** The numbers of the refusals, one after the other, by the first of them. */
  refused: Map<string, number[]>
  helped: number[]
  endless: number[][]
  /** The last good submission that was answered with more than 429. */
  letIn: number
  /** The last one of what has to be refused: who looks at the body first says so however little room there is. */
  turnedAway: number
  /** Whether what no server takes on was ever answered 429: then whoever is told of the body has found room. */
  looksAtRoomFirst: boolean
  others: OtherJobs
}

export const waitingHelps: Check = rule<Notes>({
  id: 'capacity.waiting-is-enough',
  clause: 'capacity.waiting-helps',
  suite: 'capacity',
  title: 'answers with more than 429 whoever waits as told, a few times over, with no job under way',
  phases: [BURST, BAD_BODY_WITHOUT_ROOM],
  begin: () => ({
    lost: false,
    underWay: new Map(),
    refused: new Map(),
    helped: [],
    endless: [],
    letIn: 0,
    turnedAway: 0,
    looksAtRoomFirst: false,
    others: new OtherJobs(),
  }),
  see(notes, exchange, facts) {
    const { job } = exchange.purpose
    const record = jobRecord(exchange)
    notes.others.see(exchange, facts)
    if (job !== undefined && record && isFinal(record.status)) notes.underWay.delete(job)
    if (!isSubmission(exchange.request, facts.target)) return
    if (succeeded(exchange)) notes.underWay.set(exchange.n, exchange.sent)
    const first = String(exchange.again?.attempts[0] ?? exchange.n)
    const earlier = notes.refused.get(first)
    // A connection that was lost, or a gateway in between, says nothing of room.
    if (!exchange.answer || mayPass(exchange)) {
      notes.lost = true
      return
    }
    const { part, by } = exchange.purpose
    if (statusOf(exchange) === 429 && by === BAD_BODY_WITHOUT_ROOM.name) notes.looksAtRoomFirst = true
    if (statusOf(exchange) !== 429) {
      const isOfItself = part !== 'submission' && !succeeded(exchange)
      if (!isOfItself) notes.letIn = exchange.n
      // Whose key is no good is told so whatever room there is.
      else if (statusOf(exchange) !== 401) notes.turnedAway = exchange.n
      if (earlier) notes.helped.push(exchange.n)
      notes.refused.delete(first)
      return
    }
    const chain = notes.underWay.size > 0 || notes.lost ? [] : [...(earlier ?? []), exchange.n]
    notes.refused.set(first, chain)
    if (chain.length >= MANY) notes.endless.push(chain)
  },
  conclude({ lost, helped, endless, refused, letIn, turnedAway, looksAtRoomFirst, others }) {
    const evidence = endless.at(-1)
    const lastLetIn = looksAtRoomFirst ? Math.max(letIn, turnedAway) : letIn
    // Others may be using the server up: it counts if nobody was ever let in again.
    if (evidence && lastLetIn < evidence.at(-1)!) {
      const sign = others.sign()
      if (sign)
        return inconclusive(
          `the room is taken by other jobs: ${sign.words}`,
          [...sign.evidence, ...evidence.slice(-1)],
          {
            kind: 'not decided',
          },
        )
      return fail(
        [
          {
            expected: 'room again, once the jobs of the account have ended',
            received: `429 to ${evidence.length} attempts, each after the wait that was asked for`,
            evidence,
          },
        ],
        evidence.length,
      )
    }
    if (helped.length > 0) return pass(helped.length, helped.slice(0, 20))
    return skip(
      refused.size === 0
        ? 'no submission was answered 429'
        : lost
          ? 'a submission was lost on its way, and its job may take up the room'
          : 'no submission that was answered 429 was asked again often enough to tell',
    )
  },
})
