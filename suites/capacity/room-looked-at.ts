import { requestTo } from '../../engine/http/requests.ts'
import type { KeyName } from '../../engine/keys/recipes.ts'
import type { Drive } from '../../engine/run/driving/drive.ts'

/** §4: read /capacity before a burst, with each key that takes part. */
export async function lookAtTheRoom(drive: Drive, keys: readonly KeyName[]): Promise<void> {
  for (const key of keys)
    await drive.observe('the capacity before a burst', requestTo(drive.target, 'GET /capacity', { key }))
}
