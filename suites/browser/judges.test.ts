import { describe, expect, it } from 'vitest'
import type { Exchange, Header } from '../../engine/history/entry/exchange.ts'
import { answered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { browser, CALL } from './index.ts'

const by = 'browser.no-other-origin'
const ORIGIN = 'https://page.example'
const ANY = { 'Access-Control-Allow-Origin': '*' }
const ALLOWED = { ...ANY, 'Access-Control-Allow-Headers': 'authorization' }

type Headers = Record<string, string>

/** The preflight of a call: without a key. */
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

type Case = { passes: Exchange[]; fails: Exchange[] }

const CASES: Record<string, Case> = {
  [by]: { passes: [preflight(), preflight({}, 404), control()], fails: letThrough() },
}

it('has a history for every judge of the suite', () => {
  expect(Object.keys(CASES)).toEqual(browser.checks.map((check) => check.id))
})

describe.each(Object.entries(CASES))('%s', (id, { passes, fails }) => {
  const check = browser.checks.find((each) => each.id === id)!
  const verdict = (exchanges: Exchange[]) => verdictOf(check, exchanges)

  it('passes a conforming server', () => {
    expect(verdict(passes)).toMatchObject({ verdict: 'pass', tried: 2, evidence: passes.slice(0, 2).map(({ n }) => n) })
  })

  it('fails with both exchanges as evidence', () => {
    expect(verdict(fails)).toMatchObject({
      verdict: 'fail',
      evidence: fails.slice(0, 2).map(({ n }) => n),
      violations: [{ case: `call of GET /models from ${ORIGIN}` }],
    })
  })

  it.each<[what: string, history: Exchange[]]>([
    ['an error can be read', [...passes, ...letThrough().map((each, at) => (at === 1 ? withStatus(each, 401) : each))]],
    ['a page without an origin reads it', letThrough({ 'Access-Control-Allow-Origin': 'null' }, 'null')],
    ['the good requests after it fail', [...letThrough(), control(500)]],
  ])('accuses although %s', (_, history) => {
    expect(verdict(history)).toMatchObject({ verdict: 'fail' })
  })

  it.each<[what: string, history: Exchange[]]>([
    ['the preflight alone grants', [preflight(ALLOWED), control()]],
    ['the preflight grants, and the call behind it does not', letThrough({})],
    ['the call grants another origin', letThrough({ 'Access-Control-Allow-Origin': 'https://dashboard.example' })],
    ['the call grants null to a page that has an origin', letThrough({ 'Access-Control-Allow-Origin': 'null' })],
  ])('accuses nobody where %s', (_, history) => {
    expect(verdict(history)).toMatchObject({ verdict: 'pass', tried: 1 })
  })
})

function withStatus(exchange: Exchange, status: number): Exchange {
  return { ...exchange, answer: { ...exchange.answer!, status } }
}
