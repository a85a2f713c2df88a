import type { Transaction } from '../database.ts'

/** How to undo the changes of the current transaction. */
export type Undoing = { transaction: Transaction; undo(act: () => void): void }

/** Nested transactions join the outer one. They are synchronous, so two never overlap. */
export function undoing(): Undoing {
  let acts: (() => void)[] | undefined
  return {
    undo: (act) => void acts?.push(act),
    transaction(work) {
      if (acts) return work()
      const own: (() => void)[] = []
      acts = own
      try {
        return work()
      } catch (error) {
        acts = undefined
        for (const act of own.reverse()) act()
        throw error
      } finally {
        acts = undefined
      }
    },
  }
}
