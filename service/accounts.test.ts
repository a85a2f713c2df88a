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

it('labels keys anew, and replaces them under the same label', async () => {
  await using client = await serviceWithClient({})
  const { accounts } = client.service
  const old = accounts.issue('agency', 'camera')
  accounts.relabel(old.keyId, 'second camera')
  const { account, keyId, key } = accounts.replace(old.keyId)
  expect([await statusWith(client, old.key), await statusWith(client, key)]).toEqual([401, 200])
  expect(accounts.keysOf(account).filter(({ label }) => label === 'second camera')).toMatchObject([
    { id: old.keyId, revoked: true },
    { id: keyId, revoked: false, lastFour: key.slice(-4) },
  ])
  expect(() => accounts.replace(old.keyId)).toThrow(/is revoked already: make a new one instead/)
  expect(accounts.keysOf('agency')).toHaveLength(3)
  for (const change of [() => accounts.relabel('nothing', 'x'), () => accounts.replace('nothing')]) {
    expect(change).toThrow('no key has the id nothing')
  }
})

it('keeps of a short key that is given no more than a part', async () => {
  await using client = await serviceWithClient({ givenKeys: { own: 'cl_test', otherAccount: 'cl_Given1Key' } })
  const { accounts } = client.service
  const shown = [...accounts.keysOf('studio'), ...accounts.keysOf('agency')].filter(({ label }) =>
    ['render farm', 'campaign'].includes(label),
  )
  expect(shown.map(({ prefix, lastFour }) => [prefix, lastFour])).toEqual([
    ['cl_t', 't'],
    ['cl_Gi', 'ey'],
  ])
  expect(await statusWith(client, 'cl_test')).toBe(200)
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
