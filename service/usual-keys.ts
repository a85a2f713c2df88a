import type { ServiceAccounts } from './accounts.ts'
import type { IssuedKey, KeyName } from './interface/world.ts'

export type GivenKeys = Partial<Record<KeyName, string>>

/** Keys that are not given are new at each start, since a key cannot be shown again (§2); earlier keys stay valid. */
export function issueUsualKeys(accounts: ServiceAccounts, given: GivenKeys): Readonly<Record<KeyName, IssuedKey>> {
  accounts.open('studio', 'professional')
  accounts.open('agency', 'starter')
  const revoked = accounts.issue('studio', 'lost laptop', given.revoked)
  accounts.revoke(revoked.keyId)
  return Object.freeze({
    own: accounts.issue('studio', 'render farm', given.own),
    sameAccount: accounts.issue('studio', 'night shift', given.sameAccount),
    otherAccount: accounts.issue('agency', 'campaign', given.otherAccount),
    revoked,
  })
}
