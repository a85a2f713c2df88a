import type { Drive } from '../../runner/driving/drive.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { requestTo } from '../../runner/wire/requests.ts'

/** §4: read /capacity before a burst, with each key that takes part. */
export async function lookAtTheRoom(drive: Drive, keys: readonly KeyName[]): Promise<void> {
  for (const key of keys)
    await drive.observe('the capacity before a burst', requestTo(drive.target, 'GET /capacity', { key }))
}
