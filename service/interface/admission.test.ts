import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { codeIn, serviceWithClient } from '../client-for-tests.ts'
import { DIALECTS } from '../dialects/index.ts'

describe.each(Object.values(DIALECTS))('admission in $name', (dialect) => {
  it('answers 401 on every endpoint to whatever is not exactly one good key', async () => {
    await using client = await serviceWithClient({ dialect })
    const { own, revoked } = client.service.keys
    const swapped = own.slice(0, 20) + (own[20] === 'x' ? 'y' : 'x') + own.slice(21)
    const headers = [
      {},
      { 'x-api-key': own },
      { cookie: `key=${own}` },
      { authorization: '' },
      ...[
        own,
        `Basic ${own}`,
        `Bearer${own}`,
        'Bearer',
        `Bearer Bearer ${own}`,
        `Bearer ${own} ${own}`,
        `Bearer ${own},`,
      ],
      ...[`Bearer ${own}A`, `Bearer ${own.slice(0, -1)}`, `Bearer ${own.slice(3)}`, `Bearer ${own.toLowerCase()}`],
      ...[`Bearer cl_${own.slice(3).toUpperCase()}`, `Bearer ${swapped}`, `Bearer ${revoked}`, 'Bearer cl_unknown'],
    ].map((each) => (typeof each === 'string' ? { authorization: each } : each))
    for (const { method, path } of ENDPOINTS) {
      for (const header of headers) {
        const body = method === 'POST' ? { body: 'no JSON' } : {}
        const response = await client.send(`${path.replace('{id}', 'unknown')}?key=${own}`, {
          method,
          headers: header as Record<string, string>,
          ...body,
        })
        expect([method, path, header, response.status]).toEqual([method, path, header, 401])
        expect(codeIn(response.json)).toBe('unauthorized')
        expect(response.headers['www-authenticate']).toBe(dialect.auth.challenge)
        expect(response.text).not.toContain(own)
      }
    }
  })

  it('admits every key of an account that is not revoked', async () => {
    await using client = await serviceWithClient({ dialect })
    for (const key of ['own', 'sameAccount', 'otherAccount'] as const) {
      expect((await client.as(key, '/usage')).status).toBe(200)
    }
  })

  it('reads lenient spellings of the header as it declares', async () => {
    await using client = await serviceWithClient({ dialect })
    const status = async (authorization: string | string[]) =>
      (await client.send('/usage', { headers: { authorization } })).status
    const { own } = client.service.keys
    expect(await status(`bearer ${own}`)).toBe(dialect.auth.lowerCaseBearer ? 200 : 401)
    expect(await status(`Bearer   ${own}`)).toBe(dialect.auth.extraSpaces ? 200 : 401)
    const twice = [`Bearer ${own}`, `Bearer ${own}`]
    expect(await status(twice)).toBe(dialect.auth.twoHeaders === 'first counts' ? 200 : 401)
  })
})
