import { createServer } from 'node:http'
import type { LookupFunction } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, sentTo } from '../connections/wire-for-tests.ts'
import { fetcherOf } from '../files/fetcher-for-tests.ts'
import { ServedFile } from '../files/served-file.ts'
import { Surroundings } from '../files/surroundings.ts'
import { CertificatesForTests } from './certificates-for-tests.ts'
import { machineOf } from './machine-for-tests.ts'
import { Network } from './network.ts'
import { closeServers, portOf, proxyServer, secureServer } from './secure-servers-for-tests.ts'

const own = new CertificatesForTests()
const files = own.issue('server', ['DNS:api.test', 'IP:127.0.0.1'])
afterEach(closeAll)
afterEach(closeServers)
afterAll(() => own.remove())

const answering = (_: unknown, response: { end(text: string): void }) => response.end('{}')
const networkOf = (environment: Record<string, string>) => new Network({ ca: own.ca, environment })
/** No name that these tests use is known here. */
const unknownHere: LookupFunction = (_host, _options, done) =>
  done(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), [])

describe('through a proxy', () => {
  it('a server is reached by the name that the proxy knows, over TLS that the proxy cannot read', async () => {
    const port = await portOf(secureServer(files, answering))
    const proxy = await proxyServer((place) => (place === 'api.test:443' ? port : undefined))
    const { answer } = await sentTo('https://api.test', { network: networkOf({ HTTPS_PROXY: proxy.origin }) })
    expect(answer?.status).toBe(200)
    expect(proxy.heads).toEqual([
      'CONNECT api.test:443 HTTP/1.1\r\nHost: api.test:443\r\nConnection: keep-alive\r\n\r\n',
    ])
  })

  it('plain http goes in a tunnel, too: what the proxy says is never taken for an answer', async () => {
    const port = await portOf(createServer(answering))
    const proxy = await proxyServer((place) => (place === 'api.test:80' ? port : undefined))
    const { answer } = await sentTo('http://api.test', { network: networkOf({ http_proxy: proxy.origin }) })
    expect(answer?.status).toBe(200)
  })

  it('that has a certificate itself, a server is reached as well', async () => {
    const { createServer: createTlsServer } = await import('node:tls')
    const { readFileSync } = await import('node:fs')
    const { connect } = await import('node:net')
    const port = await portOf(secureServer(files, answering))
    const proxy = createTlsServer({ cert: readFileSync(files.cert), key: readFileSync(files.key) }, (socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => {
        const onward = connect(port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n')
          socket.pipe(onward).pipe(socket)
        })
        onward.on('error', () => socket.destroy())
        socket.on('close', () => onward.destroy())
      })
    })
    const origin = `https://127.0.0.1:${await portOf(proxy)}`
    expect((await sentTo('https://api.test', { network: networkOf({ HTTPS_PROXY: origin }) })).answer?.status).toBe(200)
  })

  it('the name and the password go to the proxy alone, and into no message', async () => {
    const port = await portOf(secureServer(files, answering))
    const seen: string[] = []
    const proxy = await proxyServer((place) => (place === 'api.test:443' ? port : undefined))
    const network = networkOf({ HTTPS_PROXY: `http://me:pa%3Ass@${proxy.origin}` })
    const { answer } = await sentTo('https://api.test', { network })
    seen.push(...(answer?.headers.flat() ?? []))
    expect(proxy.heads[0]).toContain(`Proxy-Authorization: Basic ${Buffer.from('me:pa:ss').toString('base64')}`)
    const { failure } = await sentTo('https://other.test', { network })
    expect(failure?.message).not.toMatch(/pa%3Ass|pa:ss|bWU6/)
  })

  it.each([
    ['HTTP/1.1 407 Auth\r\nProxy-Authenticate: Basic\r\n\r\n', 'asks for a name and a password (407)'],
    ['HTTP/1.1 403 Filtered\r\n\r\n<html>', 'does not let anybody through to api.test:443: it answered 403'],
    [
      'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nabc',
      'did not get through to api.test:443: it answered 502',
    ],
    ['HTTP/1.1 503 Busy\r\n\r\n', 'it answered 503'],
    ['', 'closed the connection, asked for api.test:443'],
    ['nonsense\r\n\r\n', 'closed the connection'],
  ])('an answer of the proxy itself is a failure on the way, with its name: %j', async (said, words) => {
    const proxy = await proxyServer(() => undefined, said)
    const { failure, answer } = await sentTo('https://api.test', { network: networkOf({ HTTPS_PROXY: proxy.origin }) })
    expect(answer).toBeUndefined()
    expect(failure).toMatchObject({ kind: 'proxy', message: expect.stringContaining(words) })
    expect(failure?.message).toContain(`the proxy http://${proxy.origin}`)
  })

  it('that is not there, the failure names the proxy', async () => {
    const { failure } = await sentTo('https://api.test', { network: networkOf({ HTTPS_PROXY: 'http://127.0.0.1:9' }) })
    expect(failure).toMatchObject({
      kind: 'proxy',
      message: expect.stringMatching(/^the proxy http:\/\/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/),
    })
  })

  it('a certificate is looked at as it is without one', async () => {
    const port = await portOf(secureServer(files, answering))
    const proxy = await proxyServer(() => port)
    const { failure } = await sentTo('https://elsewhere.test', { network: networkOf({ HTTPS_PROXY: proxy.origin }) })
    expect(failure).toMatchObject({ kind: 'certificate', message: expect.stringContaining('api.test') })
  })

  it('a file that the proxy or a certificate keeps away is not fetched, which says nothing of the server', async () => {
    const port = await portOf(secureServer(files, answering))
    const proxy = await proxyServer(() => undefined)
    const ways = {
      withKey: false,
      wait: async () => undefined,
      hasTimeFor: () => true,
      pauseMs: 1,
      renew: async () => undefined,
    }
    const opened = (url: string, network: Network) =>
      new ServedFile(fetcherOf(new URL(url).origin, {}, network), url, ways).open()
    expect(await opened('https://api.test/1.mp4', networkOf({ HTTPS_PROXY: proxy.origin }))).toEqual({
      ...{ kind: 'not fetched', why: expect.stringContaining(`the proxy http://${proxy.origin}`) },
    })
    expect(await opened(`https://127.0.0.1:${port}/1.mp4`, new Network())).toEqual({
      ...{ kind: 'not fetched', why: expect.stringContaining('--ca') },
    })
  })

  it('no result leads to an address that may not be reached from here, nor by a name that is one here', async () => {
    const proxy = await proxyServer(() => undefined)
    const machine = machineOf({ 'inside.test': ['169.254.169.254'] })
    const network = new Network({ environment: { HTTPS_PROXY: proxy.origin } }, machine)
    const deep = new Surroundings('https://203.0.114.1', network)
    const opening = { protocols: ['http/1.1'] as const, limit: 1000 }
    await expect(network.open('https://inside.test', { ...opening, lookup: deep.lookup })).rejects.toThrow('metadata')
    expect(
      await fetcherOf('https://203.0.114.1', {}, network).get('https://169.254.169.254/a', { most: 1 }),
    ).toMatchObject({
      outOfReach: expect.stringContaining('metadata'),
    })
    expect(proxy.heads).toEqual([])
    // What the proxy alone knows is its own to decide.
    await expect(network.open('https://inside.test', { ...opening, lookup: unknownHere })).rejects.toThrow('403')
    expect(proxy.heads).toHaveLength(1)
  })
})
