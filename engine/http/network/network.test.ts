import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, GET, never, saying, sentTo, serving, transportTo } from '../transport/servers-for-tests.ts'
import { CertificatesForTests } from './certificates-for-tests.ts'
import { Network } from './network.ts'
import { http2Server, portOf, proxyServer, secureServer } from './secure-servers-for-tests.ts'

const own = new CertificatesForTests()
const good = own.issue('good', ['DNS:localhost', 'DNS:api.test', 'IP:127.0.0.1'])
const client = own.issue('client', ['DNS:client'])
afterEach(closeAll)
afterAll(() => own.remove())

type Settings = ConstructorParameters<typeof Network>[0]

const answering = (_: IncomingMessage, response: ServerResponse) => response.end('{}')
const secure = async (files = good) => `https://127.0.0.1:${await portOf(secureServer(files, answering))}`
const sentOver = async (files: typeof good, settings: Settings) =>
  sentTo(await secure(files), { network: new Network(settings) })

describe('a certificate', () => {
  it('of a private CA is trusted with --ca, also by name', async () => {
    expect((await sentOver(good, { ca: own.ca })).answer?.status).toBe(200)
    const byName = (await secure()).replace('127.0.0.1', 'localhost')
    expect((await sentTo(byName, { network: new Network({ ca: own.ca }) })).answer?.status).toBe(200)
    const several = own.path('several.pem')
    writeFileSync(several, `A comment.\n${own.text('good.pem')}\n${own.text('ca.pem')}`)
    expect((await sentOver(good, { ca: several })).answer?.status).toBe(200)
  })

  it.each([
    ['an unknown issuer', () => good, /was issued by The CA of a test, which is not trusted: .*--ca/, {}],
    [
      'another name',
      () => own.issue('other', ['DNS:other.test', 'DNS:www.other.test']),
      /other\.test, www\.other\.test.*127\.0\.0\.1/,
      { ca: own.ca },
    ],
    [
      'a past date',
      () => own.issue('old', ['IP:127.0.0.1'], ['-days', '-1']),
      /has expired \(its own: .*renew/,
      { ca: own.ca },
    ],
    ['its own signature', () => own.selfSigned('self', ['IP:127.0.0.1']), /self-signed.*--ca/, { ca: own.ca }],
  ] as const)('with %s is rejected with the reason, and accepted with --insecure', async (_, make, words, settings) => {
    const { failure, answer } = await sentOver(make(), settings)
    expect(answer).toBeUndefined()
    expect(failure).toMatchObject({ kind: 'certificate', message: expect.stringMatching(words) })
    expect((await sentOver(make(), { insecure: true })).answer?.status).toBe(200)
  })

  it('of the client is shown only to the server under test', async () => {
    const seen: unknown[] = []
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      seen.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
      response.end()
    }
    const server = secureServer(good, listener, {
      requestCert: true,
      ca: own.text('ca.pem'),
      rejectUnauthorized: false,
    })
    const origin = `https://127.0.0.1:${await portOf(server)}`
    const shown = { ca: own.ca, clientCert: client.cert, clientKey: client.key }
    const locked = { clientKey: own.lock(client.key, 'open sesame'), passphrase: 'open sesame' }
    await sentTo(origin, { network: new Network({ ...shown, own: origin }) })
    await sentTo(origin, { network: new Network({ ...shown, own: 'https://api.test' }) })
    await sentTo(origin, { network: new Network({ ...shown, ...locked, own: origin }) })
    expect(seen).toEqual(['client', undefined, 'client'])
  })

  it('of the client that is missing is named in the failure', async () => {
    const server = secureServer(good, answering, { requestCert: true, ca: own.text('ca.pem') })
    const { failure } = await sentTo(`https://127.0.0.1:${await portOf(server)}`, {
      network: new Network({ ca: own.ca }),
    })
    expect(failure).toMatchObject({ kind: 'certificate', message: expect.stringContaining('--client-cert') })
  })

  const locked = own.lock(client.key, 'open sesame')
  const { key: otherKey } = own.issue('other', ['DNS:other'])
  it.each([
    [{ ca: '/nowhere/ca.pem' }, '--ca /nowhere/ca.pem: no such file'],
    [{ clientCert: client.cert }, '--client-cert is given without --client-key'],
    [{ clientCert: client.cert, clientKey: otherKey }, 'does not belong to the first certificate'],
    [{ clientCert: client.cert, clientKey: locked }, 'requires a passphrase: set GATECHECK_CLIENT_KEY_PASSPHRASE'],
    [{ clientCert: client.cert, clientKey: locked, passphrase: 'wrong one' }, 'cannot be decrypted'],
  ])('in an unusable file is a usage error: %j', (settings, words) => {
    const make = () => new Network(settings)
    expect(make).toThrow(words)
    expect(make).not.toThrow('wrong one')
  })
})

