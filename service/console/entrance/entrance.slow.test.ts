import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { expect, it } from 'vitest'
import { consoleForTests, PASSWORD, stateOf } from '../console-for-tests.ts'

it('signs up, out and in, each time with a new session', async () => {
  await using at = await consoleForTests()
  const ada = at.visitor()
  await ada.signUp(' Ada@Example.com ')
  const first = ada.session!
  expect((await ada.ask('/console/session')).json.user).toMatchObject({ email: 'ada@example.com' })
  expect((await ada.post('/console/sign-out')).json.user).toBe(null)
  expect(ada.session).toBeUndefined()
  const { status, json } = await ada.post('/console/sign-in', { email: 'ada@example.com', password: PASSWORD })
  expect([status, json.user.email]).toEqual([200, 'ada@example.com'])
  expect(ada.session).not.toBe(first)
})

it('sets HttpOnly, SameSite cookies with the port in their name', async () => {
  await using at = await consoleForTests()
  const { headers } = await at.visitor().post('/console/sign-up', { email: 'ada@example.com', password: PASSWORD })
  const cookies = [headers['set-cookie'] ?? []].flat()
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) {
    expect(cookie).toMatch(
      new RegExp(`^gatecheck-${at.port}-(session|known)=[\\w.-]{43,}; Path=/; HttpOnly; SameSite=Strict;`),
    )
    expect(cookie).not.toMatch(/domain/i)
  }
})

it('replaces a session that the browser already has', async () => {
  await using at = await consoleForTests()
  const [ada, eve] = [await at.visitor().signUp('ada@example.com'), await at.visitor().signUp('eve@example.com')]
  // Eve has planted her session in Ada's browser.
  const planted = eve.session!
  for (const [name, value] of eve.cookies) ada.cookies.set(name, value)
  await ada.post('/console/sign-in', { email: 'ada@example.com', password: PASSWORD })
  expect(ada.session).not.toBe(planted)
  expect((await ada.ask('/console/session')).json.user.email).toBe('ada@example.com')
  expect((await eve.ask('/console/session')).json.user).toBe(null)
})

it('rejects cookies and form tokens after sign-out, and closes open streams', async () => {
  await using at = await consoleForTests()
  const ada = await at.visitor().signUp('ada@example.com')
  const thief = at.visitor()
  thief.cookies = new Map(ada.cookies)
  thief.form = (await thief.ask('/console/session')).headers['gatecheck-next-form'] as string
  const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
  const { body } = await request(`${at.url}/control/events`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  const streamEnds = body.text().then(
    () => 'ended',
    () => 'cut',
  )
  await ada.post('/console/sign-out')
  expect(await streamEnds).toBe('cut')
  const before = stateOf(at.service)
  expect((await thief.ask('/console/keys')).status).toBe(401)
  expect((await thief.post('/console/keys', { label: 'late' })).status).toBe(401)
  expect((await thief.post('/control/state')).status).toBe(401)
  expect(stateOf(at.service)).toBe(before)
  expect(at.changes).toEqual([])
})

it('returns the same error for a wrong password and an unknown address', async () => {
  await using at = await consoleForTests()
  await at.visitor().signUp('ada@example.com')
  const [wrong, unknown] = await Promise.all(
    ['ada@example.com', 'nobody@example.com'].map((email) =>
      at.visitor().post('/console/sign-in', { email, password: 'not the lighthouse' }),
    ),
  )
  expect(wrong!.status).toBe(401)
  expect([unknown!.status, unknown!.text]).toEqual([wrong!.status, wrong!.text])
  expect(Object.keys(unknown!.headers)).toEqual(Object.keys(wrong!.headers))
})

it.each([
  ['email', { email: '', password: PASSWORD }],
  ['email', { email: 'ada', password: PASSWORD }],
  ['password', { email: 'ada@example.com', password: 'short' }],
  ['password', { email: 'ada@example.com', password: 'password12345' }],
  ['password', { email: 'ada@example.com' }],
  ['password', { email: 'ada@example.com', password: 'abcabcabcabc' }],
  ['password', { email: 'ada@example.com', password: '0987654321' }],
  ['password', { email: 'ada@example.com', password: 'ada@example.com' }],
])('rejects a sign-up with a bad %s: %j', async (field, form) => {
  await using at = await consoleForTests()
  const before = stateOf(at.service)
  const { status, json } = await at.visitor().post('/console/sign-up', form)
  expect([status, json.error.field]).toEqual([400, field])
  expect(stateOf(at.service)).toBe(before)
})

it('delays guesses for the stated time, except in a known browser', async () => {
  await using at = await consoleForTests()
  const ada = await at.visitor().signUp('ada@example.com')
  await ada.post('/console/sign-out')
  const guess = () =>
    at.visitor().post('/console/sign-in', { email: 'ada@example.com', password: 'not the lighthouse' })
  const guesses = await Promise.all(Array.from({ length: 8 }, guess))
  const refused = guesses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await ada.post('/console/sign-in', { email: 'ada@example.com', password: PASSWORD })).status).toBe(200)
})

it('keeps users and sessions after a restart on the same file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-users-'))
  const data = join(folder, 'state.sqlite')
  const cookies = await (async () => {
    await using at = await consoleForTests({ data })
    return (await at.visitor().signUp('ada@example.com')).cookies
  })()
  await using at = await consoleForTests({ data })
  const ada = at.visitor()
  // The port has changed, and cookie names contain the port.
  for (const [name, value] of cookies) ada.cookies.set(name.replace(/\d+/, String(at.port)), value)
  expect((await ada.ask('/console/session')).json.user.email).toBe('ada@example.com')
  const onDisk = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  for (const secret of [PASSWORD, ...cookies.values()]) expect(onDisk.join().includes(secret)).toBe(false)
  rmSync(folder, { recursive: true })
})
