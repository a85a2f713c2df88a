import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, sentTo } from '../connections/wire-for-tests.ts'
import { CertificatesForTests } from './certificates-for-tests.ts'
import { Network } from './network.ts'
import { closeServers, portOf, secureServer } from './secure-servers-for-tests.ts'

const own = new CertificatesForTests()
const good = own.issue('good', ['DNS:localhost', 'IP:127.0.0.1', 'IP:::1'])
const client = own.issue('client', ['DNS:client'])
afterEach(closeAll)
afterEach(closeServers)
afterAll(() => own.remove())

const answering = (_: IncomingMessage, response: ServerResponse) => response.end('{}')

async function sentOver(files: typeof good, settings: ConstructorParameters<typeof Network>[0], host = '127.0.0.1') {
  const port = await portOf(secureServer(files, answering))
  return sentTo(`https://${host}:${port}`, { network: new Network(settings) })
}

describe('a certificate', () => {
  it('of a CA of one’s own is trusted where it is named, beside those that are trusted by themselves', async () => {
    expect((await sentOver(good, { ca: own.ca })).answer?.status).toBe(200)
    expect((await sentOver(good, { ca: own.ca }, 'localhost')).answer?.status).toBe(200)
    const [several] = [own.path('several.pem')]
    writeFileSync(several, `A comment.\n${own.text('good.pem')}\n${own.text('ca.pem')}`)
    expect((await sentOver(good, { ca: several })).answer?.status).toBe(200)
  })

  it('that an issuer unknown here has signed is told with the issuer, and what to do', async () => {
    const { failure } = await sentOver(good, {})
    expect(failure?.kind).toBe('certificate')
    expect(failure?.message).toMatch(/was issued by The CA of a test, which is not trusted: .*--ca/)
  })

  it.each([
    [
      'for another name',
      () => own.issue('other', ['DNS:other.test', 'DNS:www.other.test']),
      /other\.test, www\.other\.test.*127\.0\.0\.1/,
    ],
    ['that has expired', () => own.issue('old', ['IP:127.0.0.1'], ['-days', '-1']), /has expired \(its own: .*renew/],
    ['that is signed by itself', () => own.selfSigned('self', ['IP:127.0.0.1']), /self-signed.*--ca/],
  ] as const)('%s is told as that', async (_, make, words) => {
    const { failure, answer } = await sentOver(make(), { ca: own.ca })
    expect(answer).toBeUndefined()
    expect(failure).toMatchObject({ kind: 'certificate', message: expect.stringMatching(words) })
    expect((await sentOver(make(), { insecure: true })).answer?.status).toBe(200)
  })

  it('of ours is shown to the server under test, and to nobody else', async () => {
    const asking = { requestCert: true, ca: own.text('ca.pem'), rejectUnauthorized: false }
    const seen: unknown[] = []
    const server = secureServer(
      good,
      (request: IncomingMessage, response: ServerResponse) => {
        seen.push((request.socket as TLSSocket).getPeerCertificate().subject?.CN)
        response.end()
      },
      asking,
    )
    const origin = `https://127.0.0.1:${await portOf(server)}`
    const shown = { ca: own.ca, clientCert: client.cert, clientKey: client.key }
    await sentTo(origin, { network: new Network({ ...shown, own: origin }) })
    await sentTo(origin, { network: new Network({ ...shown, own: 'https://api.test' }) })
    const locked = { clientKey: own.lock(client.key, 'open sesame'), passphrase: 'open sesame' }
    await sentTo(origin, { network: new Network({ ...shown, ...locked, own: origin }) })
    expect(seen).toEqual(['client', undefined, 'client'])
  })
})

describe('a file that cannot be used', () => {
  const locked = own.lock(client.key, 'open sesame')
  const stranger = own.issue('stranger', ['DNS:stranger'])
  it.each([
    [{ ca: '/nowhere/ca.pem' }, '--ca /nowhere/ca.pem: no such file'],
    [{ clientCert: client.cert }, '--client-cert is given without --client-key'],
    [{ clientCert: client.cert, clientKey: stranger.key }, 'does not belong to the first certificate'],
    [{ clientCert: client.cert, clientKey: locked }, 'requires a passphrase: set GATECHECK_CLIENT_KEY_PASSPHRASE'],
    [
      { clientCert: client.cert, clientKey: locked, passphrase: 'wrong one' },
      'cannot be decrypted with the passphrase',
    ],
  ])('is wrong usage: %j', (settings, words) => {
    const make = () => new Network(settings)
    expect(make).toThrow(words)
    expect(make).not.toThrow('wrong one')
  })
})
