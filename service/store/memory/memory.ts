import { accountsInMemory } from './accounts.ts'
import { jobsInMemory } from './jobs.ts'
import { keysInMemory } from './keys.ts'
import { undoing } from './undoing.ts'

/** The same as the tables of a file, but faster and not persistent. */
export function memory(mostJobs?: number) {
  const changes = undoing()
  const { accounts, all } = accountsInMemory(changes)
  const { keys, byId, byHash, put } = keysInMemory(changes)
  const kept = jobsInMemory(changes, mostJobs)

  return {
    accounts,
    keys,
    jobs: kept.jobs,
    transaction: changes.transaction,
    copy() {
      const copied = { accounts: [...all], keys: [...byId.values()], jobs: [...kept.byId.values()] }
      return {
        putBack() {
          all.clear()
          for (const [id, account] of copied.accounts) all.set(id, account)
          byId.clear()
          byHash.clear()
          copied.keys.forEach(put)
          kept.forgetAll()
          copied.jobs.forEach(kept.put)
        },
      }
    },
  }
}
