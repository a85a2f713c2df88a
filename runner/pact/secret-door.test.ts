import { expect, it, vi } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { http } from '../wire/network/builtin-http.ts'
import { secretDoor } from './secret-door.ts'

it('nobody takes longer to ask than whoever was told the way in', async () => {
  const opened = vi.spyOn(http, 'createServer')
  const door = await secretDoor(() => undefined)
  await door.close()
  expect(opened).toHaveBeenCalledExactlyOnceWith({ headersTimeout: BOUNDS.strangerMs.most }, expect.any(Function))
})
