import type { IssuedKey, KeyName } from './interface/world.ts'
import type { Store } from './store/store.ts'

/** Anew at each start, since a key cannot be shown again (§2); those of earlier starts go on working. */
export function issueKeys(store: Store): Record<KeyName, IssuedKey> {
  store.accounts.ensure('studio', 'professional')
  store.accounts.ensure('agency', 'starter')
  const issue = (account: string, label: string): IssuedKey => {
    const { id, key } = store.keys.create(account, label)
    return { account, keyId: id, key }
  }
  return store.transaction(() => {
    const revoked = issue('studio', 'lost laptop')
    store.keys.revoke(revoked.keyId)
    return {
      own: issue('studio', 'render farm'),
      sameAccount: issue('studio', 'night shift'),
      otherAccount: issue('agency', 'campaign'),
      revoked,
    }
  })
}
