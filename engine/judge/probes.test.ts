import { describe, expect, it } from 'vitest'
import type { Cause } from '../history/entry/cause.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { isUnauthorized } from './expectations.ts'
import { answered, evidence, gap, lastTry, unanswered } from './handwritten-for-tests.ts'
import { judgeProbes } from './probes.ts'

const good = answered(200)
const control = (status = 200) => answered(status, { part: 'control', twin: good.n })
const probe = (status: number, told = {}) => answered(status, { twin: good.n, case: 'no header', ...told })
const judged = (...exchanges: Exchange[]) => judgeProbes(evidence([good, ...exchanges]), isUnauthorized)

describe('probes', () => {
  it('pass if all hold and the control request still succeeds', () => {
    const probes = [probe(401), probe(401)]
    expect(judged(...probes, control())).toEqual({ verdict: 'pass', tried: 2, evidence: probes.map(({ n }) => n) })
  })

  it('fail with control and probe as evidence', () => {
    const through = probe(200, { body: { models: [] } })
    expect(judged(probe(401), through, control())).toMatchObject({
      verdict: 'fail',
      expected: '401',
      received: '200 {"models":[]}',
      violations: [{ case: 'no header', evidence: [good.n, through.n] }],
      tried: 2,
    })
  })

  it('are intermittent if a repetition differs', () => {
    const through = probe(200)
    const again = (status: number) => probe(status, { repeats: through.n })
    expect(judged(through, again(401), again(200), again(401), control())).toMatchObject({
      verdict: 'fail',
      received: '200 with an empty body (intermittent: 2 of 4 times)',
      tried: 1,
    })
    expect(judged(through, again(200), again(200), control())).toMatchObject({ received: '200 with an empty body' })
  })

  it('decide nothing without a control request that succeeded', () => {
    const refused = answered(401)
    for (const probes of [
      [answered(401, { part: 'probe', case: 'x' })],
      [refused, probe(200, { twin: refused.n })],
      [probe(200, { twin: 999_999 })],
    ]) {
      expect(judgeProbes(evidence([good, ...probes]), isUnauthorized)).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('no control request of this kind succeeded'),
      })
    }
  })

  it('decide nothing after a 429', () => {
    expect(judged(probe(401), probe(429), control())).toMatchObject({
      verdict: 'inconclusive',
      reason: '1 of 2 cases are inconclusive: no header: it returned 429 on every retry',
    })
  })

  it.each([502, 503, 504])('decide nothing after %i without a successful control request', (status) => {
    expect(judged(probe(status), control())).toMatchObject({ verdict: 'inconclusive' })
  })

  it.each(['excess', 'certificate', 'proxy', 'http2 alone'] as const)(
    'decide nothing after a network error of the client (%s)',
    (kind) => {
      const broken = (told = {}) => unanswered(kind, { twin: good.n, case: 'no header', ...told })
      const first = broken()
      const between = control()
      const last = broken({ again: { attempts: [first.n], control: between.n, last: true } })
      expect(judged(first, between, last, control())).toMatchObject({ verdict: 'inconclusive' })
    },
  )

  it('fail if the connection closed at every try while a control request succeeded', () => {
    const broken = (told = {}) => unanswered('reset', { twin: good.n, case: 'no header', ...told })
    const first = broken()
    const between = control()
    const second = broken({ again: { attempts: [first.n], control: between.n } })
    expect(judged(first, between, second, control())).toMatchObject({ verdict: 'inconclusive' })
    const last = broken({ again: lastTry(between, first, second) })
    expect(judged(first, between, second, last, control())).toMatchObject({
      verdict: 'fail',
      received: 'the connection was closed before a response (3 times, while a control request in between succeeded)',
      evidence: [good.n, first.n, second.n, last.n],
      tried: 1,
    })
  })

  it('fail without a 2xx if the next control request succeeds', () => {
    expect(judged(probe(500), control())).toMatchObject({ verdict: 'fail', received: '500 with an empty body' })
    expect(judged(probe(500), control(), control(401))).toMatchObject({ verdict: 'fail' })
  })

  it('decide nothing if the next control request fails, or none follows', () => {
    expect(judged(probe(401), probe(403), control(403))).toMatchObject({
      verdict: 'inconclusive',
      reason:
        '1 of 2 cases are inconclusive: no header: 403 with an empty body, and the control request no longer succeeds: 403 with an empty body',
    })
    expect(judged(control(), probe(403))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('403 with an empty body, and no control request followed'),
    })
    const early = probe(403, { sent: 1, received: 1_000_000 })
    expect(judged(early, control())).toMatchObject({ verdict: 'inconclusive' })
  })

  it('decide nothing if the run ended before their response', () => {
    expect(judged(unanswered('interrupted', { twin: good.n, case: 'no header' }))).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('the run ended before a response'),
    })
  })

  it('decide nothing if the server accepts a more basic mistake', () => {
    const foil = answered(200, { by: 'foils', twin: good.n, case: 'no Authorization header' })
    const history = evidence([good, foil, probe(200, { foils: [foil.n] }), control()])
    const own = { ...history, exchanges: history.exchanges.filter((each) => each.purpose.by !== 'foils') }
    expect(judgeProbes(own, isUnauthorized)).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('the server already accepts no Authorization header, so this case adds nothing'),
    })
  })

  it('are inconclusive if the last control request failed', () => {
    const dead = control(401)
    expect(judged(probe(401), control(), dead)).toEqual({
      verdict: 'inconclusive',
      reason: 'the control request no longer succeeds: 401 with an empty body',
      cause: { kind: 'no control' },
      evidence: [dead.n],
    })
  })

  it('are skipped if nothing was sent', () => {
    const cause: Cause = { kind: 'limit', options: ['--max-jobs'] }
    const gaps = [{ ...gap('a check', 'POST /videos', 'no job could be had'), cause }]
    expect(judgeProbes(evidence([control()], { gaps }), isUnauthorized)).toEqual({
      verdict: 'skip',
      reason: 'POST /videos: no job could be had',
      cause,
    })
    expect(judgeProbes(evidence([control()]), isUnauthorized)).toEqual({
      verdict: 'skip',
      reason: 'no such variant of this key exists',
      cause: { kind: 'no case' },
    })
  })
})
