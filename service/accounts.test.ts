import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serviceWithClient } from './client-for-tests.ts'

const GIVEN = `cl_${'Given0Key'.repeat(4)}`

type Client = Awaited<ReturnType<typeof serviceWithClient>>
const statusWith = async ({ send }: Client, key: string) =>
  (await send('/usage', { headers: { authorization: `Bearer ${key}` } })).status

it('keeps only a part of a short given key', async () => {
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

it('keeps using a given key that the file already has, even a revoked one', async () => {
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
