import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Wishes } from '../../runner/settings/configuration.ts'
import { CertificatesForTests } from '../../runner/wire/network/certificates-for-tests.ts'
import {
  closeServers,
  http2Server,
  portOf,
  proxyServer,
  secureServer,
} from '../../runner/wire/network/secure-servers-for-tests.ts'
import { pactsOf } from './broker.ts'

const PACT = JSON.stringify({
  consumer: { name: 'client' },
  provider: { name: 'video service' },
  interactions: [{ description: 'the models', request: { path: '/models' }, response: { status: 200 } }],
})

/** By which version of HTTP it was asked, and whose certificate was shown to it. */
const asked: string[] = []
const askedElsewhere: string[] = []
const shownTo = ({ socket }: IncomingMessage) =>
  String((socket as TLSSocket).getPeerCertificate()?.subject?.CN ?? 'nobody')

let own: CertificatesForTests
let client: { clientCert: string; clientKey: string }
let address: string
let http2Address: string
beforeAll(async () => {
  own = new CertificatesForTests()
  const files = own.issue('broker', ['IP:127.0.0.1'])
  const { cert, key } = own.issue('client', ['DNS:client'])
  client = { clientCert: cert, clientKey: key }
  const asking = { requestCert: true, rejectUnauthorized: false }
  const elsewhere = secureServer(
    files,
    (request: IncomingMessage, response: ServerResponse) => {
      askedElsewhere.push(shownTo(request))
      response.end(PACT)
    },
    asking,
  )
  const other = `https://127.0.0.1:${await portOf(elsewhere)}`
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.httpVersion} ${shownTo(request)}`)
    if (request.url === '/away') response.writeHead(302, { location: `${other}/` }).end()
    else response.end(PACT)
  }
  address = `https://127.0.0.1:${await portOf(secureServer(files, answer, asking))}`
  const both = http2Server(files, (stream) => {
    asked.push('2.0')
    stream.respond({ ':status': 200 })
    stream.end(PACT)
  })
  both.on(
    'request',
    (request, response) => request.httpVersionMajor === 1 && answer(request as never, response as never),
  )
  http2Address = `https://127.0.0.1:${await portOf(both)}`
})
afterAll(async () => {
  await closeServers()
  own.remove()
})

const at = (url: string, wishes: Wishes, environment: Record<string, string> = {}) =>
  pactsOf({ address: url, wishes, environment })

describe('a broker is reached as a server is', () => {
  it('not, where nobody here knows who vouches for it', async () => {
    await expect(at(address, {})).rejects.toThrow(/was issued by The CA of a test, which nobody here knows/)
  })

  it('by a CA of one’s own', async () => {
    expect(await at(address, { ca: own.ca })).toMatchObject([{ consumer: 'client' }])
  })

  it('by any certificate, where that is said', async () => {
    expect(await at(address, { insecure: true })).toMatchObject([{ consumer: 'client' }])
  })

  it('with a client certificate, which is shown to nobody to whom it leads', async () => {
    await at(`${address}/away`, { ca: own.ca, ...client })
    expect(asked.at(-1)).toBe('1.1 client')
    expect(askedElsewhere).toEqual(['nobody'])
  })

  it('with no file that cannot be used', async () => {
    await expect(at(address, { ca: own.path('broker.key') })).rejects.toThrow(/--ca .* holds no certificate/)
  })

  it('over HTTP/2, or over HTTP/1.1 where that is said', async () => {
    await at(http2Address, { ca: own.ca })
    expect(asked.at(-1)).toBe('2.0')
    await at(http2Address, { ca: own.ca, http1: true })
    expect(asked.at(-1)).toMatch(/^1\.1 /)
  })

  it('through the proxies of the environment', async () => {
    const port = Number(new URL(address).port)
    const proxy = await proxyServer(() => port)
    await at(address, { ca: own.ca }, { HTTPS_PROXY: `http://${proxy.origin}`, NO_PROXY: '' })
    expect(proxy.heads).toEqual([expect.stringContaining(`CONNECT 127.0.0.1:${port}`)])
  })
})
