import { idAt } from '../../engine/discovery/dialect/job-id.ts'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { jsonOf, recordOf, statusOf, succeeded } from '../../engine/history/reading/reading.ts'
import type { Facts } from '../../engine/judge/check.ts'
import { goodRequestsAreAnswered } from '../good-requests.ts'
import { isOwnPoll } from './polls.ts'

/**
 * A job that GET never knew, under the id that stands where the ids of the others do. That it is not found is for the clause
 * on ids to judge.
 */
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
  // What was tried as an id and turns out to be one was a job from the beginning.
  triesOut: ({ purpose }) => (purpose.part === 'introduction' ? purpose.polled : undefined),
})
