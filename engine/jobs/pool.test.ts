import { describe, expect, it } from 'vitest'
import { OverBudget } from '../http/limits/over-budget.ts'
import { videoSecondsOf } from '../http/requests.ts'
import { aWhile, endingAfter, jobsOf, serverOf, shows } from './jobs-for-tests.ts'

describe('a job', () => {
  it('is polled until it is final, and no longer', async () => {
    const { jobs, submit } = jobsOf(endingAfter(3))
    await submit({})
    expect(jobs.unfinished()).toHaveLength(1)
    await jobs.settled()
    const [job] = jobs.all
    expect(job!.polls).toHaveLength(3)
    expect(job!.final).toBe(job!.polls[2])
    expect(jobs.unfinished()).toEqual([])
  })

  it('is lost when five polls in a row are refused, each with a look at whether good requests succeed', async () => {
    const { jobs, submit, asked } = jobsOf(serverOf((poll) => (poll === 3 ? shows('queued') : { status: 404 })))
    await submit({})
    await jobs.settled()
    expect(jobs.all[0]).toMatchObject({ lost: 'its last 5 polls did not return 2xx' })
    expect(jobs.all[0]!.polls).toHaveLength(8)
    expect(asked.filter((each) => each === 'control')).toHaveLength(7)
  })

  it('is given up after many more polls than its twin needed', async () => {
    const { jobs, submit } = jobsOf(serverOf((poll, id) => shows(id === 'job-1' && poll === 2 ? 'failed' : 'queued')))
    await submit({})
    await submit({})
    await jobs.settled()
    expect(jobs.all.map(({ lost }) => lost)).toEqual([undefined, 'it was not final after 200 polls'])
  })

  it('gets a twin of its own before it is given up beside others', async () => {
    const endless = serverOf((poll, id) => shows(id === 'job-2' || poll < 2 ? 'queued' : 'succeeded'))
    const { jobs, submit } = jobsOf(endless)
    await submit({ prompt: 'a boat' })
    await submit({ prompt: 'a ship' })
    await jobs.settled()
    expect(jobs.all.map(({ body }) => body)).toEqual(['boat', 'ship', 'ship'].map((what) => `{"prompt":"a ${what}"}`))
    expect(jobs.all.map(({ final }) => final !== undefined)).toEqual([true, false, true])
    expect(jobs.all[1]!.lost).toMatch(/^it was not final after \d+ polls$/)
  })

  it('gets three twins at most', async () => {
    const { jobs, submit } = jobsOf(
      serverOf((poll, id) => shows(id !== 'job-1' && poll < 1000 ? 'queued' : 'succeeded')),
    )
    await submit({ prompt: 'a boat' })
    await submit({ prompt: 'a ship' })
    await jobs.settled()
    expect(jobs.all).toHaveLength(2 + 3)
  })

  it('is followed for as long as it takes where no twin can be had', async () => {
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

  it('whose submitter follows it himself is left alone until he lets go of it', async () => {
    const { jobs, submit } = jobsOf(endingAfter(2))
    await submit({}, { following: 'not at all' })
    const [job] = jobs.all
    await aWhile()
    expect(job!.polls).toEqual([])
    jobs.release(job!)
    await job!.end
    expect(job!.polls).toHaveLength(2)
  })

  it('is polled again after the longest delay', async () => {
    const { jobs, submit } = jobsOf(endingAfter(2))
    await submit({})
    const [job] = jobs.all
    void job!.firstPoll.then(() => jobs.beforeNextPoll(job!, new Promise(() => undefined)))
    await jobs.settled()
    expect(job!.polls).toHaveLength(2)
  })

  it('read by another key says whose it is', async () => {
    const { jobs, submit, asked } = jobsOf(endingAfter(1))
    await submit({}, { following: 'not at all' })
    await jobs.poll(jobs.all[0]!, 'somebody', 'A2')
    expect(asked.at(-1)).toMatchObject({
      purpose: { by: 'somebody', part: 'poll', job: jobs.all[0]!.n, polled: 'job-1', owner: 'A' },
      request: { headers: expect.arrayContaining([['Authorization', 'Bearer {{A2}}']]) },
    })
  })
})

describe('what is known of jobs', () => {
  it.each([
    ['{"duration":2.5}', 2.5],
    ['{"duration":0}', 0],
    ['{"duration":"60"}', 60],
    ['{"duration":[60]}', 60],
    ['{"duration":60,"duration":1}', 60],
    ['{"duration":1e999}', 5],
    ['null', 5],
    ['no JSON', 5],
  ])('is what %s would cost in seconds of video', (body, seconds) => {
    expect(videoSecondsOf(body)).toBe(seconds)
  })
})
