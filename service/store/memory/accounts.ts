import { type Account, type Accounts, FIRST_CREDITS } from '../accounts.ts'
import type { Undoing } from './undoing.ts'

export function accountsInMemory({ undo }: Undoing) {
  const all = new Map<string, Account>()
  const accounts: Accounts = {
    ensure(id, plan) {
      if (all.has(id)) return
      all.set(id, { id, plan, credits: FIRST_CREDITS })
      undo(() => all.delete(id))
    },
    get: (id) => ({ ...all.get(id)! }),
    has: (id) => all.has(id),
    names: () => [...all.keys()],
    charge(id, credits) {
      const before = all.get(id)
      if (!before) return
      all.set(id, { ...before, credits: before.credits - credits })
      undo(() => all.set(id, before))
    },
  }
  return { accounts: Object.freeze(accounts), all }
}
