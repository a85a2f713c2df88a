import { KEY_PREFIX } from '../spec/words.ts'
import type { IssuedKey } from './interface/world.ts'
import { FIRST_PLAN } from './store/accounts.ts'
import type { StoredKey } from './store/keys.ts'
import type { Store } from './store/store.ts'

const KEY_FORM = new RegExp(`^${KEY_PREFIX}[A-Za-z0-9]+$`)
const KEY_FORM_IN_WORDS = `a key is ${KEY_PREFIX} followed by letters and digits`

/** Accounts and keys, which §2 leaves to a dashboard: any number of accounts, each with any number of keys. */
export type ServiceAccounts = {
  /** An existing account keeps its plan and credits. */
  open(name: string, plan?: string): void
  names(): string[]
  /** A given key survives a restart; one that the account already has is kept unchanged. */
  issue(account: string, label: string, given?: string): IssuedKey
  /** The only time the full key is returned; later calls use its id. */
  revoke(keyId: string): void
  relabel(keyId: string, label: string): void
  /** Revokes the key and issues another with the same label, in one transaction. */
  replace(keyId: string): IssuedKey
  keysOf(account: string): StoredKey[]
}

export function accountsOf({ accounts, keys, transaction }: Store): ServiceAccounts {
  const known = (keyId: string): StoredKey => {
    const key = keys.get(keyId)
    if (!key) throw new RangeError(`unknown key ${keyId}`)
    return key
  }
  return {
    open: (name, plan = FIRST_PLAN) => accounts.ensure(name, plan),
    names: () => accounts.names(),
    issue(account, label, given) {
      if (!accounts.has(account)) throw new RangeError(`unknown account ${account}: create it first`)
      if (given !== undefined && !KEY_FORM.test(given)) throw new RangeError(KEY_FORM_IN_WORDS)
      return transaction(() => {
        const key = given ?? keys.make()
        const same = keys.find(key)
        if (same && same.account !== account) throw new RangeError(`the key for ${account} belongs to another account`)
        return { account, keyId: same?.id ?? keys.add(key, account, label), key }
      })
    },
    revoke(keyId) {
      known(keyId)
      keys.revoke(keyId)
    },
    relabel(keyId, label) {
      known(keyId)
      keys.relabel(keyId, label)
    },
    replace: (keyId) =>
      transaction(() => {
        const { account, label, revoked } = known(keyId)
        if (revoked) throw new RangeError(`the key ${keyId} is already revoked: create a new one instead`)
        keys.revoke(keyId)
        const key = keys.make()
        return { account, keyId: keys.add(key, account, label), key }
      }),
    keysOf: (account) => keys.ofAccount(account),
  }
}
