import { describe, expect, it } from 'vitest'
import { OverBudget } from '../http/limits/over-budget.ts'
import { endingAfter, jobsOf, serverOf, shows, someTurns } from './jobs-for-tests.ts'

describe('a job pool', () => {
  it('polls a job until it is final, and no longer', async () => {
    const { jobs, submit } = jobsOf(endingAfter(3))
    await submit({})
    expect(jobs.unfinished()).toHaveLength(1)
    await jobs.settled()
    const [job] = jobs.all
    expect(job!.polls).toHaveLength(3)
    expect(job!.final).toBe(job!.polls[2])
    expect(jobs.unfinished()).toEqual([])
  })

  it('gives a job up after five failed polls in a row, with a control request for each', async () => {
    const { jobs, submit, asked } = jobsOf(serverOf((poll) => (poll === 3 ? shows('queued') : { status: 404 })))
    await submit({})
    await jobs.settled()
    expect(jobs.all[0]).toMatchObject({ lost: 'its last 5 polls did not return 2xx' })
    expect(jobs.all[0]!.polls).toHaveLength(8)
    expect(asked.filter((each) => each === 'control')).toHaveLength(7)
  })

  it('gives a job up after many more polls than one with the same body needed', async () => {
    const { jobs, submit } = jobsOf(serverOf((poll, id) => shows(id === 'job-1' && poll === 2 ? 'failed' : 'queued')))
    await submit({})
    await submit({})
    await jobs.settled()
    expect(jobs.all.map(({ lost }) => lost)).toEqual([undefined, 'it was not final after 200 polls'])
  })

  it('submits a control job with the same body before it gives a job up', async () => {
    const endless = serverOf((poll, id) => shows(id === 'job-2' || poll < 2 ? 'queued' : 'succeeded'))
    const { jobs, submit } = jobsOf(endless)
    await submit({ prompt: 'a boat' })
    await submit({ prompt: 'a ship' })
    await jobs.settled()
    expect(jobs.all.map(({ body }) => body)).toEqual(['boat', 'ship', 'ship'].map((what) => `{"prompt":"a ${what}"}`))
    expect(jobs.all.map(({ final }) => final !== undefined)).toEqual([true, false, true])
    expect(jobs.all[1]!.lost).toMatch(/^it was not final after \d+ polls$/)
  })

  it('submits three control jobs at most', async () => {
    const { jobs, submit } = jobsOf(
      serverOf((poll, id) => shows(id !== 'job-1' && poll < 1000 ? 'queued' : 'succeeded')),
    )
    await submit({ prompt: 'a boat' })
    await submit({ prompt: 'a ship' })
    await jobs.settled()
    expect(jobs.all).toHaveLength(2 + 3)
  })

  it('polls on if no control job can be submitted', async () => {
    let submissions = 0
    const answer = serverOf((poll, id) => shows(poll < (id === 'job-2' ? 450 : 2) ? 'queued' : 'succeeded'))
    const { jobs, submit } = jobsOf((request, purpose) => {
      if (request.method === 'POST' && ++submissions > 2) throw new OverBudget('--max-jobs', 2)
      return answer(request, purpose)
    })
    await submit({ prompt: 'a boat' })
    await submit({ prompt: 'a ship' })
    await jobs.settled()
    expect(submissions).toBe(3)
    expect(jobs.all.map(({ polls }) => polls.length)).toEqual([2, 450])
  })

  it('does not poll a job that its submitter polls, until it is released', async () => {
    const { jobs, submit } = jobsOf(endingAfter(2))
    await submit({}, { following: 'not at all' })
    const [job] = jobs.all
    await someTurns()
    expect(job!.polls).toEqual([])
    jobs.release(job!)
    await job!.end
    expect(job!.polls).toHaveLength(2)
  })

  it('polls again after the longest delay', async () => {
    const { jobs, submit } = jobsOf(endingAfter(2))
    await submit({})
    const [job] = jobs.all
    void job!.firstPoll.then(() => jobs.beforeNextPoll(job!, new Promise(() => undefined)))
    await jobs.settled()
    expect(job!.polls).toHaveLength(2)
  })

  it('records the owner of a job that is read with another key', async () => {
    const { jobs, submit, asked } = jobsOf(endingAfter(1))
    await submit({}, { following: 'not at all' })
    await jobs.poll(jobs.all[0]!, 'a check', 'A2')
    expect(asked.at(-1)).toMatchObject({
      purpose: { by: 'a check', part: 'poll', job: jobs.all[0]!.n, polled: 'job-1', owner: 'A' },
      request: { headers: expect.arrayContaining([['Authorization', 'Bearer {{A2}}']]) },
    })
  })
})
