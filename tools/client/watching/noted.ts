import type { Witnessed } from '../../../service/witness.ts'

/** A conforming client sends about 20. */
export const MOST_REQUESTS = 20_000

/** The first requests of a client, up to a limit. */
export class Noted {
  readonly all: Witnessed[] = []
  #leftOut = 0

  take(witnessed: Witnessed): void {
    if (this.all.length < MOST_REQUESTS) this.all.push(witnessed)
    else this.#leftOut++
  }

  /** Number of dropped requests. */
  get leftOut(): number {
    return this.#leftOut
  }
}
