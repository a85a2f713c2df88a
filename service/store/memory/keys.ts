import { randomUUID } from 'node:crypto'
import { type Keys, keptOf, newKey, type StoredKey, sha256 } from '../keys.ts'
import type { Undoing } from './undoing.ts'

export type KeyInMemory = StoredKey & { sha256: string }

export function keysInMemory({ undo }: Undoing) {
  const byId = new Map<string, KeyInMemory>()
  const byHash = new Map<string, KeyInMemory>()
  const put = (key: KeyInMemory) => {
    byId.set(key.id, key)
    byHash.set(key.sha256, key)
  }
  const shown = (found: KeyInMemory | undefined): StoredKey | undefined => {
    if (!found) return undefined
    const { id, account, label, prefix, lastFour, revoked } = found
    return { id, account, label, prefix, lastFour, revoked }
  }
  const change = (id: string, changes: Partial<KeyInMemory>) => {
    const before = byId.get(id)
    if (!before) return
    put({ ...before, ...changes })
    undo(() => put(before))
  }
  const keys: Keys = {
    make: newKey,
    add(key, account, label) {
      const hash = sha256(key)
      if (byHash.has(hash)) throw new Error('the key already exists')
      const added = { id: randomUUID(), account, label, ...keptOf(key), revoked: false, sha256: hash }
      put(added)
      undo(() => {
        byId.delete(added.id)
        byHash.delete(hash)
      })
      return added.id
    },
    find: (key) => shown(byHash.get(sha256(key))),
    get: (id) => shown(byId.get(id)),
    ofAccount: (account) =>
      [...byId.values()].filter((key) => key.account === account).flatMap((key) => shown(key) ?? []),
    revoke: (id) => change(id, { revoked: true }),
    relabel: (id, label) => change(id, { label }),
  }
  return { keys: Object.freeze(keys), byId, byHash, put }
}
