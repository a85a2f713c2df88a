import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import type { AddressKind } from '../network/address-kind.ts'
import { machineOf } from '../network/machine-for-tests.ts'
import { Network } from '../network/network.ts'
import { portOf, proxyServer } from '../network/secure-servers-for-tests.ts'
import { closeAll, GET, never, transportTo } from '../transport/servers-for-tests.ts'
import { fetcherOf } from './fetcher-for-tests.ts'
import { Origins } from './origins.ts'

afterEach(closeAll)

const PUBLIC = '93.184.216.1'
const LOOPBACK = '127.0.0.1'
const ALL = { most: 1000 }
const WAYS_IN = [
  ...['127.0.0.1', 'inner.test', 'evil.test', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.1.'],
  ...['0', '[::1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', 'user@127.0.0.1'],
]

const answering =
  (text: string): RequestListener =>
  (_, response) =>
    response.end(text)

/** One list of addresses per lookup, the last one for good. */
const inTurn =
  (...turns: string[][]) =>
  () =>
    turns.length > 1 ? turns.shift()! : turns[0]!

/** evil.test on port 80, and a service of this machine behind `inner`. */
async function scene(addresses: () => string[], here?: RequestListener, there: RequestListener = answering('evil')) {
  const seen: string[] = []
  const inner = await portOf(
    createServer((request, response) => {
      seen.push(request.url ?? '')
      response.end('inner')
    }),
  )
  const outside = await portOf(createServer(there))
  const onThisMachine = here && (await portOf(createServer(here)))
  const machine = machineOf({ 'evil.test': addresses, 'inner.test': [LOOPBACK] }, (address, port) => {
    if (address === PUBLIC) return outside
    return port === 80 ? onThisMachine : port
  })
  const network = new Network({ own: 'http://evil.test' }, machine)
  const transport = transportTo('http://evil.test', { network })
  const ask = async () => (await transport.send(GET, never, { afresh: true })).answer?.bytes.toString()
  const fetcher = fetcherOf('http://evil.test', {}, network)
  const fetched = async (host: string) => {
    const { answer, outOfReach } = await fetcher.get(`http://${host}:${inner}/secret`, ALL)
    return outOfReach === undefined ? answer?.bytes.toString() : 'out of reach'
  }
  return { ask, fetched, fetcher, seen, inner }
}

describe('DNS rebinding does not open addresses of this machine', () => {
  it('to a server that resolves to 127.0.0.1 first, where another service responds', async () => {
    const { ask, fetched, seen } = await scene(inTurn([LOOPBACK], [PUBLIC], [LOOPBACK]), answering('another service'))
    expect([await ask(), await ask()]).toEqual(['another service', 'evil'])
    for (const host of WAYS_IN) expect(await fetched(host), host).toBe('out of reach')
    expect(seen).toEqual([])
  })

  it('over a connection from when that was allowed', async () => {
    const { ask, fetched, seen } = await scene(inTurn([LOOPBACK], [PUBLIC]), answering('really here'))
    await ask()
    expect(await fetched('inner.test')).toBe('inner')
    expect(await ask()).toBe('evil')
    expect(await fetched('inner.test')).toBe('out of reach')
    expect(seen).toHaveLength(1)
  })

  it('by a redirect', async () => {
    const redirecting: RequestListener = (_, response) => {
      response.writeHead(302, { location: `http://inner.test:${inner}/secret` }).end()
    }
    const { ask, fetcher, seen, inner } = await scene(inTurn([PUBLIC]), undefined, redirecting)
    await ask()
    const { outOfReach, fetches } = await fetcher.get('http://evil.test/1.mp4', ALL)
    expect(outOfReach).toContain('loopback')
    expect(fetches.map(({ status }) => status)).toEqual([302, undefined])
    expect(seen).toEqual([])
  })

  it('by a host that resolves differently each time', async () => {
    const outside = await portOf(createServer(answering('outside')))
    const turning = inTurn([PUBLIC], [LOOPBACK], [PUBLIC], [LOOPBACK])
    const machine = machineOf({ 'cdn.test': turning }, () => outside)
    const fetcher = fetcherOf('http://evil.test', {}, new Network({ own: 'http://evil.test' }, machine))
    const first = await fetcher.get('http://cdn.test/1.mp4', ALL)
    expect(first.answer?.bytes.toString()).toBe('outside')
    for (let times = 0; times < 3; times++) await fetcher.get('http://cdn.test/1.mp4', ALL)
    expect(machine.connected).not.toContain(LOOPBACK)
  })

  it('through a proxy, for a server that is 127.0.0.1 here and public there', async () => {
    const outside = await portOf(createServer(answering('evil')))
    const proxy = await proxyServer(() => outside)
    const machine = machineOf({ 'evil.test': [LOOPBACK], 'inner.test': [LOOPBACK] })
    const network = new Network({ own: 'http://evil.test', environment: { http_proxy: proxy.origin } }, machine)
    expect((await transportTo('http://evil.test', { network }).send(GET, never)).answer?.status).toBe(200)
    const fetcher = fetcherOf('http://evil.test', {}, network)
    for (const host of WAYS_IN)
      expect(await fetcher.get(`http://${host}:${outside}/`, ALL), host).toMatchObject({
        outOfReach: expect.stringContaining('loopback'),
      })
    // The server's own origin stays allowed through the proxy.
    expect((await fetcher.get('http://evil.test/1.mp4', ALL)).answer?.bytes.toString()).toBe('evil')
  })
})

it('allows other ports of this machine to a server on it', async () => {
  const { ask, fetched } = await scene(inTurn([LOOPBACK]), answering('server'))
  expect(await ask()).toBe('server')
  for (const host of WAYS_IN.slice(0, 3)) expect(await fetched(host), host).toBe('inner')
})

describe('Origins', () => {
  const HOSTS = ['93.184.216.34', '10.0.0.9', '127.0.0.2', '169.254.1.1', '169.254.169.254', '224.0.0.1']
  const networkOf = (names: Parameters<typeof machineOf>[0], answered: AddressKind[]) =>
    ({ resolve: machineOf(names).resolve, answeredFrom: () => new Set(answered) }) as unknown as Network
  const around = (origin: string, answered: AddressKind[], names = {}) =>
    new Origins(origin, networkOf(names, answered), { requestTimeoutMs: 1000 })

  it.each<[AddressKind[], string[]]>([
    [['private'], ['93.184.216.34', '10.0.0.9']],
    [['loopback'], ['93.184.216.34', '127.0.0.2']],
    [['loopback', 'public'], ['93.184.216.34']],
    [
      ['loopback', 'private'],
      ['93.184.216.34', '10.0.0.9'],
    ],
    [['metadata'], ['93.184.216.34']],
  ])('of a server at %j allow %j', (answered, expected) => {
    const { whyNot } = { whyNot: (host: string) => around('https://api.test', answered).whyNot(host) }
    expect(HOSTS.filter((host) => !whyNot(host))).toEqual(expected)
  })

  it('resolve names to allowed addresses only', async () => {
    const origins = around('https://api.test', ['public'], {
      'both.test': ['10.0.0.9', '93.184.216.34'],
      'inner.test': ['10.0.0.9'],
      'mapped.test': ['::ffff:10.0.0.9'],
      'api.test': ['127.0.0.1'],
    })
    const resolved = (host: string) =>
      new Promise((resolve, reject) =>
        origins.lookup(host, {}, (error, address) => (error ? reject(error) : resolve(address))),
      )
    expect(await resolved('both.test')).toBe('93.184.216.34')
    await expect(resolved('inner.test')).rejects.toThrow('inner.test is a private address')
    await expect(resolved('mapped.test')).rejects.toThrow('private')
    await expect(resolved('api.test')).rejects.toThrow('loopback')
    expect(origins.whyNotResolved('api.test')?.message).toContain('loopback')
    await expect(resolved('unknown.test')).rejects.toThrow('unknown')
  })
})
