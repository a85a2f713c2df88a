import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../runner/history/entry/exchange.ts'
import {
  answered,
  idFound,
  lastTry,
  polled,
  unanswered,
  verdictOf,
} from '../../runner/judging/handwritten-for-tests.ts'
import { everyPollIsAnswered } from './answered.ts'

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
      reason: '401 with an empty body, and good requests no longer succeeded either',
      evidence: [refused.n, later.n],
    })
  })

  it('counts only against a good request that was sent after its answer', () => {
    const refused = answered(404, { ...poll, sent: 1, received: 4 })
    const beside = answered(200, { part: 'control', sent: 2, received: 3 })
    expect(verdict(idFound(), refused, beside)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('that met a reset counts after the last try alone', () => {
    const first = unanswered('reset', poll)
    const between = control()
    const second = unanswered('reset', { ...poll, again: { attempts: [first.n], control: between.n } })
    expect(verdict(first, between, second, control())).toMatchObject({ verdict: 'skip' })
    const last = unanswered('reset', { ...poll, again: lastTry(between, first, second) })
    expect(verdict(idFound(), first, between, second, last, control())).toMatchObject({
      verdict: 'fail',
      received:
        'the connection was closed before an answer came (3 times, while a good request in between was answered)',
      evidence: [last.n],
    })
  })

  it.each<[string, Exchange]>([
    ['a 429', answered(429, poll)],
    ['a reset that was not tried again', unanswered('reset', poll)],
    ['the end of the run', unanswered('interrupted', poll)],
    ["the refusal of another account's key", answered(404, { ...poll, key: 'B', owner: 'A' })],
    ['the refusal of another key of the account', answered(404, { ...poll, key: 'A2', owner: 'A' })],
    ['the refusal of a key that no account has', answered(401, { ...poll, key: 'U' })],
    ['the refusal of a probe', answered(404, { ...poll, part: 'probe' })],
    ['the refusal of a job that nobody is known to own', answered(404, { ...poll, part: 'observation' })],
    ['the refusal of what was tried as an id', answered(404, { ...poll, part: 'introduction' })],
  ])('is not judged by %s', (_, exchange) => {
    expect(verdict(exchange, control())).toMatchObject({ verdict: 'skip' })
  })

  it.each<[string, Exchange]>([
    ['a body of which only the beginning was read', polled('{"id":', { truncated: true })],
    ['a body that could not be unpacked', polled('\u001f\u008b', { garbled: 'the gzip body cannot be unpacked' })],
    ['a body that is nested too deep', polled(`{"id":"job-1","more":${'['.repeat(12_000)}${']'.repeat(12_000)}}`)],
  ])('has no verdict by %s', (_, exchange) => {
    expect(verdict(exchange, control())).toMatchObject({ verdict: 'inconclusive' })
  })

  it('that was refused is broken, whatever its body is', () => {
    const body = '['.repeat(12_000)
    expect(verdict(kept(), answered(500, { ...poll, body }), control())).toMatchObject({ verdict: 'fail' })
    const cut = answered(500, { ...poll, body, truncated: true })
    expect(verdict(kept(), cut, control())).toMatchObject({ verdict: 'fail' })
  })

  it.each(['A', 'A2', 'B'])('by the key %s that submitted the job is judged', (key) => {
    expect(verdict(idFound(), answered(404, { ...poll, key }), control())).toMatchObject({ verdict: 'fail' })
  })

  it('by another key, if it is answered, is judged by what it shows', () => {
    const shared = { key: 'A2', owner: 'A' } as const
    expect(verdict(polled('[]', shared))).toMatchObject({ verdict: 'fail' })
    expect(verdict(polled({ id: 'job-1' }, shared))).toMatchObject({ verdict: 'pass' })
  })

  it('under an id that nobody ever knew is for the clause on ids to judge', () => {
    const lookedFor = answered(404, { ...poll, part: 'introduction' })
    expect(verdict(lookedFor, answered(404, poll), control())).toMatchObject({ verdict: 'skip' })
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

  it('may be answered 404 to what is no id after all', () => {
    expect(verdict(tried(404, 'aurora'), tried(200, 'job-1'))).toMatchObject({ verdict: 'pass', tried: 1 })
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

  it('may be refused to a key that is good only later', () => {
    const known = read(200, { key: 'K2', job: 1 })
    expect(seen(known, read(401), models('K1'))).not.toMatchObject({ verdict: 'fail' })
  })

  it('may be refused for a header that no plain client sends', () => {
    const refused = read(403)
    const headers = [...refused.request.headers, ['Origin', 'https://page.test'] as const]
    const ofAPage = { ...refused, request: { ...refused.request, headers } }
    expect(seen(read(200), ofAPage, models('K1'))).toMatchObject({ verdict: 'pass' })
  })

  it('shows a record to nobody knows whom, and is refused to whom it may be refused', () => {
    const out = { key: '', keyLeftOut: true } as const
    expect(seen(read(200, { ...out, body: '[]' }))).toMatchObject({ verdict: 'fail' })
    expect(seen(read(200, out), read(404, out), models('K1'))).toMatchObject({ verdict: 'pass' })
  })
})
