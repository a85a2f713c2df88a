import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '../history/entry/entries.ts'
import type { Exchange, Purpose } from '../history/entry/exchange.ts'
import { RecordingInMemory } from '../history/recording.ts'
import { BEGAN } from '../judging/handwritten-for-tests.ts'
import { paceIn } from './pace.ts'

let n = 0
let tick = 0

type Told = Partial<Purpose> & { method?: string; status?: number; body?: object; ms?: number; beside?: number }

/** `beside`: so many others were sent or received meanwhile. */
function exchange({ method = 'GET', status = 200, body = {}, ms = 100, beside = 0, ...purpose }: Told): Exchange {
  const sent = ++tick
  tick += beside
  const text = JSON.stringify(body)
  return {
    kind: 'exchange',
    n: ++n,
    at: n,
    ms,
    sent,
    received: ++tick,
    purpose: { by: 'somebody', part: 'twin', ...purpose },
    request: { method, path: '/v1/models', headers: [] },
    answer: { status, headers: [], body: text, bytes: text.length },
  }
}

const submission = (status = 202) => exchange({ method: 'POST', part: 'submission', status })
const poll = (job: Exchange, status = 'running') => exchange({ part: 'poll', job: job.n, body: { status } })
const lifeOf = (job: Exchange, polls: number) => [
  ...Array.from({ length: polls - 1 }, () => poll(job)),
  poll(job, 'succeeded'),
]
const paceOf = (...entries: HistoryEntry[]) => paceIn(new RecordingInMemory([BEGAN, ...entries]))

describe('the pace of a recorded run', () => {
  it('is what an answer takes while nothing else is under way, and how many polls a job takes', () => {
    const [one, other] = [submission(), submission()]
    const busy = Array.from({ length: 20 }, () => exchange({ ms: 5000, beside: 3 }))
    expect(paceOf(one, ...lifeOf(one, 4), ...busy, other, ...lifeOf(other, 4))?.pace).toEqual({
      answerMs: 100,
      polls: 4,
    })
  })

  it('knows for how many jobs there was room, where there once was none', () => {
    const jobs = [submission(), submission(), submission()]
    const lives = jobs.flatMap((job) => lifeOf(job, 2))
    expect(paceOf(...jobs, ...lives)?.pace).not.toHaveProperty('room')
    expect(paceOf(...jobs, submission(429), ...lives)?.pace).toMatchObject({ room: 3 })
  })

  it('says whose it is, and how long the run took', () => {
    const job = submission()
    const ended: HistoryEntry = { kind: 'ended', at: 61_000, how: 'whole' }
    expect(paceOf(job, ...lifeOf(job, 3), ended)).toMatchObject({
      baseUrl: BEGAN.target.baseUrl,
      embedded: false,
      profile: 'full',
      seconds: 61,
    })
  })

  it('is unknown where no job came to its end, where hardly anything was answered, and in the traffic of others', () => {
    const job = submission()
    const life = lifeOf(job, 4)
    expect(paceOf()).toBeUndefined()
    expect(paceOf(job, ...life.slice(0, -1))).toBeUndefined()
    expect(paceOf({ ...BEGAN, observed: { leftOut: [] } }, job, ...life)).toBeUndefined()
  })
})
