import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { jobsOf, shows } from './jobs-for-tests.ts'

describe('an answer to a submission', () => {
  const ids = (...given: unknown[]) =>
    jobsOf(({ method }) => (method === 'POST' ? { status: 202, body: { id: given.shift() } } : shows('succeeded')))

  it('makes one job of one id, in each account', async () => {
    const { jobs, submit } = ids('x', 'x', 'x', 'y')
    await submit({})
    await submit({}, { key: 'A2' })
    await submit({}, { key: 'B' })
    await submit({})
    expect(jobs.all.map(({ id, key }) => [id, key])).toEqual([
      ['x', 'A'],
      ['x', 'B'],
      ['y', 'A'],
    ])
  })

  it('makes no job where it is a refusal', async () => {
    const { jobs, submit } = jobsOf(() => ({ status: 400, body: { id: 'x' } }))
    const refusal = await submit({})
    expect(jobs.adopt(refusal)).toBeUndefined()
    expect(jobs.all).toEqual([])
  })

  it('may have the id elsewhere than the first one had it', async () => {
    const { jobs, submit } = jobsOf(({ method, path }) =>
      method === 'POST'
        ? { status: 202, body: { request_id: 'r', job: { id: 'x' } } }
        : path.endsWith('/x')
          ? shows('succeeded')
          : { status: 404 },
    )
    await submit({})
    await jobs.settled()
    expect(jobs.all).toMatchObject([{ id: 'x', polls: [{ purpose: { part: 'introduction' } }] }])
  })

  it('may have very many values, of which the likeliest are tried as its id', async () => {
    const most = BOUNDS.idsOfOneJob.most
    const values = Object.fromEntries(Array.from({ length: 10 * most }, (_, nth) => [`value_${nth}`, `x-${nth}`]))
    const { jobs, submit, asked } = jobsOf(({ method }) =>
      method === 'POST' ? { status: 202, body: values } : { status: 404 },
    )
    await submit({})
    expect(asked).toHaveLength(1 + most)
    expect(jobs.all).toEqual([])
  })
})
