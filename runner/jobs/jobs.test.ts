import { describe, expect, it } from 'vitest'
import { answered } from '../history/handwritten-for-tests.ts'
import { sameAccount } from '../keys/keyring.ts'
import { BOUNDS } from '../settings/bounds/bounds.ts'
import { OverBudget } from '../wire/limits/over-budget.ts'
import { requestTo, videoSecondsOf } from '../wire/requests.ts'
import { aWhile, endingAfter, jobsOf, serverOf, shows, target } from './jobs-for-tests.ts'
import { mostPollsBeside } from './patience.ts'

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
    expect(jobs.all[0]).toMatchObject({ lost: 'its last 5 polls were not answered with 2xx' })
    expect(jobs.all[0]!.polls).toHaveLength(8)
    expect(asked.filter((each) => each === 'control')).toHaveLength(7)
  })

  it('is lost when ten polls in a row show no status that is known', async () => {
    const { jobs, submit } = jobsOf(serverOf((poll) => shows(poll === 5 ? 'running' : 'baking')))
    await submit({})
    await jobs.settled()
    expect(jobs.all[0]).toMatchObject({ lost: 'its last 10 polls showed no status that is known' })
    expect(jobs.all[0]!.polls).toHaveLength(15)
  })

  it('is given up after many more polls than its twin needed', async () => {
    const { jobs, submit } = jobsOf(serverOf((poll, id) => shows(id === 'job-1' && poll === 2 ? 'failed' : 'queued')))
    await submit({})
    await submit({})
    await jobs.settled()
    expect(jobs.all.map(({ lost }) => lost)).toEqual([undefined, '200 polls did not bring it to its end'])
  })

  it('gets a twin of its own before it is given up beside others', async () => {
    const endless = serverOf((poll, id) => shows(id === 'job-2' || poll < 2 ? 'queued' : 'succeeded'))
    const { jobs, submit } = jobsOf(endless)
    await submit({ prompt: 'a boat' })
    await submit({ prompt: 'a ship' })
    await jobs.settled()
    expect(jobs.all.map(({ body }) => body)).toEqual(['boat', 'ship', 'ship'].map((what) => `{"prompt":"a ${what}"}`))
    expect(jobs.all.map(({ final }) => final !== undefined)).toEqual([true, false, true])
    expect(jobs.all[1]!.lost).toMatch(/polls did not bring it to its end$/)
  })

  it('gets another twin where the first does not end either, as every third may not', async () => {
    const endless = serverOf((poll, id) => shows(Number(id.slice(4)) % 3 === 0 || poll < 2 ? 'queued' : 'succeeded'))
    const { jobs, submit } = jobsOf(endless)
    for (const prompt of ['1', '2', '3', '4', '5']) await submit({ prompt })
    await jobs.settled()
    expect(jobs.all.map(({ final }) => final !== undefined)).toEqual([true, true, false, true, true, false, true])
    for (const { lost } of [jobs.all[2]!, jobs.all[5]!]) expect(lost).toMatch(/polls did not bring it to its end$/)
  })

  it('gets three twins at most', async () => {
    const { jobs, submit } = jobsOf(
      serverOf((poll, id) => shows(id !== 'job-1' && poll < 1000 ? 'queued' : 'succeeded')),
    )
    await submit({ prompt: 'a boat' })
    await submit({ prompt: 'a ship' })
    await jobs.settled()
    expect(jobs.all).toHaveLength(2 + BOUNDS.twinsOfEndlessJobs.most)
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

  it('is brought to its end when the run has to be, whoever was to follow it', async () => {
    const { jobs, submit } = jobsOf(endingAfter(2))
    await submit({}, { following: 'not at all' })
    await jobs.settled()
    expect(jobs.all[0]!.polls).toHaveLength(2)
  })

  it('is not waited for by whoever waits for room, where it is brought to its end by somebody else', async () => {
    const { jobs, submit } = jobsOf(endingAfter(2))
    await submit({}, { following: 'not at all' })
    await submit({})
    await jobs.calm()
    expect(jobs.all.map(({ polls }) => polls.length)).toEqual([0, 2])
    const [held] = jobs.all
    jobs.release(held!)
    await jobs.calm()
    expect(held!.polls).toHaveLength(2)
  })

  it('has come to its end when anybody sees it, and is not polled any more', async () => {
    const { jobs, submit } = jobsOf(endingAfter(2))
    await submit({}, { following: 'not at all' })
    const [job] = jobs.all
    await jobs.poll(job!, 'somebody')
    await jobs.poll(job!, 'somebody')
    await job!.end
    await jobs.settled()
    expect(job!.polls.map(({ purpose }) => purpose.by)).toEqual(['somebody', 'somebody'])
  })

  it('may be polled by three at once', async () => {
    const { jobs, submit } = jobsOf(endingAfter(4))
    await submit({}, { following: 'in a crowd' })
    await jobs.settled()
    await aWhile()
    expect(jobs.all[0]!.polls).toHaveLength(6)
    expect(jobs.all[0]!.final).toBe(jobs.all[0]!.polls[3])
  })

  it('waits with its first poll for whoever wants to be there at its birth, whatever comes of that', async () => {
    const { jobs, submit } = jobsOf(endingAfter(1))
    const gate = Promise.withResolvers<void>()
    jobs.onBirth(() => gate.promise)
    await submit({})
    await aWhile()
    expect(jobs.all[0]!.polls).toEqual([])
    gate.reject(new Error('gone'))
    await jobs.settled()
    expect(jobs.all[0]!.polls).toHaveLength(1)
  })

  it('is polled on once those have seen it who wanted to see it as it was', async () => {
    const { jobs, submit } = jobsOf(endingAfter(3))
    await submit({})
    const [job] = jobs.all
    const gate = Promise.withResolvers<void>()
    void job!.firstPoll.then(() => jobs.beforeNextPoll(job!, gate.promise))
    await aWhile()
    expect(job!.polls).toHaveLength(1)
    gate.reject(new Error('gone'))
    await jobs.settled()
    expect(job!.polls).toHaveLength(3)
  })

  it('is polled on after a while, whoever has not come to see it by then (BOUNDS.heldPollMs)', async () => {
    const { jobs, submit } = jobsOf(endingAfter(2))
    await submit({})
    const [job] = jobs.all
    void job!.firstPoll.then(() => jobs.beforeNextPoll(job!, new Promise(() => undefined)))
    await jobs.settled()
    expect(job!.polls).toHaveLength(2)
  })

  it('says once that it is running, or that it ended without', async () => {
    const { jobs, submit } = jobsOf(endingAfter(1))
    await submit({})
    await jobs.settled()
    await jobs.all[0]!.running
    expect(jobs.all[0]!.polls).toHaveLength(1)
  })

  it('is a stray where the request was no good one, and nothing is judged by its polls', async () => {
    const { jobs, asked } = jobsOf(endingAfter(1))
    const request = requestTo(target, 'POST /videos', { key: 'U', body: '{}' })
    jobs.adopt({ ...answered(202, { body: { id: 'x' } }), request })
    await jobs.settled()
    expect(jobs.all[0]).toMatchObject({ stray: true, id: 'x' })
    expect(asked.map((each) => each !== 'control' && each.purpose.part)).toEqual(['observation'])
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
    [0, 200],
    [1, 200],
    [10, 200],
    [11, 220],
    [300, 6000],
  ])('where a twin needed %i polls, another may need up to %i', (needed, most) => {
    expect(mostPollsBeside(needed)).toBe(most)
  })

  it('is shared by the keys of one account, and by no others', () => {
    expect(sameAccount('A', 'A2')).toBe(true)
    expect(sameAccount('R', 'A')).toBe(true)
    expect(sameAccount('A', 'B')).toBe(false)
    expect(sameAccount('U', 'A')).toBe(false)
  })

  it.each([
    ['{"duration":2.5}', 2.5],
    ['{"duration":0}', 0],
    ['{}', 5],
    ['{"duration":"60"}', 60],
    ['{"duration":[60]}', 60],
    ['{"duration":60,"duration":1}', 60],
    ['{"duration":-1}', 5],
    ['{"duration":1e999}', 5],
    ['null', 5],
    ['[60]', 5],
    ['no JSON', 5],
  ])('is what %s would cost in seconds of video', (body, seconds) => {
    expect(videoSecondsOf(body)).toBe(seconds)
  })
})
