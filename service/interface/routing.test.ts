import { describe, expect, it } from 'vitest'
import { codeIn, sendTo, serviceWithClient } from '../client-for-tests.ts'
import { DIALECTS } from '../dialects/index.ts'

describe.each(Object.values(DIALECTS))('routing in $name', (dialect) => {
  it('answers 404 to a good key on every path but the six', async () => {
    await using client = await serviceWithClient({ dialect })
    const root = client.service.baseUrl.replace(/\/v1$/, '')
    const headers = { authorization: `Bearer ${client.service.keys.own}` }
    const paths = [
      '/v1/v1/models',
      '/v1/v1/videos',
      '/models',
      '/videos',
      '/v2/models',
      '/v1/nothing',
      '/v1/videos/a/b',
    ]
    for (const path of [...paths, '/', '/v1', '/v1/videos/%zz', '/v1/MODELS', '/v1//models', '/v1/videos/%00']) {
      for (const method of ['GET', 'POST']) {
        if (method === 'POST' && path.startsWith('/v1/videos/%0')) continue
        const response = await sendTo(root + path, { method, headers })
        expect([method, path, response.status]).toEqual([method, path, 404])
        expect(codeIn(response.json)).toBe('not_found')
      }
    }
  })

  it('answers unknown paths without a key, wrong methods, HEAD and trailing slashes as it declares', async () => {
    await using client = await serviceWithClient({ dialect })
    const { unknownWithoutKey, wrongMethod, trailingSlash, headOnReadings } = dialect.paths
    expect((await client.send('/nothing')).status).toBe(unknownWithoutKey)
    expect((await client.as('own', '/models', { method: 'DELETE' })).status).toBe(wrongMethod)
    expect((await client.as('own', '/models/')).status).toBe(trailingSlash ? 200 : 404)
    expect((await client.as('own', '/models', { method: 'HEAD' })).status).toBe(headOnReadings ? 200 : wrongMethod)
  })

  it('grants no other origin anything', async () => {
    await using client = await serviceWithClient({ dialect })
    const origin = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
    const preflight = await client.send('/models', { method: 'OPTIONS', headers: origin })
    const call = await client.as('own', '/models', { headers: origin })
    expect(preflight.status).toBe(401)
    expect(Object.keys({ ...preflight.headers, ...call.headers }).join()).not.toMatch(/access-control/)
  })

  it('labels and packs its answers as it declares', async () => {
    await using client = await serviceWithClient({ dialect })
    const { headers } = await client.as('own', '/models')
    expect(headers['content-type']).toBe(dialect.http.jsonType)
    expect(headers['content-encoding']).toBe(dialect.http.gzipUnasked ? 'gzip' : undefined)
    expect(headers.connection).toBe(dialect.http.closesConnections ? 'close' : 'keep-alive')
  })
})
