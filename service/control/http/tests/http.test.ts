import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { type Control, refused, withControl } from './control.ts'
import { OPERATIONS } from './fitting.ts'

const ALWAYS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

describe('overview', () => {
  it('tells what there is, and links that lead there', async () => {
    await using control = await withControl({ scenarios: [{ play: 'slow' }] })
    await control.submit()
    const overview = await control.get('')
    expect(overview).toMatchObject({
      service: 'gatecheck',
      baseUrl: control.service.baseUrl,
      counts: { accounts: 2, jobs: 1, requests: 2, played: 1, snapshots: 1 },
    })
    const links = overview.links.map(({ href }: { href: string }) => href)
    expect(links).toEqual(expect.arrayContaining(['/control/journal', '/control/events', '/control/openapi.json']))
    for (const href of links.filter((each: string) => each !== '/control/events')) {
      expect((await control.ask(href.slice('/control'.length))).status).toBe(200)
    }
  })
})

describe('places and methods', () => {
  it.each(['/', '/nothing', '/accounts/', '//accounts', '/accounts/studio/keys/x', '/Journal', '/openapi'])(
    'answers 404 where there is nothing: %s',
    async (path) => {
      await using control = await withControl()
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const answer = await control.ask(path, { method })
        expect(answer).toMatchObject({ status: 404, headers: ALWAYS })
      }
    },
  )

  it('answers 405 with what is allowed, whatever the body', async () => {
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

  it('are known by their route to whoever stands before the port', async () => {
    const routes: (string | undefined)[] = []
    const before = (server: FastifyInstance) =>
      void server.addHook('onRequest', async ({ routeOptions }) => void routes.push(routeOptions.url))
    await using control = await withControl({}, { before })
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['GET', '/nothing'],
      ['PUT', '/clock'],
      ['POST', '/jobs/x'],
      ['GET', '/jobs/x'],
    ] as const) {
      await control.ask(path, { method })
    }
    expect(routes).toEqual(['/control', '/control', '/control/*', '/control/*', '/control/*', '/control/jobs/:job'])
  })

  it('answers HEAD as GET, without a body', async () => {
    await using control = await withControl()
    await control.submit()
    const { id } = control.service.jobs.list()[0]!
    const keyId = control.keyLabelled('campaign').id
    for (const { path, method } of OPERATIONS) {
      if (method !== 'GET') continue
      const url =
        control.origin +
        path.replace('{account}', 'studio').replace('{key}', keyId).replace('{job}', encodeURIComponent(id))
      const head = await request(url, { method: 'HEAD' })
      expect([path, head.statusCode, await head.body.text()]).toEqual([path, 200, ''])
      const get = await request(url)
      get.body.on('error', () => {}).destroy()
      expect(head.headers).toMatchObject({ ...ALWAYS, 'content-type': get.headers['content-type'] })
      expect(get.headers).toMatchObject(ALWAYS)
      if (path !== '/control') expect(head.headers['content-length']).toBe(get.headers['content-length'])
    }
    expect((await request(`${control.origin}/control/nothing`, { method: 'HEAD' })).statusCode).toBe(404)
    expect((await request(`${control.origin}/control/accounts/x`, { method: 'HEAD' })).statusCode).toBe(404)
  })

  it('invites no other origin', async () => {
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

describe('paths that are none', () => {
  it.each([
    ['/jobs/%zz', 400, 'the path is no percent-encoded text'],
    ['/jobs/%E9', 400, 'the path is no percent-encoded text'],
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

  it.each([
    ['application/json; charset=utf-8', 201],
    ['APPLICATION/JSON', 201],
    ['application/vnd.mine+json', 201],
    ['application/x-www-form-urlencoded', 415],
    ['text/plain', 415],
    ['multipart/form-data; boundary=x', 415],
    ['nonsense', 415],
    [undefined, 415],
  ])('of the type %s are answered %i', async (type, status) => {
    await using control = await withControl()
    expect((await send(control, type, '{"name":"crew"}')).status).toBe(status)
    expect(control.service.accounts.names().includes('crew')).toBe(status === 201)
  })

  it.each(['{', '{"name":"crew"}}', "{'name':'crew'}", '\u0000', 'name=crew'])(
    'that are no JSON are refused: %j',
    async (body) => {
      await using control = await withControl()
      expect(await send(control, 'application/json', body)).toMatchObject(refused(400, 'the body is no JSON'))
    },
  )

  it('are taken up to 64 kB, and no further', async () => {
    await using control = await withControl()
    const ofLength = (length: number) => `{"name":"crew"${' '.repeat(length - 15)}}`
    expect((await send(control, 'application/json', ofLength(65_537))).json).toMatchObject({
      status: 413,
      detail: 'the body is longer than 64 kB',
    })
    expect(control.service.accounts.names()).not.toContain('crew')
    expect((await send(control, 'application/json', ofLength(65_536))).status).toBe(201)
  })

  it('are refused where nothing can be said', async () => {
    await using control = await withControl()
    const answer = await send(control, 'application/json', '{"speed":2}', '/clock/stop')
    expect(answer).toMatchObject(refused(400, /^nothing can be said in a body here/))
    expect(control.service.clock.speed).toBe(1)
    expect((await send(control, 'application/json', '', '/clock/stop')).status).toBe(200)
  })

  it('change nothing of what every object has', async () => {
    await using control = await withControl()
    const body = '{"name":"crew","__proto__":{"plan":"x"}}'
    expect(await send(control, 'application/json', body)).toMatchObject(refused(400, /knows no __proto__/))
    const play = '{"play":"slow","with":{"__proto__":3}}'
    expect((await send(control, 'application/json', play, '/played')).status).toBe(400)
    expect(control.service.scenarios.playing()).toEqual([])
  })
})

it('answers a request that is no HTTP, and goes on', async () => {
  await using control = await withControl()
  const { port } = new URL(control.origin)
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  socket.end('NONSENSE\r\n\r\n')
  const text = (await socket.toArray()).join('')
  expect(text).toMatch(/^HTTP\/1.1 400 /)
  expect((await control.ask('')).status).toBe(200)
})
