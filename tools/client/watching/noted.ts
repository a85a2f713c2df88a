import { BOUNDS } from '../../../engine/config/bounds/bounds.ts'
import type { Witnessed } from '../../../service/witness.ts'

/** What a service was told of one client, as much of it as is looked at. */
export class Noted {
  readonly all: Witnessed[] = []
  #leftOut = 0

  take(witnessed: Witnessed): void {
    if (this.all.length < BOUNDS.clientRequests.most) this.all.push(witnessed)
    else this.#leftOut++
  }

  /** How many more there were. */
  get leftOut(): number {
    return this.#leftOut
  }
}
