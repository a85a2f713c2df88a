import type { Document } from './document.ts'
import { membersOf, type Variant, wordsOf } from './variants.ts'

/** The field with the state of a job. */
export const STATUS = 'status'

/** The variants of a job record in this state. */
export function inState(variants: readonly Variant[], state: string, document: Document): Variant[] {
  return variants.filter((variant) => {
    const words = wordsOf(membersOf([variant], ({ members }) => members.get(STATUS), document))
    return words === undefined || words.includes(state)
  })
}
