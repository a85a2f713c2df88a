import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Exchange, RequestTemplate } from '../history/exchange.ts'
import { History } from '../history/history.ts'
import { mayPass } from '../history/transient.ts'
import { Vault } from '../keys/vault.ts'
import { configure } from '../settings/configuration.ts'
import { targetOf } from '../settings/target.ts'
import { Budget } from './budget.ts'
import { Client } from './client.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const asking = (path: string, authorization = 'Bearer {{A}}'): RequestTemplate => ({
  method: 'GET',
  path,
  headers: [['Authorization', authorization]],
})
const baseline = asking('/v1/usage')
const purpose = { by: 'a check', part: 'probe' } as const

/** A client and a server that answers every request as it is told to, and the good one with 200 unless it is told so, too. */
async function clientOf(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const history = new History()
  const configuration = configure({ pollIntervalMs: 1, deadlineMs: 20_000, seed: 1 }, true)
  const client = new Client({
    target: targetOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`),
    vault: new Vault({ A: 'cl_4Rt9xKq2Zw83hhPm' }, 1),
    history,
    budget: new Budget(configuration),
    configuration,
    over: new AbortController().signal,
    givenUp: new AbortController().signal,
    onGone: () => undefined,
  })
  closers.push(
    () => client.close(),
    () => new Promise((resolve) => server.close(resolve)),
  )
  const exchanges = () => [...history.recording].filter((entry): entry is Exchange => entry.kind === 'exchange')
  const waits = () => [...history.recording].flatMap((entry) => (entry.kind === 'waited' ? [entry] : []))
  return { client, exchanges, waits }
}

/** The baseline is answered by itself; the other requests get these answers in turn, and the last one ever after. */
const inTurn = (statuses: number[], headers = {}, good = 200): RequestListener => {
  const left = [...statuses]
  return ({ url }, response) => {
    const status = url === baseline.path ? good : left.length > 1 ? left.shift()! : left[0]!
    response.writeHead(status, status === 429 ? headers : {}).end()
  }
}

describe('what may pass', () => {
  it('is tried three times more, with a good request before each, and counts after the last', async () => {
    const { client, exchanges } = await clientOf(inTurn([503]))
    client.baseline = baseline
    const last = await client.ask(asking('/v1/models'), purpose)
    const all = exchanges()
    expect(all.map(({ answer }) => answer?.status)).toEqual([503, 200, 503, 200, 200, 503, 200, 200, 200, 503])
    expect(last).toMatchObject({ n: 10, again: { attempts: [1, 3, 6], control: 9, last: true } })
    expect(all.filter((each) => each.answer?.status === 503).map(mayPass)).toEqual([true, true, true, false])
    expect(all[1]!.purpose).toEqual({ by: 'a check', part: 'control' })
  })

  it('has passed as soon as it is answered', async () => {
    const { client, exchanges } = await clientOf(inTurn([502, 504, 401]))
    client.baseline = baseline
    expect(await client.ask(asking('/v1/models'), purpose)).toMatchObject({
      answer: { status: 401 },
      again: { attempts: [1, 3] },
    })
    expect(exchanges()).toHaveLength(6)
  })

  it('says nothing where the good request fails, too', async () => {
    const { client, exchanges } = await clientOf(inTurn([503], {}, 401))
    client.baseline = baseline
    expect(mayPass(await client.ask(asking('/v1/models'), purpose))).toBe(true)
    expect(exchanges()).toHaveLength(2)
  })

  it('is not tried again while no good request is known', async () => {
    const { client, exchanges } = await clientOf(inTurn([503]))
    expect(mayPass(await client.ask(asking('/v1/models'), purpose))).toBe(true)
    expect(exchanges()).toHaveLength(1)
  })
})

describe('Retry-After', () => {
  it.each([
    ['-5', 'missing', [1, 2]],
    ['soon', 'missing', [1, 2]],
    ['', 'missing', [1, 2]],
    ['0', '0', [100, 100]],
    ['0.05', '0.05', [100, 100]],
    ['0.15', '0.15', [150, 150]],
    ['Thu, 01 Jan 1970 00:00:00 GMT', '0', [100, 100]],
  ])('%j is taken for %s, and waited for %j ms', async (header, taken, ms) => {
    const { client, waits } = await clientOf(inTurn([429, 429, 200], { 'Retry-After': header }))
    expect(await client.ask(asking('/v1/models'), purpose)).toMatchObject({ answer: { status: 200 } })
    expect(waits().map((wait) => wait.ms)).toEqual(ms)
    expect(waits()[0]).toMatchObject({ why: `429 with Retry-After ${taken}` })
  })

  it('is not sat through where it outlasts the run', async () => {
    const { client, waits } = await clientOf(inTurn([429], { 'Retry-After': '3600' }))
    expect(await client.ask(asking('/v1/models'), purpose)).toMatchObject({ answer: { status: 429 } })
    expect(waits()).toEqual([])
  })
})

describe('a 429 that comes again and again', () => {
  const order: RequestTemplate = { method: 'POST', path: '/v1/videos', headers: [['Authorization', 'Bearer {{A}}']] }

  it('is waited for eight times where nobody gets in', async () => {
    const { client, waits } = await clientOf(inTurn([429]))
    expect(await client.ask(order, purpose)).toMatchObject({ answer: { status: 429 } })
    expect(waits()).toHaveLength(8)
  })

  it('is waited for much longer where others get in meanwhile', async () => {
    const refusals = new Map<string, number>([['/v1/videos', 14]])
    const { client, waits } = await clientOf(({ url = '' }, response) => {
      const left = refusals.get(url) ?? 0
      refusals.set(url, left - 1)
      response.writeHead(left > 0 ? 429 : 400, { 'Retry-After': '0' }).end()
    })
    const unlucky = client.ask(order, purpose)
    let isOver = false
    unlucky.finally(() => {
      isOver = true
    })
    while (!isOver) await client.ask({ ...order, path: '/v1/videos?another' }, purpose).then(() => client.wait(10))
    expect(await unlucky).toMatchObject({ answer: { status: 400 } })
    expect(waits()).toHaveLength(14)
  })
})

describe('a connection', () => {
  it('that carries a good key carries nothing else', async () => {
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

describe('what is written down of an exchange', () => {
  it('says where its time went, and what the status line said, without a key in it', async () => {
    const { client, exchanges } = await clientOf((_, response) => {
      response.writeHead(401, 'no such key: cl_4Rt9xKq2Zw83hhPm').end()
    })
    for (const path of ['/v1/models', '/v1/usage']) await client.ask(asking(path), purpose)
    const [first, second] = exchanges()
    expect(first!.answer).toMatchObject({ status: 401, statusText: 'no such key: {{A}}' })
    const { blocked, connect, wait } = first!.phases!
    for (const part of [blocked, connect!, wait!]) expect(part).toBeGreaterThanOrEqual(0)
    // Each is rounded for itself.
    expect(blocked + connect! + wait!).toBeLessThanOrEqual(first!.ms + 0.3)
    expect(second!.phases).toEqual({ blocked: expect.any(Number), wait: expect.any(Number) })
  })
})
