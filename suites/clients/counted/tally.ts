import type { Passage } from '../../../engine/judge/clients/passage.ts'
import {
  broken,
  type ClientVerdict,
  type Found,
  kept,
  notJudged,
  type WhyNotJudged,
} from '../../../engine/judge/clients/verdict.ts'
import { MOST_EVIDENCE } from '../../../engine/judge/verdict.ts'

/** What a judge has counted of one clause. */
export class ClientTally {
  readonly found: Found[] = []
  readonly #evidence: number[] = []
  #tried = 0

  get tried(): number {
    return this.#tried
  }

  /** A case that the clause speaks of. */
  tries({ n }: Pick<Passage, 'n'>): void {
    this.#tried++
    if (this.#evidence.length < MOST_EVIDENCE) this.#evidence.push(n)
  }

  breaks(found: Found): void {
    this.found.push(found)
  }

  verdict(nothing: string, cause: WhyNotJudged = { kind: 'nothing sent' }): ClientVerdict {
    if (this.found.length > 0) return broken(this.found, this.#tried)
    return this.#tried === 0 ? notJudged(cause, nothing) : kept(this.#tried, this.#evidence)
  }
}
