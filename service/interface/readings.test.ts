import { describe, expect, it } from 'vitest'
import { READINGS } from '../../spec/endpoints.ts'
import { serviceWithClient } from '../client-for-tests.ts'
import { DIALECTS } from '../dialects/index.ts'
import type { KeyName } from './world.ts'

describe.each(Object.values(DIALECTS))('readings in $name', (dialect) => {
  it('move for the key and the account that ordered a job, and for nobody else', async () => {
    await using client = await serviceWithClient({ dialect })
    const read = async (key: KeyName, path: string) => (await client.as(key, path)).text
    const all = async () => ({
      ownUsage: await read('own', '/usage'),
      ownBalance: await read('own', '/billing/balance'),
      sameAccountUsage: await read('sameAccount', '/usage'),
      otherUsage: await read('otherAccount', '/usage'),
      otherBalance: await read('otherAccount', '/billing/balance'),
      otherCapacity: await read('otherAccount', '/capacity'),
    })
    const before = await all()
    await client.submit({ resolution: '1080p', duration: 10 })
    const { ownUsage, ownBalance, ...others } = await all()
    expect(before).toMatchObject(others)
    expect(ownUsage).not.toBe(before.ownUsage)
    expect(ownBalance).not.toBe(before.ownBalance)
    expect(await read('sameAccount', '/billing/balance')).toBe(ownBalance)
  })

  it('answer a client that sends no Accept', async () => {
    await using client = await serviceWithClient({ dialect })
    for (const name of READINGS) {
      const response = await client.as('own', name.slice('GET '.length))
      expect([response.status, response.text.length > 2]).toEqual([200, true])
    }
  })
})

it('shows the room that is left', async () => {
  await using client = await serviceWithClient({ capacity: 3 })
  const path = await client.submitted()
  expect((await client.as('sameAccount', '/capacity')).json).toEqual({ limit: 3, in_use: 1, available: 2 })
  await client.pollToTheEnd(path)
  expect((await client.as('own', '/capacity')).json).toEqual({ limit: 3, in_use: 0, available: 3 })
})
