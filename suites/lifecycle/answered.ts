import { recordOf, succeeded } from '../../runner/history/reading.ts'
import { goodRequestsAreAnswered } from '../good-requests.ts'
import { isOwnPoll } from './polls.ts'

export const everyPollIsAnswered = goodRequestsAreAnswered({
  id: 'jobs.poll-is-answered',
  clause: 'jobs.poll-answers-an-object',
  suite: 'lifecycle',
  title: 'answers every poll of an own job with 2xx and a JSON object',
  needs: ['job'],
  expected: '2xx with a JSON object',
  unseen: 'no job was polled',
  // An id that GET never knew is for the clause on ids to judge.
  applies: (exchange, facts) => isOwnPoll(exchange) && facts.isKnown(exchange.purpose.job!),
  holds: (exchange) => succeeded(exchange) && recordOf(exchange) !== undefined,
  // What was tried as an id and turns out to be one was a job from the beginning.
  triesOut: ({ purpose }) => (purpose.part === 'introduction' ? purpose.polled : undefined),
})
