import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serviceWithClient } from './client-for-tests.ts'

const GIVEN = `cl_${'Given0Key'.repeat(4)}`

type Client = Awaited<ReturnType<typeof serviceWithClient>>
const statusWith = async ({ send }: Client, key: string) =>
  (await send('/usage', { headers: { authorization: `Bearer ${key}` } })).status

it('begins with two accounts and the four usual keys', async () => {
  await using client = await serviceWithClient({})
  const { accounts, keys } = client.service
  expect(accounts.names()).toEqual(['studio', 'agency'])
  expect(accounts.keysOf('studio').map(({ label, revoked }) => [label, revoked])).toEqual([
    ['lost laptop', true],
    ['render farm', false],
    ['night shift', false],
  ])
  expect(accounts.keysOf('agency').map(({ lastFour }) => lastFour)).toEqual([keys.otherAccount.slice(-4)])
})

it('opens accounts, and issues and revokes their keys, while it runs', async () => {
  await using client = await serviceWithClient({})
  const { accounts } = client.service
  const issued = Array.from({ length: 20 }, (_, at) => {
    accounts.open(`crew ${at}`)
    return [accounts.issue(`crew ${at}`, 'camera'), accounts.issue(`crew ${at}`, 'sound')]
  }).flat()
  expect(new Set(issued.map(({ key }) => key)).size).toBe(40)
  expect(await Promise.all(issued.map(({ key }) => statusWith(client, key)))).toEqual(Array(40).fill(200))
  accounts.revoke(issued[0]!.keyId)
  expect(await Promise.all(issued.slice(0, 2).map(({ key }) => statusWith(client, key)))).toEqual([401, 200])
  expect(accounts.keysOf('crew 0').map(({ label, revoked }) => [label, revoked])).toEqual([
    ['camera', true],
    ['sound', false],
  ])
})

it('takes keys that are given, so that they are the same after a restart', async () => {
  for (const _ of ['before', 'after']) {
    await using client = await serviceWithClient({ givenKeys: { own: GIVEN } })
    expect(client.service.keys.own).toBe(GIVEN)
    expect(await statusWith(client, GIVEN)).toBe(200)
  }
})

it('goes on with a given key that the file knows already, and leaves it revoked if it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-service-'))
  const options = { data: join(folder, 'state.sqlite'), givenKeys: { own: GIVEN } }
  const before = await serviceWithClient(options)
  await before.submit()
  const usage = (await before.as('own', '/usage')).json
  await before.service.close()
  const after = await serviceWithClient(options)
  expect((await after.as('own', '/usage')).json).toEqual(usage)
  const { accounts } = after.service
  accounts.revoke(accounts.issue('studio', 'again', GIVEN).keyId)
  await after.service.close()
  const last = await serviceWithClient(options)
  expect(await statusWith(last, GIVEN)).toBe(401)
  await last.service.close()
  rmSync(folder, { recursive: true })
})

it('says what is wrong with an account or a key, and repeats no key', async () => {
  await using client = await serviceWithClient({})
  const { accounts, keys } = client.service
  expect(() => accounts.issue('nobody', 'camera')).toThrow('no account is called nobody: open it first')
  expect(() => accounts.issue('agency', 'camera', 'sk_123')).toThrow(/^a key is cl_ and then letters and digits/)
  expect(() => accounts.issue('agency', 'camera', keys.own)).toThrow(/^the key given to agency is another account's$/)
  expect(() => accounts.revoke('nothing')).toThrow('no key has the id nothing')
})
