import type { HistoryEntry } from '../../history/entry/entries.ts'
import type { ClientJudgement, ClientJudging, WhyToStop } from './judging.ts'

/**
 * Judges of clients that read what was recorded once it is written down: whatever they take their time for, traffic does not
 * wait for it. What they have seen they are not shown again.
 */
export class FollowingClients {
  readonly #clients: ClientJudging
  #taken = 0

  constructor(clients: ClientJudging) {
    this.#clients = clients
  }

  /** Step by step, between which the caller may stop it. By a part of the traffic nothing is judged. */
  *judging(recording: Iterable<HistoryEntry>): Generator<void, ClientJudgement, WhyToStop | undefined> {
    let stop = yield* this.#catchingUp(recording)
    const steps = this.#clients.judging()
    for (;;) {
      const { done, value } = steps.next(stop)
      if (done) return value
      const told = yield
      stop ??= told
    }
  }

  *#catchingUp(recording: Iterable<HistoryEntry>): Generator<void, WhyToStop | undefined, WhyToStop | undefined> {
    let at = 0
    for (const entry of recording) {
      // Somebody else may have caught up meanwhile.
      if (++at > this.#taken) {
        this.#clients.take(entry)
        this.#taken = at
      }
      const stop = yield
      if (stop) return stop
    }
    return undefined
  }
}
