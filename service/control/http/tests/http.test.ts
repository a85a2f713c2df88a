import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { type Control, refused, withControl } from './control.ts'
import { OPERATIONS } from './fitting.ts'

const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

describe('places and methods', () => {
  it.each(['/', '/nothing', '/accounts/', '//accounts', '/accounts/studio/keys/x', '/Journal', '/openapi'])(
    'returns 404 for an unknown path: %s',
    async (path) => {
      await using control = await withControl()
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const answer = await control.ask(path, { method })
        expect(answer).toMatchObject({ status: 404, headers: ALWAYS })
      }
    },
  )

  it('returns 405 with Allow, whatever the body', async () => {
    await using control = await withControl()
    const allowed = Map.groupBy(OPERATIONS, ({ path }) => path)
    for (const [template, operations] of allowed) {
      const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      const path = template.slice('/control'.length).replace(/\{\w+\}/g, 'any%2Fthing')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        if (methods.includes(method)) continue
        const { statusCode, headers, body } = await request(`${control.origin}/control${path}`, {
          method: method as 'GET',
          headers: { 'content-type': 'application/nonsense' },
          ...(method !== 'GET' && { body: '{' }),
        })
        expect([method, path, statusCode]).toEqual([method, path, 405])
        expect(headers).toMatchObject({ ...ALWAYS, allow: methods.join(', ') })
        expect(await body.json()).toMatchObject({ status: 405, title: 'Method Not Allowed' })
      }
    }
  })

  it('allows no other origin', async () => {
    await using control = await withControl()
    for (const method of ['OPTIONS', 'GET'] as const) {
      const { headers, body } = await request(`${control.origin}/control/journal`, {
        method,
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'DELETE' },
      })
      await body.dump()
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('malformed paths', () => {
  it.each([
    ['/jobs/%zz', 400, 'the path has invalid percent-encoding'],
    ['/jobs/%E9', 400, 'the path has invalid percent-encoding'],
    [`/jobs/${'x'.repeat(3000)}`, 414, 'the path is too long'],
  ])('are refused without being repeated: %#', async (path, status, detail) => {
    await using control = await withControl()
    const key = control.service.keys.own
    const { statusCode, headers, body } = await request(`${control.origin}/control${path}${key}`)
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({ ...ALWAYS, 'content-type': 'application/problem+json; charset=utf-8' })
    expect(await body.json()).toMatchObject({ status, detail })
  })
})

describe('bodies', () => {
  const send = (control: Control, type: string | undefined, body: string | Buffer, path = '/accounts') =>
    control.ask(path, { method: 'POST', body, headers: type === undefined ? {} : { 'content-type': type } })

  it('are limited to 64 kB', async () => {
    await using control = await withControl()
    const ofLength = (length: number) => `{"name":"crew"${' '.repeat(length - 15)}}`
    expect((await send(control, 'application/json', ofLength(65_537))).json).toMatchObject({
      status: 413,
      detail: 'the body is longer than 64 kB',
    })
    expect(control.service.accounts.names()).not.toContain('crew')
    expect((await send(control, 'application/json', ofLength(65_536))).status).toBe(201)
  })

  it('cannot pollute Object.prototype', async () => {
    await using control = await withControl()
    const body = '{"name":"crew","__proto__":{"plan":"x"}}'
    expect(await send(control, 'application/json', body)).toMatchObject(refused(400, /unknown property __proto__/))
    const play = '{"play":"slow","with":{"__proto__":3}}'
    expect((await send(control, 'application/json', play, '/played')).status).toBe(400)
    expect(control.service.scenarios.playing()).toEqual([])
  })
})
