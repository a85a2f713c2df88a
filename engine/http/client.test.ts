import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../spec/endpoints.ts'
import { LIMITS } from '../config/limits.ts'
import type { HistoryEntry } from '../history/entry/entries.ts'
import type { Purpose, RequestTemplate } from '../history/entry/exchange.ts'
import { mayPass } from '../history/reading/facts.ts'
import { asking, baseline, clientOf, inTurn, KEY, purpose } from './client-for-tests.ts'
import { RunIsOver } from './limits/over-budget.ts'
import { requestTo } from './requests.ts'
import { closeAll, serving } from './transport/servers-for-tests.ts'

afterEach(closeAll)

describe('a failure that may be temporary', () => {
  it('is repeated three times, each after control requests, and the last response counts', async () => {
    const { client, exchanges } = await clientOf(inTurn([503]))
    client.baseline = baseline
    const last = await client.ask(asking('/v1/models'), purpose)
    const all = exchanges()
    expect(all.map(({ answer }) => answer?.status)).toEqual([503, 200, 503, 200, 200, 503, 200, 200, 200, 503])
    expect(last.again!.attempts).toHaveLength(3)
    expect(last).toMatchObject({ n: 10, again: { attempts: [1, 3, 6], control: 9, last: true } })
    expect(all.filter((each) => each.answer?.status === 503).map(mayPass)).toEqual([true, true, true, false])
    expect(all[1]!.purpose).toEqual({ by: 'a check', part: 'control' })
  })

  it('is repeated once after a timeout', async () => {
    const good = inTurn([200])
    const { client, exchanges } = await clientOf(
      (request, response) => void (request.url === baseline.path && good(request, response)),
      20_000,
      { requestTimeoutMs: 60 },
    )
    client.baseline = baseline
    const last = await client.ask(asking('/v1/models'), purpose)
    expect(last).toMatchObject({ failure: { kind: 'timeout' } })
    expect(exchanges().filter(({ failure }) => failure)).toHaveLength(2)
  })

  it('counts for nothing if the control request fails, too', async () => {
    const { client, exchanges } = await clientOf(inTurn([503], {}, 401))
    client.baseline = baseline
    expect(mayPass(await client.ask(asking('/v1/models'), purpose))).toBe(true)
    expect(exchanges()).toHaveLength(2)
  })
})

describe('a User-Agent', () => {
  it('is sent with every request and not recorded', async () => {
    const seen: unknown[] = []
    const { client, exchanges } = await clientOf(({ headers }, response) => {
      seen.push(headers['user-agent'])
      response.end()
    })
    await client.ask(asking('/v1/models'), purpose)
    await client.ask({ ...asking('/v1/models'), headers: [['User-Agent', 'curl']] }, purpose)
    await client.ask({ ...asking('/v1/models'), plain: true }, purpose)
    expect(seen).toEqual([expect.stringMatching(/^gatecheck\/\S+ \(run abc23456\)$/), 'curl', undefined])
    expect(exchanges()[0]!.request).toEqual(asking('/v1/models'))
  })
})

