import type { Transaction } from '../database.ts'

/** How each change is taken back, for as long as the transaction lasts that it belongs to. */
export type Undoing = { transaction: Transaction; undo(act: () => void): void }

/** One inside another joins it. Nothing waits inside one, so no two are ever under way at once. */
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
