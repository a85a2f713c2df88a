import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { answered, idFound, lastTry, polled, unanswered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { everyPollIsAnswered } from './ending.ts'

const verdict = (...history: Exchange[]) => verdictOf(everyPollIsAnswered, history)
const poll = { part: 'poll', job: 1, polled: 'job-1' } as const
const control = (status = 200) => answered(status, { part: 'control' })
const kept = () => polled({ id: 'job-1', status: 'queued' })

describe('a poll', () => {
  it.each(['[]', 'null', '', '"queued"', '{"id":'])('is not answered with %j, whatever comes behind it', (body) => {
    expect(verdict(polled(body))).toMatchObject({ verdict: 'fail', expected: '2xx with a JSON object' })
  })

  it('that is refused counts once a later good request succeeds', () => {
    const refused = answered(404, poll)
    expect(verdict(kept(), refused, control())).toMatchObject({ verdict: 'fail', evidence: [refused.n], tried: 2 })
  })

  it('is refused by a key that has expired, which says nothing', () => {
    const refused = answered(401, poll)
    const later = answered(401, poll)
    expect(verdict(kept(), refused, control(401), later)).toMatchObject({
      verdict: 'inconclusive',
      reason: '401 with an empty body, and control requests no longer succeeded either',
      evidence: [refused.n, later.n],
    })
  })

  it('that met a reset counts after the last try alone', () => {
    const first = unanswered('reset', poll)
    const between = control()
    const second = unanswered('reset', { ...poll, again: { attempts: [first.n], control: between.n } })
    expect(verdict(first, between, second, control())).toMatchObject({ verdict: 'skip' })
    const last = unanswered('reset', { ...poll, again: lastTry(between, first, second) })
    expect(verdict(idFound(), first, between, second, last, control())).toMatchObject({
      verdict: 'fail',
      received: 'the connection was closed before a response (3 times, while a control request in between succeeded)',
      evidence: [last.n],
    })
  })

  it.each<[string, Exchange]>([
    ['a 429', answered(429, poll)],
    ['a reset that was not tried again', unanswered('reset', poll)],
    ["the refusal of another account's key", answered(404, { ...poll, key: 'B', owner: 'A' })],
    ['the refusal of a key that no account has', answered(401, { ...poll, key: 'U' })],
    ['the refusal of a job that nobody is known to own', answered(404, { ...poll, part: 'observation' })],
  ])('is not judged by %s', (_, exchange) => {
    expect(verdict(exchange, control())).toMatchObject({ verdict: 'skip' })
  })

  it.each<[string, Exchange]>([
    ['a body of which only the beginning was read', polled('{"id":', { truncated: true })],
    ['a body that is nested too deep', polled(`{"id":"job-1","more":${'['.repeat(12_000)}${']'.repeat(12_000)}}`)],
  ])('has no verdict by %s', (_, exchange) => {
    expect(verdict(exchange, control())).toMatchObject({ verdict: 'inconclusive' })
  })
})

describe('a first poll', () => {
  const tried = (status: number, id: string) =>
    answered(status, { part: 'introduction', job: 1, polled: id, body: status === 200 ? { id } : '' })

  it('that is answered 404 before 200 found the job missing', () => {
    const missing = tried(404, 'job-1')
    expect(verdict(missing, tried(404, 'aurora'), tried(200, 'job-1'))).toMatchObject({
      verdict: 'fail',
      received: '404 with an empty body',
      violations: [{ evidence: [missing.n] }],
    })
  })
})

describe('a poll in traffic that nobody planned', () => {
  const facts = { keys: ['K1', 'K2'], known: [], observed: { leftOut: [] } }
  const seen = (...history: Exchange[]) => verdictOf(everyPollIsAnswered, history, { facts })
  const read = (status: number, told = {}) => answered(status, { ...poll, key: 'K1', body: { id: 'job-1' }, ...told })
  const models = (key: string, status = 200) => answered(status, { part: 'twin', key })

  it('that is refused counts against the same key, which was good before and after it', () => {
    expect(seen(read(200), read(401), models('K1'))).toMatchObject({ verdict: 'fail' })
    expect(seen(read(200), read(401), models('K2'))).not.toMatchObject({ verdict: 'fail' })
  })
})
