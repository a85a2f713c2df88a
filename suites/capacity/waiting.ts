import { mayPass } from '../../engine/history/reading/facts.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { isSubmission } from '../../engine/http/requests.ts'
import { type Check, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip } from '../../engine/judge/verdict.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'
import { BAD_BODY_WITHOUT_CAPACITY, BURST } from './burst.ts'
import { OtherJobs } from './other-jobs.ts'

/** More than a few waits as told, with no unfinished job of the account. */
const MANY = 5

type Notes = {
  /** A submission whose outcome is unknown: its job may use the capacity and cannot be polled. */
  lost: boolean
  /** Accepted jobs without a final status so far. */
  underWay: Map<number, number>
  /** The numbers of the refusals, one after the other, by the first of them. */
  refused: Map<string, number[]>
  helped: number[]
  endless: number[][]
  /** The last good submission that was answered with more than 429. */
  letIn: number
  /** The last refusal of an invalid request: a server that checks the body first says so despite missing capacity. */
  turnedAway: number
  /** Whether an invalid request ever returned 429: then another refusal shows free capacity. */
  looksAtRoomFirst: boolean
  others: OtherJobs
}

export const waitingHelps: Check = rule<Notes>({
  id: 'capacity.waiting-helps',
  clause: 'capacity.waiting-helps',
  suite: 'capacity',
  title: 'does not return 429 again and again to a client that waits Retry-After and has no unfinished job',
  phases: [BURST, BAD_BODY_WITHOUT_CAPACITY],
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
    // A lost connection or a gateway says nothing about capacity.
    if (!exchange.answer || mayPass(exchange)) {
      notes.lost = true
      return
    }
    const { part, by } = exchange.purpose
    if (statusOf(exchange) === 429 && by === BAD_BODY_WITHOUT_CAPACITY.name) notes.looksAtRoomFirst = true
    if (statusOf(exchange) !== 429) {
      const isOfItself = part !== 'submission' && !succeeded(exchange)
      if (!isOfItself) notes.letIn = exchange.n
      // An invalid key is refused independent of capacity.
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
    // Other clients may use the capacity: it counts only if no submission was accepted again.
    if (evidence && lastLetIn < evidence.at(-1)!) {
      const sign = others.sign()
      if (sign)
        return inconclusive(
          `other jobs may use the capacity: ${sign.words}`,
          [...sign.evidence, ...evidence.slice(-1)],
          {
            kind: 'not decided',
          },
        )
      return fail(
        [
          {
            expected: 'a submission is accepted once the jobs of the account have finished',
            received: `429 for ${evidence.length} attempts, each sent after its Retry-After`,
            evidence,
          },
        ],
        evidence.length,
      )
    }
    if (helped.length > 0) return pass(helped.length, helped.slice(0, 20))
    return skip(
      refused.size === 0
        ? 'no submission returned 429'
        : lost
          ? 'a submission was lost to a network error, and its job may use the capacity'
          : 'no submission that returned 429 was repeated often enough',
    )
  },
})
