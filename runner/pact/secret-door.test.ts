import { expect, it, vi } from 'vitest'
import { BOUNDS } from '../settings/bounds.ts'
import { secretDoor } from './secret-door.ts'

const opened = vi.hoisted(() => [] as unknown[])

vi.mock('node:http', async (original) => {
  const http = await original<typeof import('node:http')>()
  const createServer = (...told: [object, () => void]) => {
    opened.push(told[0])
    return http.createServer(...told)
  }
  return { ...http, createServer }
})

it('nobody takes longer to ask than whoever was told the way in', async () => {
  const door = await secretDoor(() => undefined)
  await door.close()
  expect(opened).toEqual([{ headersTimeout: BOUNDS.strangerMs.most }])
})
