import { describe, expect, it } from 'vitest'
import { idIn, sendTo } from '../../../client-for-tests.ts'
import { refused, withControl } from './control.ts'

async function withJob(options = {}) {
  const control = await withControl(options)
  const { json } = await control.submit()
  const id = idIn(json)
  const at = `/jobs/${encodeURIComponent(id)}`
  const poll = async () => (await control.as('own', `/videos/${encodeURIComponent(id)}`)).json
  return { ...control, id, at, poll }
}

const ids = (answer: { jobs: { id: string }[] }) => answer.jobs.map(({ id }) => id)

describe('jobs', () => {
  it('are listed, newest first, filtered by account and status', async () => {
    await using control = await withControl({ polls: 1 })
    const made: string[] = []
    for (const key of ['own', 'otherAccount', 'own'] as const) made.push(idIn((await control.submit({}, key)).json))
    await control.as('own', `/videos/${made[0]}`)
    const [first, second, third] = made
    expect(ids(await control.get('/jobs'))).toEqual([third, second, first])
    expect(ids(await control.get('/jobs?account=studio'))).toEqual([third, first])
    expect(ids(await control.get('/jobs?status=queued'))).toEqual([third, second])
    expect(ids(await control.get('/jobs?status=succeeded&account=studio'))).toEqual([first])
    expect(ids(await control.get('/jobs?most=1&status=succeeded'))).toEqual([first])
    expect(ids(await control.get('/jobs?account=nobody'))).toEqual([])
    expect(await control.ask('/jobs?status=done')).toMatchObject(
      refused(400, 'status in the query must be one of queued, running, succeeded, failed'),
    )
    expect(await control.ask('/jobs?most=many')).toMatchObject(refused(400, 'most in the query must be integer'))
    expect((await control.ask('/jobs?most=0')).status).toBe(400)
  })

  it('show the order, each poll with its result, and each download', async () => {
    await using job = await withJob({ polls: 2 })
    const seen = [await job.poll(), await job.poll()]
    await sendTo(seen[1].url)
    const told = await job.get(job.at)
    expect(told).toMatchObject({ id: job.id, account: 'studio', status: 'succeeded', error: null, forced: null })
    expect(told.parameters).toMatchObject({ prompt: 'A lighthouse', resolution: '480p', duration: 5 })
    expect(told.keyId).toBe(job.keyLabelled('render farm').id)
    expect(told.polls.map(({ status }: { status: string }) => status)).toEqual(seen.map(({ status }) => status))
    expect([told.submissions.length, told.downloads.length, told.step]).toEqual([1, 1, 2])
    expect(told.submissions[0]).toMatchObject({ answered: 202 })
    expect(Date.parse(told.finishedAt)).toBeGreaterThanOrEqual(Date.parse(told.createdAt))
  })
})

describe('the next state', () => {
  const led = async (path: string, body: unknown, shown: object) => {
    await using job = await withJob()
    const answer = await job.post(`${job.at}${path}`, body)
    expect(answer).toMatchObject({ status: 200, json: { id: job.id, status: 'queued', forced: expect.anything() } })
    expect(await job.poll()).toMatchObject(shown)
  }
  it.each([
    ['/fail', undefined, { status: 'failed', error: { code: 'generation_failed' } }],
    ['/fail', { code: 'out_of_film', message: 'No film.' }, { error: { code: 'out_of_film', message: 'No film.' } }],
    ['/succeed', undefined, { status: 'succeeded', url: expect.any(String) }],
    ['/hold', undefined, { status: 'running', stage: 'generating' }],
    ['/hold', { stage: 'enhancing' }, { status: 'running', stage: 'enhancing' }],
    ['/force', { status: 'running', stage: 'enhancing' }, { status: 'running', stage: 'enhancing' }],
  ])('is the requested one: %s %j', led)

  it('stays while it is held, and continues when released', async () => {
    await using job = await withJob({ polls: 1 })
    await job.post(`${job.at}/hold`, { stage: 'enhancing' })
    for (const _ of Array(5).keys()) expect(await job.poll()).toMatchObject({ status: 'running', stage: 'enhancing' })
    expect(await job.post(`${job.at}/let-go`)).toMatchObject({ status: 200, json: { forced: null } })
    expect(await job.poll()).toMatchObject({ status: 'succeeded' })
  })

  it.each([
    [{ status: 'done' }, 'status in the body must be one of queued, running, succeeded, failed'],
    [{ status: 'succeeded', stage: 'enhancing' }, 'a succeeded job has no stage'],
    [{ status: 'running', error: {} }, 'a running job has no error'],
    [{ status: 'failed', hold: true }, 'a failed job is final and cannot be held'],
  ])('cannot be forced by %j', async (body, detail) => {
    await using job = await withJob()
    expect(await job.post(`${job.at}/force`, body)).toMatchObject(refused(400, detail))
    expect(await job.get(job.at)).toMatchObject({ forced: null })
  })

  const WAYS: [path: string, body?: unknown][] = [
    ['/force', { status: 'running' }],
    ['/fail'],
    ['/succeed'],
    ['/hold'],
    ['/let-go'],
  ]
  it.each(WAYS)('of a finished job cannot be changed: %s', async (path, body) => {
    await using job = await withJob({ polls: 1 })
    await job.poll()
    expect(await job.post(`${job.at}${path}`, body)).toMatchObject(
      refused(409, `the job ${job.id} is succeeded, which is final`),
    )
    expect(await job.poll()).toMatchObject({ status: 'succeeded' })
  })
})
