import { expect, it } from 'vitest'
import { idIn, serviceWithClient } from '../client-for-tests.ts'

async function withJob(options = {}) {
  const client = await serviceWithClient(options)
  const id = idIn((await client.submit()).json)
  const poll = async () => (await client.as('own', `/videos/${id}`)).json
  return { ...client, jobs: client.service.jobs, id, poll }
}

it('shows the state that was asked for with the next poll, and not before', async () => {
  await using job = await withJob()
  expect(job.jobs.force(job.id, { status: 'running', stage: 'enhancing' })).toMatchObject({ status: 'queued' })
  expect(job.jobs.get(job.id)?.status).toBe('queued')
  expect(await job.poll()).toMatchObject({ status: 'running', stage: 'enhancing' })
  expect(job.jobs.get(job.id)?.forced).toBeNull()
})

it('fails for the reason that is said, and for a usual one where none is', async () => {
  await using job = await withJob()
  job.jobs.fail(job.id, { code: 'no_film' })
  const { error } = await job.poll()
  expect([error.code, error.message]).toEqual(['no_film', expect.stringMatching(/\w/)])
})

it('follows the last of several words', async () => {
  await using job = await withJob()
  job.jobs.hold(job.id)
  job.jobs.succeed(job.id)
  job.jobs.fail(job.id)
  expect((await job.poll()).status).toBe('failed')
  expect((await job.poll()).status).toBe('failed')
})

it('ends when it is failed while it is held', async () => {
  await using job = await withJob()
  job.jobs.hold(job.id)
  expect([(await job.poll()).status, (await job.poll()).status]).toEqual(['running', 'running'])
  job.jobs.succeed(job.id)
  expect((await job.poll()).status).toBe('succeeded')
})

it('takes up its own way where it was, once it is let go', async () => {
  await using job = await withJob({ polls: 3 })
  await job.poll()
  job.jobs.hold(job.id, { status: 'queued' })
  for (const _ of Array(10).keys()) await job.poll()
  job.jobs.letGo(job.id)
  expect([(await job.poll()).status, (await job.poll()).status]).toEqual(['running', 'succeeded'])
})

it('leads one job and no other', async () => {
  await using job = await withJob({ polls: 1 })
  const other = idIn((await job.submit()).json)
  job.jobs.fail(job.id)
  expect((await job.as('own', `/videos/${other}`)).json.status).toBe('succeeded')
  expect((await job.poll()).status).toBe('failed')
})

it('refuses to lead what is final or nowhere', async () => {
  await using job = await withJob({ polls: 1 })
  await job.poll()
  const { jobs, id } = job
  const ways = [
    jobs.fail,
    jobs.succeed,
    jobs.hold,
    jobs.letGo,
    (each: string) => jobs.force(each, { status: 'queued' }),
  ]
  for (const way of ways) {
    expect(() => way(id)).toThrow(`the job ${id} is succeeded, and a final state stays`)
    expect(() => way('nothing')).toThrow('no job has the id nothing')
  }
  expect(jobs.get('nothing')).toBeUndefined()
  expect((await job.poll()).status).toBe('succeeded')
})

it('is listed, the newest first, by account and by state', async () => {
  await using job = await withJob({ polls: 1 })
  const other = idIn((await job.submit({}, 'otherAccount')).json)
  await job.poll()
  const ids = (asked = {}) => job.jobs.list(asked).map(({ id }) => id)
  expect(ids()).toEqual([other, job.id])
  expect([ids({ account: 'studio' }), ids({ status: 'queued' }), ids({ most: 1 })]).toEqual([
    [job.id],
    [other],
    [other],
  ])
  expect(ids({ account: 'studio', status: 'queued' })).toEqual([])
})
