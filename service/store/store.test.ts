import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from './job.ts'
import { jobsInMemory } from './memory/jobs.ts'
import { undoing } from './memory/undoing.ts'
import { openStore, type Store } from './store.ts'

const PARAMETERS: Job['parameters'] = {
  model: 'swift',
  prompt: 'A lighthouse',
  image_url: null,
  resolution: '480p',
  duration: 5,
  fps: 24,
  ratio: '16:9',
  bit_depth: 8,
}

const jobCalled = (id: string, more: Partial<Job> = {}): Job => ({
  id,
  account: 'one',
  keyId: 'first',
  parameters: PARAMETERS,
  status: 'queued',
  stage: null,
  step: 0,
  flaw: null,
  file: `file of ${id}`,
  credits: 10,
  createdAt: 1,
  finishedAt: null,
  ...more,
})

describe.each(['in memory', 'in a file'])('a store %s', (where) => {
  let folder: string
  let store: Store
  let keys: { first: string; other: string }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatecheck-store-'))
    store = openStore(where === 'in a file' ? join(folder, 'state.sqlite') : undefined)
    store.accounts.ensure('one', 'starter')
    store.accounts.ensure('other', 'professional')
    keys = { first: store.keys.add('cl_first0key', 'one', 'first'), other: store.keys.add('cl_other0key', 'other', '') }
  })
  afterEach(() => {
    store.close()
    rmSync(folder, { recursive: true })
  })

  const ids = (asked: Partial<Parameters<Store['jobs']['list']>[0]> = {}) =>
    store.jobs.list({ most: 9, ...asked }).map(({ id }) => id)

  it('rolls back a transaction that throws, nested ones included', () => {
    store.jobs.add(jobCalled('a'))
    const credits = store.accounts.get('one').credits
    const before = JSON.stringify([store.jobs.list({ most: 9 }), store.keys.ofAccount('one')])
    expect(() =>
      store.transaction(() => {
        store.jobs.add(jobCalled('b'))
        store.transaction(() => store.jobs.save(jobCalled('a', { status: 'running' })))
        store.accounts.charge('one', 10)
        store.accounts.ensure('third', 'starter')
        store.keys.revoke(keys.first)
        store.keys.add('cl_third0key', 'one', 'third')
        throw new Error('half way')
      }),
    ).toThrow('half way')
    expect(JSON.stringify([store.jobs.list({ most: 9 }), store.keys.ofAccount('one')])).toBe(before)
    expect([store.accounts.get('one').credits, store.accounts.names()]).toEqual([credits, ['one', 'other']])
    expect([store.jobs.unfinishedOf('one'), store.jobs.sumsByKey('first').jobs]).toEqual([1, 1])
    store.jobs.add(jobCalled('b'))
    expect(ids()).toEqual(['b', 'a'])
  })

  it('restores a copy, and keeps the accounts of users', () => {
    store.jobs.add(jobCalled('a'))
    const copy = store.copy()
    store.jobs.save(jobCalled('a', { status: 'failed' }))
    store.jobs.add(jobCalled('b'))
    store.keys.revoke(keys.first)
    store.accounts.charge('one', 10)
    store.accounts.ensure('signed up', 'starter')
    store.users.add({ email: 'ada@example.com', account: 'signed up', password: 'a hash' })
    for (let time = 0; time < 2; time++) {
      copy.putBack()
      expect([ids(), store.jobs.get('a')?.status, store.jobs.unfinishedOf('one')]).toEqual([['a'], 'queued', 1])
      expect([store.keys.get(keys.first)?.revoked, store.accounts.get('one').credits]).toEqual([false, 1_000_000])
      expect([store.accounts.has('signed up'), store.users.find('ada@example.com')?.account]).toEqual([
        true,
        'signed up',
      ])
      store.jobs.save(jobCalled('a', { status: 'succeeded' }))
    }
  })
})

it('drops in memory the jobs that ended first, never an unfinished one, and keeps counting them', () => {
  const { jobs } = jobsInMemory(undoing(), 3)
  for (const id of ['a', 'b', 'c']) jobs.add(jobCalled(id))
  jobs.save(jobCalled('b', { status: 'failed' }))
  jobs.save(jobCalled('a', { status: 'succeeded' }))
  for (const id of ['d', 'e', 'f', 'g']) jobs.add(jobCalled(id))
  expect(jobs.list({ most: 9 }).map(({ id }) => id)).toEqual(['g', 'f', 'e', 'd', 'c'])
  expect([jobs.sumsByKey('first').jobs, jobs.unfinishedOf('one'), jobs.nextSequence()]).toEqual([7, 5, 8])
})
