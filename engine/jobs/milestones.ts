import { FINAL_STATUSES } from '../../spec/words.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { recordOf, succeeded } from '../history/reading/reading.ts'
import { keyOf } from '../history/reading/who-asks.ts'
import type { KeyName } from '../keys/recipes.ts'
import type { Job } from './job.ts'

/** A job, and who tells those that wait for it how far it has come. */
export type OnItsWay = {
  job: Job
  /** A poll of it, by whomever. */
  note(poll: Exchange): void
  /** Whatever becomes of the promise: then nobody follows the job any more. */
  until(followed: Promise<void>): void
}

export function onItsWay(submission: Exchange, id: string, key: KeyName): OnItsWay {
  const first = Promise.withResolvers<void>()
  const running = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  // Whoever waits for the end hears of the failure; the others must not bring the process down.
  end.promise.catch(() => first.resolve())
  end.promise.then(running.resolve, () => running.resolve())
  const job: Job = {
    n: submission.n,
    id,
    key,
    body: submission.request.body ?? '',
    stray: keyOf(submission.request) !== key,
    polls: [],
    firstPoll: first.promise,
    running: running.promise,
    end: end.promise,
  }
  return {
    job,
    note(poll) {
      job.polls.push(poll)
      const status = succeeded(poll) ? recordOf(poll)?.status : undefined
      if (!job.final && (FINAL_STATUSES as readonly unknown[]).includes(status)) job.final = poll
      first.resolve()
      if (status === 'running') running.resolve()
      if (job.final) end.resolve()
    },
    until: (followed) => void followed.then(end.resolve, end.reject),
  }
}
