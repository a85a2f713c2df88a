import type { Witnessed } from '../../../service/witness.ts'

/** A conforming client sends about 20. */
export const MOST_REQUESTS = 20_000

/** What a service was told of one client, as much of it as is looked at. */
export class Noted {
  readonly all: Witnessed[] = []
  #leftOut = 0

  take(witnessed: Witnessed): void {
    if (this.all.length < MOST_REQUESTS) this.all.push(witnessed)
    else this.#leftOut++
  }

  /** How many more there were. */
  get leftOut(): number {
    return this.#leftOut
  }
}
