import { idAt } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, recordOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import { mostPollsBeside } from '../../engine/jobs/polling.ts'
import { type Check, type Facts, rule } from '../../engine/judge/check.ts'
import { fail, inconclusive, pass, skip } from '../../engine/judge/verdict.ts'
import { goodRequestsAreAnswered } from '../good-requests.ts'
import { isFinal, isOwnPoll, jobRecord } from './polls.ts'

/** False for an id in the usual place that GET never found: the clause on ids judges it. */
function isOfAJob(poll: Exchange, { dialect, exchange }: Facts): boolean {
  const { job, polled } = poll.purpose
  const submission = exchange(job)
  if (!dialect.idWay || !submission || statusOf(poll) === 404) return false
  return polled !== undefined && idAt(jsonOf(submission)?.value, dialect.idWay) === polled
}

export const everyPollIsAnswered = goodRequestsAreAnswered({
  id: 'jobs.poll-answers-an-object',
  clause: 'jobs.poll-answers-an-object',
  suite: 'lifecycle',
  title: "returns 2xx and a JSON object for every poll of the account's own job",
  needs: ['job'],
  expected: '2xx with a JSON object',
  unseen: 'no known job was polled by its own account',
  applies: (exchange, facts) =>
    isOwnPoll(exchange) && (facts.isKnown(exchange.purpose.job!) || isOfAJob(exchange, facts)),
  holds: (exchange) => succeeded(exchange) && recordOf(exchange) !== undefined,
  // An id that discovery tried and that turns out to be right was a job from the beginning.
  triesOut: ({ purpose }) => (purpose.part === 'introduction' ? purpose.polled : undefined),
})

type Polls = { polls: number; first: number; last: number; lastAt: number; firstAt: number; final: boolean }
type Notes = Map<number, Polls>

/** One job that outlasts the run while others finish is worth a warning; if none finishes, the deadline may be too short. */
const toTheEnd = {
  begin: (): Notes => new Map(),
  see(lives: Notes, exchange: Exchange) {
    const { job } = exchange.purpose
    const record = jobRecord(exchange)
    if (job === undefined || !record) return
    const polled = lives.get(job) ?? {
      polls: 0,
      first: exchange.n,
      firstAt: exchange.at,
      last: 0,
      lastAt: 0,
      final: false,
    }
    if (!polled.final) polled.polls++
    polled.last = exchange.n
    polled.lastAt = exchange.at
    polled.final ||= isFinal(record.status)
    lives.set(job, polled)
  },
  conclude(lives: Notes, { configuration, ended: howItEnded }: Facts) {
    const all = [...lives.values()]
    const endless = all.filter((polled) => !polled.final)
    const ended = all.filter((polled) => polled.final)
    if (all.length === 0) return skip('no poll returned a job')
    if (endless.length === 0) return pass(ended.length, ended.map((polled) => polled.last).slice(0, 20))
    const longest = endless.reduce((a, b) => (a.polls > b.polls ? a : b))
    const seen = `${longest.polls} polls in ${Math.round((longest.lastAt - longest.firstAt) / 1000)} s left a job unfinished`
    if (ended.length === 0) return inconclusive(`no job finished before the run ended: ${seen}`, [longest.last])
    const hadItsTime =
      howItEnded?.how === 'deadline' && longest.lastAt - longest.firstAt >= configuration.deadlineMs / 2
    if (!hadItsTime) return inconclusive(`the run ended before its deadline: ${seen}`, [longest.last])
    const expected = `a final status within ${configuration.deadlineMs / 1000} s`
    return fail(
      endless.map((polled) => ({ expected, received: seen, evidence: [polled.first, polled.last] })),
      all.length,
    )
  },
}

export const endsInTime: Check = rule<Notes>({
  id: 'jobs.end-within-the-deadline',
  clause: 'jobs.end-within-the-deadline',
  suite: 'lifecycle',
  title: "finishes a job that is polled within the run's deadline",
  needs: ['job'],
  ...toTheEnd,
})

/** A job that needs many more polls than a finished one with the same body does not finish by polling. */
export const pollingReachesTheEnd: Check = rule<Notes>({
  id: 'jobs.polling-reaches-the-end',
  clause: 'jobs.polling-reaches-the-end',
  suite: 'lifecycle',
  title: 'finishes a job after as many polls as an identical job needed',
  needs: ['finished-job'],
  begin: () => new Map(),
  see: toTheEnd.see,
  conclude(lives, { exchange }) {
    const ofBody = Map.groupBy(lives, ([job]) => exchange(job)?.request.body)
    // Jobs older than the history cannot be compared.
    ofBody.delete(undefined)
    const judged = [...ofBody.values()].flatMap((twins) => {
      const ended = twins.filter(([, polled]) => polled.final)
      const needed = Math.max(0, ...ended.map(([, polled]) => polled.polls))
      const hadItsPolls = (polled: Polls) => !polled.final && polled.polls >= mostPollsBeside(needed)
      const endless = twins.filter(([, polled]) => hadItsPolls(polled))
      return ended.length === 0 ? [] : [{ ended, needed, endless }]
    })
    const ended = judged.flatMap((each) => each.ended.map(([, polled]) => polled.last))
    const violations = judged.flatMap(({ endless, needed, ended }) =>
      endless.map(([, polled]) => ({
        expected: `a final status; an identical job had one after ${needed === 1 ? 'one poll' : `${needed} polls`}`,
        received: `none after ${polled.polls} polls`,
        evidence: [ended[0]![1].last, polled.first, polled.last],
      })),
    )
    if (violations.length > 0) return fail(violations, ended.length + violations.length)
    return ended.length === 0 ? skip('no job finished') : pass(ended.length, ended.slice(0, 20))
  },
})
