import type { LookupFunction } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, sentTo } from '../connections/wire-for-tests.ts'
import { fetcherOf } from '../files/fetcher-for-tests.ts'
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
    ['HTTP/1.1 407 Auth\r\nProxy-Authenticate: Basic\r\n\r\n', 'requires a user name and a password (407)'],
    ['HTTP/1.1 403 Filtered\r\n\r\n<html>', 'refuses connections to api.test:443: it returned 403'],
    ['HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nabc', 'could not connect to api.test:443: it returned 502'],
  ])('an answer of the proxy itself is a failure on the way, with its name: %j', async (said, words) => {
    const proxy = await proxyServer(() => undefined, said)
    const { failure, answer } = await sentTo('https://api.test', { network: networkOf({ HTTPS_PROXY: proxy.origin }) })
    expect(answer).toBeUndefined()
    expect(failure).toMatchObject({ kind: 'proxy', message: expect.stringContaining(words) })
    expect(failure?.message).toContain(`the proxy http://${proxy.origin}`)
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
