import { describe, expect, it } from 'vitest'
import type { Exchange, Header } from '../../runner/history/entry/exchange.ts'
import { answered, gap, lastTry, unanswered, verdictOf } from '../../runner/judging/handwritten-for-tests.ts'
import { browser, CALL } from './index.ts'

const by = 'browser.preflight-and-call'
const ORIGIN = 'https://page.example'
const ANY = { 'Access-Control-Allow-Origin': '*' }
const ALLOWED = { ...ANY, 'Access-Control-Allow-Headers': 'authorization' }

type Headers = Record<string, string>

/** What a browser asks before the call: without a key. */
function asPreflight(exchange: Exchange, origin = ORIGIN): Exchange {
  const headers: Header[] = [
    ['Origin', origin],
    ['Access-Control-Request-Method', 'GET'],
    ['Access-Control-Request-Headers', 'authorization'],
  ]
  return { ...exchange, request: { ...exchange.request, headers } }
}

const sent = { by, part: 'observation' } as const
const preflight = (headers: Headers = {}, status = 204, origin = ORIGIN) =>
  asPreflight(
    answered(status, { ...sent, method: 'OPTIONS', case: `preflight of GET /models from ${origin}`, headers }),
    origin,
  )
const call = (before: Exchange, headers: Headers = {}, status = 200) =>
  answered(status, {
    ...sent,
    twin: before.n,
    mark: CALL.of({ preflight: before.n }),
    case: `call of GET /models from ${ORIGIN}`,
    headers,
  })
const control = (status = 200) => answered(status, { by, part: 'control' })

function letThrough(headers: Headers = ANY, origin = ORIGIN, allowed: Headers = ALLOWED): Exchange[] {
  const before = preflight(allowed, 204, origin)
  return [before, call(before, headers), control()]
}

type Case = { passes: Exchange[]; fails: Exchange[]; expected: string; received: string }

const CASES: Record<string, Case> = {
  [by]: {
    passes: [preflight(), preflight({}, 404), control()],
    fails: letThrough(),
    expected: 'no grant to another origin',
    received:
      'the preflight was answered 204 with Access-Control-Allow-Origin: *, Access-Control-Allow-Headers: authorization; the call with Access-Control-Allow-Origin: *',
  },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(browser.checks.map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails, expected, received }) => {
  const check = browser.checks.find((each) => each.id === id)!
  const verdict = (exchanges: Exchange[], gaps = [] as ReturnType<typeof gap>[]) =>
    verdictOf(check, exchanges, { gaps })

  it('passes what keeps the law', () => {
    expect(verdict(passes)).toMatchObject({ verdict: 'pass', tried: 2, evidence: passes.slice(0, 2).map(({ n }) => n) })
  })

  it('names what breaks it, by both exchanges', () => {
    expect(verdict(fails)).toMatchObject({
      verdict: 'fail',
      expected,
      received,
      evidence: fails.slice(0, 2).map(({ n }) => n),
      violations: [{ case: `call of GET /models from ${ORIGIN}` }],
    })
  })

  it.each<[what: string, history: Exchange[]]>([
    ['an error can be read', [...passes, ...letThrough().map((each, at) => (at === 1 ? withStatus(each, 401) : each))]],
    ['the origin is repeated', letThrough({ 'access-control-allow-origin': ORIGIN })],
    ['a page without an origin reads it', letThrough({ 'Access-Control-Allow-Origin': 'null' }, 'null')],
    ['the good requests after it fail', [...letThrough(), control(500)]],
    ['another preflight was not answered', [...letThrough(), asPreflight(unanswered('timeout', options()))]],
  ])('accuses although %s', (_, history) => {
    expect(verdict(history)).toMatchObject({ verdict: 'fail' })
  })

  it.each<[what: string, history: Exchange[]]>([
    ['the preflight alone grants', [preflight(ALLOWED), control()]],
    ['the preflight grants, and the call behind it does not', letThrough({})],
    ['the call grants another origin', letThrough({ 'Access-Control-Allow-Origin': 'https://dashboard.example' })],
    ['the call grants null to a page that has an origin', letThrough({ 'Access-Control-Allow-Origin': 'null' })],
    ['the call only varies by origin', letThrough({ Vary: 'Origin', 'Access-Control-Expose-Headers': '*' })],
    ['every answer carries a grant, though none to a preflight', [preflight({ Vary: 'Origin' }, 401), control()]],
  ])('accuses nobody where %s', (_, history) => {
    expect(verdict(history)).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it.each<[what: string, history: Exchange[]]>([
    ['a preflight met 429', [preflight(), preflight({}, 429)]],
    ['a preflight met a gateway', [preflight(), preflight({}, 503)]],
    ['a preflight met no answer', [preflight(), asPreflight(unanswered('reset', options()))]],
    [
      'a call met a gateway',
      [preflight(), ...letThrough({}).map((each, at) => (at === 1 ? withStatus(each, 502) : each))],
    ],
    ['good requests fail as well', [preflight({}, 403), control(403)]],
  ])('has no verdict where %s', (_, history) => {
    expect(verdict(history)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('looks at the last of several attempts', () => {
    const first = preflight({}, 503)
    const again = { ...preflight(), again: { attempts: [first.n], control: 1 } }
    expect(verdict([first, again, control()])).toMatchObject({ verdict: 'pass', tried: 1, evidence: [again.n] })
  })

  it('passes a preflight that fails each time, while good requests are answered', () => {
    const attempts = [1, 2, 3].map(() => preflight({}, 502))
    const last = { ...preflight({}, 502), again: lastTry(control(), ...attempts) }
    expect(verdict([...attempts, last, control()])).toMatchObject({ verdict: 'pass', tried: 1 })
  })

  it('says why, where nothing could be tried', () => {
    expect(verdict([])).toMatchObject({ verdict: 'skip', reason: 'no endpoint could be tried' })
    const gaps = [gap(by, 'GET /models', 'a good request was not answered with 2xx: 500')]
    expect(verdict([], gaps)).toMatchObject({ verdict: 'skip', reason: expect.stringContaining('500') })
  })

  it('looks at no exchange of others', () => {
    const others = letThrough().map((each) => ({ ...each, purpose: { ...each.purpose, by: 'paths.somewhere' } }))
    expect(verdict(others)).toMatchObject({ verdict: 'skip' })
  })
})

function options() {
  return { ...sent, method: 'OPTIONS', case: `preflight of GET /models from ${ORIGIN}` }
}

function withStatus(exchange: Exchange, status: number): Exchange {
  return { ...exchange, answer: { ...exchange.answer!, status } }
}