describe('answeredBy', () => {
  async function answeredBy(origin: string, settings: Settings = {}) {
    const network = new Network({ ...settings, own: origin })
    const transport = transportTo(origin, { network })
    for (let time = 0; time < 2; time++) await transport.send(GET, never, { afresh: true })
    return network.answeredBy()
  }

  const tls = {
    protocol: 'TLSv1.3',
    issuer: 'CN=The CA of a test',
    subject: 'CN=good',
    fingerprint256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
    validTo: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    authorized: true,
  }

  it('holds the address, once for equal connections', async () => {
    expect(await answeredBy(await serving(answering))).toEqual([{ address: '127.0.0.1' }])
  })

  it.each([
    ['HTTP/1.1', () => secureServer(good, answering)],
    ['HTTP/2', () => http2Server(good, (stream) => stream.end('{}'))],
  ])('has the certificate over %s, and whether --ca trusts it', async (_, server) => {
    const origin = `https://127.0.0.1:${await portOf(server())}`
    expect(await answeredBy(origin, { ca: own.ca })).toEqual([{ address: '127.0.0.1', tls, ca: true }])
    const untrusted = { ...tls, authorized: false }
    expect(await answeredBy(origin, { insecure: true })).toEqual([{ address: '127.0.0.1', tls: untrusted }])
  })

  it('holds nothing without a final response', async () => {
    expect(await answeredBy(await saying((socket) => socket.destroy()))).toEqual([])
    expect(await answeredBy(await saying((socket) => socket.end('HTTP/1.1 103 Early Hints\r\n\r\n')))).toEqual([])
  })
})

describe('a proxy', () => {
  const networkVia = (proxy: string) => new Network({ ca: own.ca, environment: { HTTPS_PROXY: proxy } })

  it('opens a tunnel to the name, and TLS goes through it', async () => {
    const port = await portOf(secureServer(good, answering))
    const proxy = await proxyServer((place) => (place === 'api.test:443' ? port : undefined))
    const { answer } = await sentTo('https://api.test', { network: networkVia(proxy.origin) })
    expect(answer?.status).toBe(200)
    expect(proxy.heads).toEqual(['CONNECT api.test:443 HTTP/1.1\r\nhost: api.test:443\r\nconnection: close\r\n\r\n'])
  })

  it('tunnels plain http:// as well, so that requests arrive unchanged', async () => {
    const port = await portOf(createServer(answering))
    const proxy = await proxyServer(() => port)
    const network = new Network({ environment: { http_proxy: proxy.origin } })
    expect((await sentTo('http://api.test', { network })).answer?.status).toBe(200)
    expect(proxy.heads[0]).toMatch(/^CONNECT api\.test:80 /)
  })

  it('gets its password, which is in no message', async () => {
    const proxy = await proxyServer(() => undefined)
    const { failure } = await sentTo('https://api.test', { network: networkVia(`http://me:pa%3Ass@${proxy.origin}`) })
    expect(proxy.heads[0]).toContain(`proxy-authorization: Basic ${Buffer.from('me:pa:ss').toString('base64')}`)
    expect(failure?.message).not.toMatch(/pa%3Ass|pa:ss|bWU6/)
  })

  it.each([
    ['HTTP/1.1 407 Auth\r\nProxy-Authenticate: Basic\r\n\r\n', 'requires a user name and a password (407)'],
    ['HTTP/1.1 403 Filtered\r\n\r\n<html>', 'refuses connections to api.test:443: it returned 403'],
    ['HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\n\r\nabc', 'could not connect to api.test:443: it returned 502'],
    ['', 'closed the connection to api.test:443'],
  ])('that answers %j is named in the failure', async (said, words) => {
    const proxy = await proxyServer(() => undefined, said)
    const { failure } = await sentTo('https://api.test', { network: networkVia(proxy.origin) })
    expect(failure).toMatchObject({ kind: 'proxy', message: expect.stringContaining(words) })
    expect(failure?.message).toContain(`the proxy http://${proxy.origin}`)
  })

  it('that is unreachable is named in the failure', async () => {
    const { failure } = await sentTo('https://api.test', { network: networkVia('127.0.0.1:1') })
    expect(failure).toMatchObject({
      kind: 'proxy',
      message: expect.stringContaining('cannot be reached (ECONNREFUSED)'),
    })
  })

  it('is not asked for a name that resolves here to a forbidden address', async () => {
    const proxy = await proxyServer(() => undefined)
    const network = networkVia(proxy.origin)
    const failing =
      (code: string): LookupFunction =>
      (_, __, done) =>
        done(Object.assign(new Error(code), { code }), [])
    const open = (code: string) => network.open('https://inside.test', { limit: 1000, lookup: failing(code) })
    await expect(open('FORBIDDEN_ADDRESS')).rejects.toThrow('FORBIDDEN_ADDRESS')
    expect(proxy.heads).toEqual([])
    // The proxy resolves names that are unknown here.
    await expect(open('ENOTFOUND')).rejects.toThrow('403')
  })
})
