import { mayPass } from '../../engine/history/reading/facts.ts'
import { statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { isSubmission } from '../../engine/http/requests.ts'
import { type Check, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip } from '../../engine/judge/verdict.ts'
import { isFinal, jobRecord } from '../lifecycle/polls.ts'
import { BAD_BODY_WITHOUT_CAPACITY, BURST } from './burst.ts'
import { OtherJobs } from './other-jobs.ts'

/** Consecutive 429s that fail a server: each after Retry-After, without an unfinished job of the account. */
const MANY = 5

type Notes = {
  /** A submission without a response: its job may use the capacity and cannot be polled. */
  lost: boolean
  unfinished: Set<number>
  /** Consecutive 429s, by the first attempt. */
  refused: Map<string, number[]>
  helped: number[]
  endless: number[]
  /** The last valid submission, and the last invalid one, that was answered with anything but 429. */
  lastValid: number
  lastInvalid: number
  /** Whether an invalid request ever returned 429: then any other refusal shows free capacity. */
  checksCapacityFirst: boolean
  others: OtherJobs
}

export const waitingHelps: Check = rule<Notes>({
  id: 'capacity.waiting-helps',
  clause: 'capacity.waiting-helps',
  suite: 'capacity',
  title: 'does not return 429 again and again to a client that waits Retry-After and has no unfinished job',
  phases: [BURST, BAD_BODY_WITHOUT_CAPACITY],
  begin: () => ({
    ...{ lost: false, unfinished: new Set(), refused: new Map(), helped: [], endless: [] },
    ...{ lastValid: 0, lastInvalid: 0, checksCapacityFirst: false, others: new OtherJobs() },
  }),
  see(notes, exchange, facts) {
    const { job, part, by } = exchange.purpose
    const record = jobRecord(exchange)
    notes.others.see(exchange, facts)
    if (job !== undefined && record && isFinal(record.status)) notes.unfinished.delete(job)
    if (!isSubmission(exchange.request, facts.target)) return
    // A lost connection or a gateway says nothing about capacity.
    if (!exchange.answer || mayPass(exchange)) {
      notes.lost = true
      return
    }
    if (succeeded(exchange)) notes.unfinished.add(exchange.n)
    const first = String(exchange.again?.attempts[0] ?? exchange.n)
    const earlier = notes.refused.get(first)
    if (statusOf(exchange) === 429) {
      if (by === BAD_BODY_WITHOUT_CAPACITY.name) notes.checksCapacityFirst = true
      const chain = notes.unfinished.size > 0 || notes.lost ? [] : [...(earlier ?? []), exchange.n]
      notes.refused.set(first, chain)
      if (chain.length >= MANY) notes.endless = chain
      return
    }
    if (part === 'submission' || succeeded(exchange)) notes.lastValid = exchange.n
    // An invalid key is refused whatever the capacity.
    else if (statusOf(exchange) !== 401) notes.lastInvalid = exchange.n
    if (earlier) notes.helped.push(exchange.n)
    notes.refused.delete(first)
  },
  conclude({ lost, helped, endless, refused, lastValid, lastInvalid, checksCapacityFirst, others }) {
    const lastFree = checksCapacityFirst ? Math.max(lastValid, lastInvalid) : lastValid
    const last = endless.at(-1)
    // It counts only if no submission was accepted again: other clients may use the capacity.
    if (last !== undefined && lastFree < last) {
      const sign = others.sign()
      if (sign) return inconclusive(`other jobs may use the capacity: ${sign.words}`, [...sign.evidence, last])
      const expected = 'a submission is accepted once the jobs of the account have finished'
      const received = `429 for ${endless.length} attempts, each sent after its Retry-After`
      return fail([{ expected, received, evidence: endless }], endless.length)
    }
    if (helped.length > 0) return pass(helped.length, helped.slice(0, 20))
    if (refused.size === 0) return skip('no submission returned 429')
    return skip(
      lost
        ? 'a submission was lost to a network error, and its job may use the capacity'
        : 'no submission that returned 429 was repeated often enough',
    )
  },
})
