import { expect, it } from 'vitest'
import { serviceWithClient } from '../client-for-tests.ts'
import { around } from '../interface/behaviour.ts'

it('brings accounts, keys and jobs back as they were', async () => {
  await using client = await serviceWithClient({ polls: 2 })
  const { accounts, jobs, snapshots } = client.service
  const path = await client.submitted()
  await client.as('own', path)
  const [before, usage] = [jobs.list(), (await client.as('own', '/usage')).json]
  snapshots.take('half way')
  await client.as('own', path)
  accounts.open('crew')
  const { key } = accounts.issue('crew', 'camera')
  accounts.revoke(accounts.keysOf('agency')[0]!.id)
  await client.submit()
  snapshots.reset('half way')
  expect(jobs.list()).toEqual(before)
  expect((await client.as('own', '/usage')).json).toEqual(usage)
  expect(accounts.names()).toEqual(['studio', 'agency'])
  expect((await client.as('otherAccount', '/usage')).status).toBe(200)
  expect((await client.send('/usage', { headers: { authorization: `Bearer ${key}` } })).status).toBe(401)
  expect((await client.as('own', path)).json.status).toBe('succeeded')
})

it('begins with how it was at the start, and a test can begin there each time', async () => {
  await using client = await serviceWithClient({})
  const { jobs, snapshots, journal } = client.service
  expect(snapshots.names()).toEqual(['start'])
  for (const _ of Array(3).keys()) {
    await client.submit()
    expect(jobs.list()).toHaveLength(1)
    snapshots.reset()
    expect([jobs.list(), journal.entries()]).toEqual([[], []])
  }
})

it('brings back the time: how far it was ahead, or where it stood', async () => {
  await using client = await serviceWithClient({})
  const { clock, snapshots } = client.service
  clock.stop()
  clock.moveTo(1_000_000)
  snapshots.take('stopped')
  clock.run(60)
  snapshots.reset('stopped')
  expect([clock.now(), clock.speed]).toEqual([1_000_000, 0])
  snapshots.reset()
  expect(clock.speed).toBe(1)
  expect(clock.now()).toBeGreaterThan(1_000_000)
})

it('lets what is played begin anew, and leaves it on', async () => {
  await using client = await serviceWithClient({})
  const { layers, snapshots } = client.service
  layers.put({
    name: 'shut at first',
    patch: (behaviour) => {
      let refused = 0
      around(behaviour, 'recognise', (next, key) => (refused++ < 1 ? undefined : next(key)))
    },
  })
  const status = async () => (await client.as('own', '/usage')).status
  expect([await status(), await status()]).toEqual([401, 200])
  snapshots.reset()
  expect([await status(), await status()]).toEqual([401, 200])
  expect(layers.names()).toEqual(['shut at first'])
})

it('knows no other name', async () => {
  await using client = await serviceWithClient({})
  expect(() => client.service.snapshots.reset('nothing')).toThrow('no snapshot is called nothing')
})
