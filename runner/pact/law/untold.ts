import { type Demand, tookTooLong } from './demand.ts'
import type { Part } from './part.ts'

/** A part as it is, unless its pattern took too long: what it takes is not known then, and it is judged neither way. */
export function ifTold(part: Part, demand: Pick<Demand, 'example' | 'by'>): Part {
  if (!tookTooLong(demand)) return part
  return {
    ...part,
    standing: 'untold',
    what: 'the pattern takes too long to be tried: what it asks for cannot be told',
    instead: 'a pattern without repetitions of repetitions, or of alternatives that begin alike',
  }
}
