import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, polled, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { images } from './images.ts'

const [check] = images
const by = check!.id
const twin = answered(202, { posted: '{}', part: 'submission', body: { id: 'v1' } })
const probe = (status: number, what = 'image_url "an image" alone') =>
  answered(status, { by, part: 'probe', posted: '{}', case: what, twin: twin.n, body: { id: 'v2' } })
const shows = (submission: Exchange, status: string) =>
  polled({ id: 'v2', status }, { job: submission.n, polled: 'v2' })
const control = (status = 200) => answered(status, { by, part: 'control' })
const verdict = (...history: Exchange[]) => verdictOf(check!, [twin, ...history])

describe('a bad image', () => {
  it('may be refused, or become a job that fails', () => {
    const taken = probe(202)
    expect(verdict(probe(400), taken, shows(taken, 'queued'), shows(taken, 'failed'), control())).toMatchObject({
      verdict: 'pass',
      tried: 2,
    })
  })

  it('must not become a job that succeeds, whatever became of the others', () => {
    const taken = probe(202)
    const end = shows(taken, 'succeeded')
    expect(verdict(probe(400), probe(429), taken, end, control())).toMatchObject({
      verdict: 'fail',
      received: '202, and the job succeeded',
      violations: [{ case: 'image_url "an image" alone', evidence: [taken.n, end.n] }],
    })
  })

  it('is not judged by a job that has not ended', () => {
    const taken = probe(202)
    expect(verdict(taken, shows(taken, 'running'), control())).toMatchObject({
      verdict: 'inconclusive',
      reason: 'image_url "an image" alone: its job did not finish',
    })
  })

  it.each(['succeeded', 'failed'])('is not judged by a 202 that already says %s', (status) => {
    const taken = probe(202)
    const told = { ...taken, answer: { ...taken.answer!, body: JSON.stringify({ id: 'v2', status }) } }
    expect(verdict(told, control())).toMatchObject({ verdict: 'inconclusive' })
  })

  it.each([402, 403])('refused with %i may meet a lack of credits or rights, which says nothing', (status) => {
    expect(verdict(probe(status), control()).verdict).not.toBe('pass')
  })
})
