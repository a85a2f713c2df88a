import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { isExperiment, isObservation } from '../../engine/judge/check.ts'
import { answered, see, unanswered, verdictOf } from '../../engine/judge/handwritten-for-tests.ts'
import { type Histories, testJudges } from '../judges-for-tests.ts'
import { askedForJobs } from '../other-methods-for-tests.ts'
import { auth } from './index.ts'
import { keptConnection } from './refusals.ts'
import { keyNeverShown, noAccessWithoutAKey } from './responses.ts'
import { otherMethodsShowNothing } from './without-a-key.ts'

/** A good request, a probe derived from it, and a good request again. */
function probed(by: string, status: number, body?: string): Exchange[] {
  const shown = body === undefined ? {} : { body }
  const twin = answered(200, { by: 'introduction', ...shown })
  return [
    twin,
    answered(200, { by, part: 'twin', connection: 1 }),
    answered(status, { by, part: 'probe', case: 'a mistake', twin: twin.n, connection: 1, ...shown }),
    answered(200, { by, part: 'control', twin: twin.n }),
  ]
}

const REFUSALS = auth.checks
  .filter((check) => isExperiment(check) && !/odd-paths|other-methods|comes-first/.test(check.id))
  .map(({ id }) => id)

const nobody = (status: number) => answered(status, { part: 'probe', key: '' })

const shownByAnotherMethod = (by: string): Histories => ({
  passes: askedForJobs(by, 'HEAD', 404, 404),
  fails: askedForJobs(by, 'HEAD', 200, 404),
})

const CASES: Record<string, Histories> = {
  ...Object.fromEntries(REFUSALS.map((id) => [id, { passes: probed(id, 401), fails: probed(id, 200) }])),
  'auth.header-required/odd-paths': {
    passes: probed('auth.header-required/odd-paths', 401, '{"models":["swift"]}'),
    fails: probed('auth.header-required/odd-paths', 200, '{"models":["swift"]}'),
  },
  'auth.comes-first': { passes: probed('auth.comes-first', 401), fails: probed('auth.comes-first', 400) },
  'auth.header-required/every-response': { passes: [answered(200), nobody(401)], fails: [answered(200), nobody(200)] },
  ...Object.fromEntries(otherMethodsShowNothing.map(({ id }) => [id, shownByAnotherMethod(id)])),
  'auth.key-never-shown': {
    passes: [answered(401, { body: { error: 'the key {{A from character 1 to 6}}… is not known' } })],
    fails: [answered(401, { body: { error: 'the key {{A}} is not known' } })],
  },
}

testJudges(auth, CASES)

const by = keptConnection.id
const good = answered(200, { by: 'introduction' })
const onConnection = (connection: number) => answered(200, { by, part: 'twin', connection })
const probeOn = (connection: number) => answered(401, { by, twin: good.n, case: 'no header', connection })
const control = answered(200, { by, part: 'control', twin: good.n })

it('passes if probes share the connection of a good request', () => {
  const verdict = verdictOf(keptConnection, [good, onConnection(1), probeOn(1), onConnection(2), probeOn(3), control])
  expect(verdict).toMatchObject({ verdict: 'pass', remark: '1 of 2 probes used the kept-alive connection' })
})

it('is inconclusive if connections broke and none was reused', () => {
  const lost = unanswered('reset', { by, part: 'twin', connection: 1 })
  expect(verdictOf(keptConnection, [good, lost, probeOn(2), control])).toMatchObject({
    verdict: 'inconclusive',
    reason: 'no probe used the connection of a valid request',
  })
})

it.each(['{{A}}', '{{A2}}', '{{B}}', '{{R}}', '{{A, in base64}}', '{{A, percent-encoded}}'])(
  'blames a body with %s',
  (shown) => {
    expect(verdictOf(keyNeverShown, [answered(200), answered(500, { body: `<p>Bearer ${shown}` })])).toMatchObject({
      verdict: 'fail',
      received: `a body with ${shown}`,
    })
  },
)

it('fails for a header', () => {
  const verdict = verdictOf(keyNeverShown, [answered(401, { headers: { 'X-Debug': 'key={{A}}' } })])
  expect(verdict).toMatchObject({
    verdict: 'fail',
    expected: 'no full key in the headers',
    received: 'X-Debug: key={{A}}',
  })
})

it.each([
  '{{A from character 1 to 8}}',
  '{{A in another letter case}}',
  '{{U}}',
  '{{}A}}',
  '{{A without character 3}}',
])('does not take %s for a full key of the user', (shown) =>
  expect(verdictOf(keyNeverShown, [answered(401, { body: shown })])).toMatchObject({ verdict: 'pass' }),
)

describe('a key that was only observed', () => {
  const facts = { keys: ['K1', 'K2'], known: [], observed: { leftOut: [] } }
  const verdict = (...exchanges: Exchange[]) => verdictOf(keyNeverShown, exchanges, { facts })
  const shows = (name: string, told = {}) => answered(200, { key: 'K1', body: { key: `{{${name}}}` }, ...told })

  it('must be kept secret after it was accepted', () => {
    expect(verdict(shows('K1'))).toMatchObject({ verdict: 'fail', received: 'a body with {{K1}}' })
    expect(verdict(answered(401, { key: 'K1', body: 'no such key: {{K1}}' }))).toMatchObject({ verdict: 'pass' })
  })
})

const OBSERVED = { keys: ['K1'], known: [], observed: { leftOut: [] } }
const verdict = (...history: Exchange[]) => verdictOf(noAccessWithoutAKey, history, { facts: OBSERVED })
const goodTo = (told = {}) => answered(200, { key: 'K1', ...told })
const nobodyAt = (status = 200, told = {}) => answered(status, { part: 'probe', key: '', ...told })

describe('a request without a key', () => {
  it('is let through if the same request with a valid key succeeds, before or after it', () => {
    expect(verdict(goodTo(), nobodyAt())).toMatchObject({ verdict: 'fail', tried: 1 })
    expect(verdict(nobodyAt(), goodTo())).toMatchObject({
      verdict: 'fail',
      expected: '401 (unless the recorder dropped the header)',
      violations: [{ case: 'GET /models' }],
    })
  })

  it.each<[string, Exchange]>([
    ['another endpoint', nobodyAt(200, { path: '/v1/usage' })],
    ['something outside the base URL', nobodyAt(200, { path: '/models' })],
    ['a key that was left out', nobodyAt(200, { keyLeftOut: true })],
    ['a probe beside a twin, which its own check judges', nobodyAt(200, { twin: 1 })],
  ])('is not accused of by %s', (_, exchange) => {
    expect(verdict(goodTo(), exchange)).toMatchObject({ verdict: 'skip' })
  })
})

const tried = (by: string, status: number) => answered(status, { by, part: 'observation' })

describe.each(auth.checks.filter(isObservation))('$id', (check) => {
  const [one, other] =
    check.id === 'auth.www-authenticate'
      ? [answered(401, { headers: { 'WWW-Authenticate': 'Bearer realm="videos"' } }), answered(401)]
      : [tried(check.id, 200), tried(check.id, 401)]

  it("names the server's choice", () => {
    const evidence = [one.n, one.n]
    expect(see(check, [one, one])).toEqual({ choice: expect.any(String), values: [expect.any(String)], evidence })
  })

  it('says that a server is inconsistent', () => {
    expect(see(check, [one, other])).toMatchObject({ inconsistent: '2 behaviours in this run' })
  })

  it('names none after 429 or no request', () => {
    expect(see(check, [])).toBeUndefined()
    expect(see(check, [tried(check.id, 429)])).toBeUndefined()
  })
})
