import { type Demand, tookTooLong } from './demand.ts'
import type { Part } from './part.ts'

/** A part whose pattern takes too long cannot be judged. */
export function unlessTooSlow(part: Part, demand: Pick<Demand, 'example' | 'by'>): Part {
  if (!tookTooLong(demand)) return part
  return {
    ...part,
    standing: 'untold',
    what: 'the pattern takes too long to evaluate, so this part cannot be judged',
    instead: 'a pattern without nested repetitions or repeated alternatives that start alike',
  }
}
