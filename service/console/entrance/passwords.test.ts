import { expect, it } from 'vitest'
import { newPasswordFrom } from './choosing.ts'
import { hashOf, tried } from './passwords.ts'

const PASSWORD = 'seven geese over the ferry'

it('knows a password again, and no other', async () => {
  const kept = await hashOf(PASSWORD)
  expect(await tried(PASSWORD, kept)).toEqual({ isRight: true, isStale: false })
  expect(await tried(`${PASSWORD} `, kept)).toMatchObject({ isRight: false })
})

it('keeps neither the password nor the same hash twice, and its costs beside it', async () => {
  const [one, other] = await Promise.all([hashOf(PASSWORD), hashOf(PASSWORD)])
  expect(one).not.toContain('geese')
  expect(one).not.toBe(other)
  const [, n] = one.split('$')
  expect(one.split('$').slice(0, 4)).toEqual(['scrypt', n, '8', '3'])
  expect(Number(n)).toBeGreaterThanOrEqual(2 ** 15)
})

it('says of a hash with other costs that it is to be made anew', async () => {
  const old = await hashOf(PASSWORD, { N: 2 ** 10, r: 8, p: 1 })
  expect(await tried(PASSWORD, old)).toEqual({ isRight: true, isStale: true })
})

it('is wrong where nothing is kept, and where what is kept is no hash', async () => {
  for (const kept of [undefined, '', 'plain text', 'scrypt$1$2'])
    expect(await tried(PASSWORD, kept)).toEqual({ isRight: false, isStale: false })
})

it('takes the same letters from every keyboard', async () => {
  expect(await tried('caf\u00e9 am hafen', await hashOf('cafe\u0301 am hafen'))).toMatchObject({ isRight: true })
})

it.each([
  'correct horse battery staple',
  'the quick brown fox',
  'seven geese over the ferry',
  'Tr0ub4dor&3xyz',
  'łódź nocą we mgle',
  '🌊🌊⛵🌫️🗼🌊🌙⛴️🪝🐋',
  'kleinblauwhuis',
])('accepts %j', (password) => {
  expect(newPasswordFrom(password, 'ada@example.com')).toBe(password)
})

it.each([
  'ninechars',
  'password123',
  'Password2026!',
  'QWERTYUIOP',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  '1234567890',
  '0987654321',
  'adalovelace99',
  'adalovelace@example.com',
  'x'.repeat(600),
])('refuses %j', (password) => {
  expect(() => newPasswordFrom(password, 'adalovelace@example.com')).toThrow(/at least|at most|first that anybody/)
})
