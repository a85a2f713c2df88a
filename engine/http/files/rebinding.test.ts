import { createServer } from 'node:http'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, GET, never, wireTo } from '../connections/wire-for-tests.ts'
import { CertificatesForTests } from '../network/certificates-for-tests.ts'
import { machineOf } from '../network/machine-for-tests.ts'
import { Network } from '../network/network.ts'
import { closeServers, portOf, proxyServer } from '../network/secure-servers-for-tests.ts'
import { fetcherOf } from './fetcher-for-tests.ts'

const certificates = new CertificatesForTests()
afterEach(closeAll)
afterEach(closeServers)
afterAll(() => certificates.remove())

const PUBLIC = '93.184.216.1'
const LOOPBACK = '127.0.0.1'
const ALL = { most: 1000 }

type Respond = Parameters<typeof createServer>[1]

const answering =
  (text: string): Respond =>
  (_, response) =>
    response.end(text)

/** Hands out one list of addresses after the other; the last one for good. */
function inTurn(...turns: string[][]): () => string[] {
  return () => (turns.length > 1 ? turns.shift()! : turns[0]!)
}

/** evil.test on port 80, and a service on this machine that nobody else should reach. */
async function scene(
  addresses: () => string[],
  { here, there = answering('evil') }: { here?: Respond; there?: Respond } = {},
) {
  const seen: string[] = []
  const inner = await portOf(
    createServer((request, response) => {
      seen.push(request.url ?? '')
      response.end('inner')
    }),
  )
  const outside = await portOf(createServer(there))
  const onThisMachine = here && (await portOf(createServer(here)))
  const names = { 'evil.test': addresses, 'inner.test': [LOOPBACK] }
  const machine = machineOf(names, (address, port) => {
    if (address === PUBLIC) return outside
    return port === 80 ? onThisMachine : port
  })
  const network = new Network({ own: 'http://evil.test' }, machine)
  const wire = wireTo('http://evil.test', { network })
  const ask = async () => (await wire.sendAfresh(GET, never)).answer?.bytes.toString()
  const fetcher = fetcherOf('http://evil.test', {}, network)
  const fetched = async (host: string) => {
    const { answer, outOfReach } = await fetcher.get(`http://${host}:${inner}/secret`, ALL)
    return outOfReach === undefined ? answer?.bytes.toString() : 'out of reach'
  }
  return { ask, fetched, fetcher, network, machine, seen, inner }
}

const WAYS_IN = ['127.0.0.1', 'inner.test', 'evil.test', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '127.1']

describe('DNS rebinding opens no address of this machine to URLs of a server', () => {
  it('whose name resolves to 127.0.0.1 first, where another service answers', async () => {
    const addresses = inTurn([LOOPBACK], [PUBLIC], [LOOPBACK])
    const { ask, fetched, seen } = await scene(addresses, { here: answering('another service') })
    expect(await ask()).toBe('another service')
    expect(await ask()).toBe('evil')
    for (const host of WAYS_IN) expect(await fetched(host), host).toBe('out of reach')
    expect(seen).toEqual([])
  })

  it('over a connection that was opened while that was allowed', async () => {
    const { ask, fetched, seen } = await scene(inTurn([LOOPBACK], [PUBLIC]), { here: answering('really here') })
    await ask()
    expect(await fetched('inner.test')).toBe('inner')
    expect(await ask()).toBe('evil')
    expect(await fetched('inner.test')).toBe('out of reach')
    expect(seen).toHaveLength(1)
  })

  it('by a redirect of the server or of a result', async () => {
    const redirecting: Respond = (_, response) => {
      response.writeHead(302, { location: `http://inner.test:${inner}/secret` }).end()
    }
    const { ask, fetcher, seen, inner } = await scene(inTurn([LOOPBACK], [PUBLIC]), { there: redirecting })
    await ask()
    await ask()
    const { outOfReach, fetches } = await fetcher.get('http://evil.test/1.mp4', ALL)
    expect(outOfReach).toContain('loopback')
    expect(fetches.map(({ status }) => status)).toEqual([302, undefined])
    expect(seen).toEqual([])
  })

  it('by a host that resolves otherwise for the check than for the connection', async () => {
    const { network, inner, seen, ask } = await scene(inTurn([PUBLIC]))
    await ask()
    const outside = await portOf(createServer(answering('outside')))
    const turning = inTurn([PUBLIC], [LOOPBACK], [PUBLIC], [LOOPBACK])
    const machine = machineOf({ 'cdn.test': turning }, (address) => (address === PUBLIC ? outside : inner))
    const fetcher = fetcherOf('http://evil.test', {}, new Network({ own: 'http://evil.test' }, machine))
    const got: (string | undefined)[] = []
    for (let times = 0; times < 4; times++) {
      const { answer, outOfReach } = await fetcher.get('http://cdn.test/1.mp4', ALL)
      got.push(answer?.bytes.toString() ?? outOfReach)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(got[0]).toBe('outside')
    expect(machine.connected).not.toContain(LOOPBACK)
    expect(seen).toEqual([])
    expect(network.answeredBy()).toEqual([{ address: PUBLIC }])
  })

  it('through a proxy, for a server whose name is 127.0.0.1 here and public there', async () => {
    const { inner, seen } = await scene(inTurn([LOOPBACK]))
    const outside = await portOf(createServer(answering('evil')))
    const proxy = await proxyServer(() => outside)
    const machine = machineOf({ 'evil.test': [LOOPBACK], 'inner.test': [LOOPBACK] })
    const network = new Network({ own: 'http://evil.test', environment: { http_proxy: proxy.origin } }, machine)
    expect((await wireTo('http://evil.test', { network }).send(GET, never)).answer?.status).toBe(200)
    const fetcher = fetcherOf('http://evil.test', {}, network)
    for (const host of WAYS_IN)
      expect(await fetcher.get(`http://${host}:${inner}/`, ALL), host).toMatchObject({
        outOfReach: expect.stringContaining('loopback'),
      })
    expect(seen).toEqual([])
    // Its own origin is as far as the proxy lets the base URL lead.
    expect((await fetcher.get('http://evil.test/1.mp4', ALL)).answer?.bytes.toString()).toBe('evil')
  })
})

describe('a server that really is where its results are', () => {
  it('on this machine leads to other ports of it, by name and by address', async () => {
    const { ask, fetched } = await scene(inTurn([LOOPBACK]), { here: answering('server') })
    expect(await ask()).toBe('server')
    for (const host of WAYS_IN) expect(await fetched(host), host).toBe('inner')
  })

  it('in a private network leads into it, and to no port of this machine', async () => {
    const names = { 'api.test': ['10.0.0.1'], 'store.test': ['192.168.3.4'], 'inner.test': [LOOPBACK] }
    const port = await portOf(createServer(answering('private')))
    const network = new Network(
      { own: 'http://api.test' },
      machineOf(names, () => port),
    )
    await wireTo('http://api.test', { network }).send(GET, never)
    const fetcher = fetcherOf('http://api.test', {}, network)
    expect((await fetcher.get('http://store.test/1.mp4', ALL)).answer?.bytes.toString()).toBe('private')
    expect(await fetcher.get('http://inner.test/1.mp4', ALL)).toMatchObject({ outOfReach: expect.any(String) })
  })
})
