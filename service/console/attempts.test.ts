import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleForTests, PASSWORD, sent, stateOf, type Visitor } from './console-for-tests.ts'

let at: Awaited<ReturnType<typeof consoleForTests>>
let ada: Visitor
let eve: Visitor
let key: string
let job: string

beforeAll(async () => {
  at = await consoleForTests()
  ada = await at.visitor().signUp('ada@example.com')
  eve = await at.visitor().signUp('eve@example.com')
  key = (await ada.post('/console/keys', { label: 'farm' })).json.key.id
  const order = { model: 'swift', prompt: 'A lighthouse' }
  job = (await ada.post('/console/videos', { key, order })).json.job
})
afterAll(() => at[Symbol.asyncDispose]())

const CHANGES = () =>
  [
    ['/console/keys', { label: 'stolen' }],
    [`/console/keys/${key}/revoke`, {}],
    [`/console/keys/${key}/replace`, {}],
    ['/console/videos', { key, order: { model: 'swift', prompt: 'Another' } }],
    [`/console/videos/${job}/poll`, { key }],
    ['/control/state', {}],
  ] as const
const READINGS = () => ['/console/keys', '/console/jobs', `/console/models?key=${key}`, '/control/state']

const all = () => stateOf(at.service) + at.changes.length

/** Each attempt is refused and changes nothing. */
async function refused(ways: readonly (readonly [number, () => Promise<{ status: number; text: string }>])[]) {
  for (const [status, attempt] of ways) {
    const before = all()
    const got = await attempt()
    expect(got.status, `${attempt} ${got.text}`).toBe(status)
    expect(all()).toBe(before)
  }
}

describe('from another origin', () => {
  it.each([
    ['another site', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['an old browser, which says no more than its origin', { origin: 'http://evil.example', 'sec-fetch-site': 'none' }],
  ])('nothing is changed for %s, though it has the session and a form', async (_, headers) => {
    await refused(CHANGES().map(([path, body]) => [403, () => ada.post(path, body, headers)] as const))
    await refused([
      [403, () => ada.post('/console/sign-in', { email: 'eve@example.com', password: PASSWORD }, headers)],
      [403, () => ada.post('/console/sign-up', { email: 'new@example.com', password: PASSWORD }, headers)],
      [403, () => ada.post('/console/sign-out', {}, headers)],
    ])
    expect((await ada.ask('/console/session')).json.user.email).toBe('ada@example.com')
  })

  it('nothing can be read, and no response allows a browser to read it', async () => {
    for (const path of ['/', ...READINGS()]) {
      const got = await ada.ask(path, { headers: { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' } })
      expect(got.status).toBe(403)
      expect(Object.keys(got.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    const preflight = { origin: 'http://evil.example', 'access-control-request-method': 'POST' }
    const got = await sent(`${at.url}/console/keys`, { method: 'OPTIONS', headers: preflight })
    expect([got.status, Object.keys(got.headers).some((name) => name.startsWith('access-control'))]).toEqual([
      403,
      false,
    ])
  })
})

it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example', '127.0.0.1.', ''])(
  'a Host of "%s" gets nothing, not even a program',
  async (host) => {
    const named = host.includes(':') || host === '' ? host : `${host}:${at.port}`
    const headers = { host: host === '127.0.0.1' ? host : named }
    await refused([
      ...CHANGES().map(([path, body]) => [421, () => ada.post(path, body, headers)] as const),
      ...['/', ...READINGS()].map((path) => [421, () => ada.ask(path, { headers })] as const),
      [421, () => sent(`${at.url}/control/state`, { method: 'POST', body: {}, headers })],
    ])
  },
)

describe('without a session', () => {
  it('a browser can load the page and sign in, nothing else', async () => {
    const nobody = at.visitor()
    await refused([
      ...CHANGES().map(([path, body]) => [401, () => nobody.post(path, body)] as const),
      ...READINGS().map((path) => [401, () => nobody.ask(path)] as const),
      [401, () => nobody.ask('/%63ontrol/state')],
      [401, () => nobody.ask('/control/state', { headers: { 'sec-fetch-site': 'none' } })],
      [401, () => nobody.ask('/control/anything')],
    ])
    expect((await nobody.ask('/')).status).toBe(200)
  })

  it('a program can use the control API, but not the console', async () => {
    const asProgram = { 'sec-fetch-mode': 'cors' }
    expect((await sent(`${at.url}/control/state`, { headers: asProgram })).status).toBe(200)
    const before = at.changes.length
    await sent(`${at.url}/control/state`, { method: 'POST', body: {}, headers: asProgram })
    expect(at.changes.length).toBe(before + 1)
    await refused([[401, () => sent(`${at.url}/console/keys`, { headers: asProgram })]])
  })

  it('a made-up session is invalid', async () => {
    const forged = at.visitor()
    for (const name of ada.cookies.keys()) forged.cookies.set(name, 'x'.repeat(43))
    forged.form = ada.form
    await refused([
      [401, () => forged.ask('/console/keys')],
      [401, () => forged.post('/console/keys', { label: 'forged' })],
    ])
  })
})

it("another account's session can neither read nor change an account", async () => {
  await refused([
    [404, () => eve.post(`/console/keys/${key}/revoke`)],
    [404, () => eve.post(`/console/keys/${key}/replace`)],
    [404, () => eve.post('/console/videos', { key, order: { model: 'swift', prompt: 'On her bill' } })],
    [404, () => eve.ask(`/console/models?key=${key}`)],
    [404, () => eve.post(`/console/videos/${job}/poll`, { key })],
  ])
  const own = (await eve.post('/console/keys', { label: 'hers' })).json.key.id
  await refused([[404, () => eve.post(`/console/videos/${job}/poll`, { key: own })]])
  const hers = [await eve.ask('/console/keys'), await eve.ask('/console/jobs')].map(({ text }) => text).join()
  const whose = (await ada.ask('/console/keys')).json.account.name
  for (const of of [key, job, whose]) expect(hers).not.toContain(of)
  const { json } = await eve.ask('/console/keys')
  expect(json.account.used).toEqual({ jobs: 0, seconds: 0, credits: 0 })
})

describe('a form', () => {
  it('works once', async () => {
    const { form } = ada
    expect((await ada.post('/console/keys', { label: 'first' })).status).toBe(201)
    const next = ada.form
    ada.form = form
    await refused([
      [403, () => ada.post('/console/keys', { label: 'replayed' })],
      [403, () => ada.post('/control/state')],
      [403, () => ada.post('/console/sign-out')],
    ])
    ada.form = next
    expect((await ada.post('/console/keys', { label: 'second' })).status).toBe(201)
  })

  it('is tied to one session', async () => {
    const own = eve.form
    eve.form = ada.form
    await refused([[403, () => eve.post('/console/keys', { label: 'with her form' })]])
    eve.form = undefined
    await refused([[403, () => eve.post('/console/keys', { label: 'with none' })]])
    eve.form = own
    expect((await eve.post('/console/keys', { label: 'with its own' })).status).toBe(201)
  })
})