describe('Retry-After', () => {
  it.each([
    ['-5', 'missing', [1, 2]],
    ['0', '0', [100, 100]],
    ['Thu, 01 Jan 1970 00:00:00 GMT', '0', [100, 100]],
  ])('%j counts as %s and is waited for %j ms', async (header, taken, ms) => {
    const { client, waits } = await clientOf(inTurn([429, 429, 200], { 'Retry-After': header }))
    expect(await client.ask(asking('/v1/models'), purpose)).toMatchObject({ answer: { status: 200 } })
    expect(waits().map((wait) => wait.ms)).toEqual(ms)
    expect(waits()[0]).toMatchObject({ why: `429 with Retry-After ${taken}` })
  })

  it('as a date is compared with the Date of the response', async () => {
    const headers = { Date: 'Mon, 05 Jan 2026 10:00:00 GMT', 'Retry-After': 'Mon, 05 Jan 2026 10:00:01 GMT' }
    const { client, waits } = await clientOf(inTurn([429, 200], headers))
    expect(await client.ask(asking('/v1/models'), purpose)).toMatchObject({ answer: { status: 200 } })
    expect(waits().map(({ ms }) => ms)).toEqual([1000])
  })

  it('of a 503 is waited for before the request is sent again', async () => {
    const { client, waits } = await clientOf(inTurn([503, 200], { 'Retry-After': '0.2' }))
    client.baseline = baseline
    expect(await client.ask(asking('/v1/models'), purpose)).toMatchObject({ answer: { status: 200 } })
    expect(waits()).toMatchObject([{ ms: 200, why: '503 with Retry-After 0.2' }])
  })

  it.each([String(LIMITS.waitMs / 1000 + 1), '1e308', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    '%s is not waited for, however far away the deadline is',
    async (header) => {
      const { client, waits } = await clientOf(inTurn([429, 200], { 'Retry-After': header }), 2 ** 31 - 1)
      const { answer } = await client.ask(asking('/v1/models'), purpose)
      // An invalid number of seconds counts as no Retry-After.
      const isNone = header === '1e308'
      expect(answer!.status).toBe(isNone ? 200 : 429)
      expect(waits()).toHaveLength(isNone ? 1 : 0)
    },
  )
})

describe('a 429 that comes again and again', () => {
  const order: RequestTemplate = { method: 'POST', path: '/v1/videos', headers: [['Authorization', 'Bearer {{A}}']] }

  it('is waited for eight times if no other request succeeds', async () => {
    const { client, waits } = await clientOf(inTurn([429]))
    expect(await client.ask(order, purpose)).toMatchObject({ answer: { status: 429 } })
    expect(waits()).toHaveLength(8)
  })
})

describe('a connection', () => {
  it('with a valid key carries no other requests', async () => {
    const { client, exchanges } = await clientOf(inTurn([200]))
    for (const each of ['', 'Bearer {{U}}', '{{A}}', 'Basic {{A}}', 'Bearer {{A without character 4}}']) {
      await client.ask(asking('/v1/models'), purpose)
      await client.ask(asking('/v1/models', each), purpose)
    }
    const [good = [], others = []] = [true, false].map((isGood) =>
      exchanges()
        .filter(({ request }) => (request.headers[0]![1] === 'Bearer {{A}}') === isGood)
        .map(({ connection }) => connection),
    )
    expect(good).toHaveLength(5)
    expect(others).toHaveLength(5)
    expect(good.filter((connection) => others.includes(connection))).toEqual([])
  })
})

describe('a recorded exchange', () => {
  it('has the response up to the limit, and says that it was longer', async () => {
    const most = LIMITS.bodyBytes
    const { client, exchanges } = await clientOf(({ url }, response) => {
      response.end('x'.repeat(url === '/v1/usage' ? most : most + 1))
    })
    for (const path of ['/v1/usage', '/v1/models']) await client.ask(asking(path), purpose)
    const [whole, longer] = exchanges().map(({ answer }) => answer!)
    expect(whole!.body).toHaveLength(most)
    expect(whole).not.toHaveProperty('truncated')
    expect(longer).toMatchObject({ truncated: true })
    expect(longer!.body).toHaveLength(64 * 1024)
  })
})

describe('a submission', () => {
  async function submitting(part: Purpose['part'], wishes = {}, isOnDisk = true) {
    const lines: string[] = []
    const { client, target, history, historyPath, budget } = await clientOf(
      (_, response) => {
        lines.push(...readFileSync(historyPath, 'utf8').trimEnd().split('\n'))
        response.writeHead(202).end()
      },
      20_000,
      wishes,
    )
    if (!isOnDisk) history.note = async () => false
    const request = requestTo(target, 'POST /videos', { body: '{"duration":7}' })
    const sending = client.ask(request, { by: 'x', part }, { videoSeconds: 7 })
    const noted = async () => {
      await sending
      const entries = lines.filter((line) => line !== '').map((line): HistoryEntry => JSON.parse(line))
      return entries.filter(({ kind }) => kind === 'about to submit')
    }
    return { sending, noted, lines, budget }
  }

  it('is in the history file before it arrives', async () => {
    const { sending, noted } = await submitting('submission')
    expect(await noted()).toEqual([
      expect.objectContaining({ n: (await sending).n, by: 'x', key: 'A', videoSeconds: 7 }),
    ])
  })

  it('that must be refused is noted in advance only if jobs are limited', async () => {
    expect(await (await submitting('probe')).noted()).toEqual([])
    expect(await (await submitting('probe', { maxJobs: 3 })).noted()).toHaveLength(1)
  })

  it('that cannot be noted is not sent and costs nothing', async () => {
    const { sending, lines, budget } = await submitting('submission', {}, false)
    await expect(sending).rejects.toThrow(RunIsOver)
    expect([lines.length, budget.spent().jobs]).toEqual([0, 0])
  })
})

describe('the key is sent only to the origin of the base URL', () => {
  /** A client of a server that refers to another origin in all ways of HTTP. */
  async function pointedElsewhere(status: number) {
    const elsewhere: IncomingMessage[] = []
    const own: IncomingMessage[] = []
    const other = await serving((request, response) => {
      elsewhere.push(request)
      response.end('{}')
    })
    const { client, target } = await clientOf((request, response) => {
      own.push(request)
      const { host } = new URL(other)
      response.writeHead(status, {
        location: own.length % 2 ? `${other}${request.url}` : `//${host}/`,
        'content-location': `${other}/`,
        refresh: `0; url=${other}/`,
        link: `<${other}/>; rel=preload, <${other}>; rel=preconnect`,
        'alt-svc': `h2="${host}"; ma=3600; persist=1`,
        'set-cookie': `seen=1; Domain=127.0.0.1`,
      })
      response.end(JSON.stringify({ id: `${other}/1`, url: `${other}/1`, next: `${other}/1` }))
    })
    return { client, target, own, elsewhere }
  }

  it.each([200, 202, 301, 302, 303, 305, 307, 308])('after status %s', async (status) => {
    const { client, target, own, elsewhere } = await pointedElsewhere(status)
    for (const { name } of ENDPOINTS) {
      const request = requestTo(target, name, { id: 'job-1', body: '{"model":"a","prompt":"b"}' })
      for (const _ of ['first', 'again'])
        expect(await client.ask(request, purpose)).toMatchObject({ answer: { status } })
    }
    expect(own).toHaveLength(2 * ENDPOINTS.length)
    expect(own.every(({ headers }) => headers.authorization === `Bearer ${KEY}` && !headers.cookie)).toBe(true)
    expect(elsewhere).toEqual([])
  })

  it('if an id looks like a URL', async () => {
    const { client, target, own, elsewhere } = await pointedElsewhere(200)
    for (const id of ['http://elsewhere.example/', '//elsewhere.example/', '../../@elsewhere.example', '\\\\elsewhere'])
      await client.ask(requestTo(target, 'GET /videos/{id}', { id }), purpose)
    expect(own.map(({ url }) => url!.startsWith('/v1/videos/'))).toEqual([true, true, true, true])
    expect(elsewhere).toEqual([])
  })
})
