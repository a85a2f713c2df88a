import type { Document } from './document.ts'
import { membersOf, type Variant, wordsOf } from './variants.ts'

/** The field that tells in which state a job is. */
export const STATUS = 'status'

/** The ways in which the record of a job in this state may look. */
export function inState(variants: readonly Variant[], state: string, document: Document): Variant[] {
  return variants.filter((variant) => {
    const words = wordsOf(membersOf([variant], ({ members }) => members.get(STATUS), document))
    return words === undefined || words.includes(state)
  })
}
