import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as rest } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../engine/config/limits.ts'
import { MOST_UNRECORDED, Relay } from './relay.ts'
import type { Passed, ToldByRelay } from './told.ts'

type Happened = Extract<ToldByRelay, { kind: 'happened' }>
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function answering(handle: (incoming: IncomingMessage) => { status?: number; body: string | Buffer }) {
  const server: Server = createServer(async (incoming, outgoing) => {
    const { status = 200, body } = handle(incoming)
    await text(incoming)
    outgoing.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function relaying(origin: string, { isWrittenDown = true } = {}) {
  const told: Happened[] = []
  const written = new SharedArrayBuffer(4)
  const done = (weight: number) => Atomics.add(new Int32Array(written), 0, weight)
  const { promise, resolve } = Promise.withResolvers<number>()
  const relay: Relay = new Relay({ origin, basePath: '/v1', host: '127.0.0.1', port: 0, done: written }, (each) => {
    if (each.kind === 'listening') resolve(each.port)
    if (each.kind !== 'happened') return
    told.push(each)
    if (isWrittenDown) done(each.weight)
  })
  closing.push(() => relay.close())
  const port = await promise
  const passed = () => told.flatMap((each) => each.passed)
  const until = async (count: number): Promise<Passed[]> => {
    await vi.waitFor(() => expect(passed().length).toBeGreaterThanOrEqual(count), { timeout: 600_000, interval: 5 })
    return passed()
  }
  return { relay, done, port, url: `http://127.0.0.1:${port}`, told, passed, until }
}

describe('the relay', () => {
  it('reports requests and responses in the order of events', async () => {
    const { url, until } = await relaying(await answering(({ url: path }) => ({ body: `for ${path}` })))
    await (await fetch(`${url}/v1/videos`, { method: 'POST', body: '{"model":"swift"}' })).text()
    await (await fetch(`${url}/v1/models`)).text()
    const [first, second] = await until(2)
    expect(first).toMatchObject({ method: 'POST', path: '/v1/videos', body: { bytes: 17, isWhole: true } })
    expect(Buffer.from(first!.body.kept!).toString()).toBe('{"model":"swift"}')
    expect(Buffer.from(second!.answer!.body.kept!).toString()).toBe('for /v1/models')
    expect([first!.sent, first!.received, second!.sent].toSorted((a, b) => a - b)[1]).toBe(first!.received)
    expect(first!.headers.find(([name]) => name.toLowerCase() === 'host')?.[1]).toBe(new URL(url).host)
  })

  it('keeps the beginning of long bodies, and no bodies of other paths', async () => {
    const long = Buffer.alloc(LIMITS.bodyBytes + 1000, 'x')
    const { url, until } = await relaying(await answering(() => ({ body: long })))
    for (const path of ['/v1/models', '/files/a.mp4']) await (await fetch(url + path)).arrayBuffer()
    const [models, file] = await until(2)
    expect(models!.answer!.body).toMatchObject({ bytes: long.length, isWhole: false })
    expect(models!.answer!.body.kept!.length).toBe(LIMITS.bodyBytes)
    expect(file!.answer!.body).toEqual({ bytes: long.length, isWhole: false })
  })

  it('resets the connection of the client while the target refuses connections, and reports it', async () => {
    const { url, told, until } = await relaying('http://127.0.0.1:1')
    await expect(fetch(`${url}/v1/models`)).rejects.toThrow()
    const [only] = await until(1)
    expect(only!.failure).toMatchObject({ kind: 'refused' })
    expect(told.flatMap(({ unreached }) => unreached)[0]!.failure.kind).toBe('refused')
  })

  it('makes clients wait while too much is unwritten, loses nothing, and reports the delay', async () => {
    const { relay, done, url, passed, told, until } = await relaying(await answering(() => ({ body: 'x' })), {
      isWrittenDown: false,
    })
    const most = MOST_UNRECORDED
    const beyond = 40
    let left = most + beyond
    const clients = Array.from({ length: 20 }, async () => {
      while (left-- > 0) await asked(`${url}/v1/models`)
    })
    await until(most + 1)
    await rest(50)
    const held = passed().length
    expect(held).toBeLessThan(most + beyond)
    done(held)
    const freeing = setInterval(() => done(passed().length > held ? 1 : 0), 1)
    await Promise.all(clients)
    clearInterval(freeing)
    await until(most + beyond)
    relay.close()
    expect(passed()).toHaveLength(most + beyond)
    expect(Math.max(...told.flatMap(({ late }) => late).map(({ ms }) => ms))).toBeGreaterThan(40)
  })
})

function asked(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  get(url, (answer) => text(answer).then(resolve, reject)).on('error', reject)
  return promise
}
