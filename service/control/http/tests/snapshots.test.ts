import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { refused, withControl } from './control.ts'

it('resets accounts, keys, jobs, journal and time to the start', async () => {
  await using control = await withControl()
  await control.submit()
  await control.post('/accounts', { name: 'crew' })
  await control.post(`/keys/${control.keyLabelled('campaign').id}/revoke`)
  await control.post('/clock/move', { by: 1e6 })
  expect(await control.post('/reset')).toMatchObject({ status: 200, json: { name: 'start' } })
  expect(await control.get('/jobs')).toEqual({ jobs: [] })
  expect((await control.get('/journal')).entries).toEqual([])
  expect((await control.get('/accounts')).accounts.map(({ name }: { name: string }) => name)).toEqual([
    'studio',
    'agency',
  ])
  expect((await control.as('otherAccount', '/usage')).status).toBe(200)
  expect((await control.get('/clock')).ms - Date.now()).toBeLessThan(1e6 * 1000)
})

it('restores a named snapshot any number of times', async () => {
  await using control = await withControl()
  await control.submit()
  const taken = await control.post('/snapshots', { name: 'one job' })
  expect([taken.status, taken.json]).toEqual([201, { snapshots: ['start', 'one job'] }])
  for (const _ of ['once', 'again']) {
    await control.submit()
    await control.submit()
    expect((await control.get('/jobs')).jobs).toHaveLength(3)
    expect((await control.post('/reset', { name: 'one job' })).json).toEqual({ name: 'one job' })
    expect((await control.get('/jobs')).jobs).toHaveLength(1)
  }
  await control.submit()
  await control.post('/snapshots', { name: 'one job' })
  await control.post('/reset', { name: 'one job' })
  expect((await control.get('/jobs')).jobs).toHaveLength(2)
  expect(await control.get('/snapshots')).toEqual({ snapshots: ['start', 'one job'] })
})

it('refuses an unknown name and a reserved one', async () => {
  await using control = await withControl()
  await control.submit()
  expect(await control.post('/reset', { name: 'nothing' })).toMatchObject(refused(404, 'unknown snapshot nothing'))
  expect(await control.post('/snapshots', { name: 'start' })).toMatchObject(refused(409, /^start is the initial state/))
  expect(await control.post('/snapshots', {})).toMatchObject(refused(400, 'the body needs name'))
  expect(await control.post('/snapshots')).toMatchObject(refused(400, 'the body is empty'))
  expect((await control.get('/jobs')).jobs).toHaveLength(1)
})

it('cannot reset to the start if the state is in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-control-'))
  try {
    await using control = await withControl({ data: join(folder, 'state.sqlite') })
    expect(await control.get('/snapshots')).toEqual({ snapshots: [] })
    expect((await control.post('/reset')).status).toBe(404)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
