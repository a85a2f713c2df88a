import type { Drive } from '../../runner/driving/drive.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { requestTo } from '../../runner/wire/requests.ts'

/** §4: to be looked at before a burst, by each key that takes part. What is to exceed it, its user has allowed. */
export async function lookAtTheRoom(drive: Drive, keys: readonly KeyName[]): Promise<void> {
  for (const key of keys)
    await drive.observe('the room before a burst', requestTo(drive.target, 'GET /capacity', { key }))
}
