import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, sentTo } from '../connections/wire-for-tests.ts'
import { CertificatesForTests } from './certificates-for-tests.ts'
import { Network } from './network.ts'
import { closeServers, HAS_IPV6, portOf, secureServer } from './secure-servers-for-tests.ts'

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

  it.skipIf(!HAS_IPV6)('of an address of IPv6 is asked for by that address', async () => {
    const port = await portOf(secureServer(good, answering), '::1')
    expect((await sentTo(`https://[::1]:${port}`, { network: new Network({ ca: own.ca }) })).answer?.status).toBe(200)
  })

  it('is looked at wherever a name leads, and a name that leads to two is tried at both', async () => {
    const port = await portOf(secureServer(good, answering))
    const both: LookupFunction = (_host, _options, done) =>
      done(null, [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ])
    const network = new Network({ ca: own.ca })
    expect((await sentTo(`https://localhost:${port}`, { network, lookup: both })).answer?.status).toBe(200)
    expect((await sentTo(`https://a.test:${port}`, { network, lookup: both })).failure?.kind).toBe('certificate')
  })

  it('that an issuer unknown here has signed is told with the issuer, and what to do', async () => {
    const { failure } = await sentOver(good, {})
    expect(failure?.kind).toBe('certificate')
    expect(failure?.message).toMatch(/was issued by The CA of a test, which nobody here knows: .*--ca/)
  })

  it.each([
    [
      'for another name',
      () => own.issue('other', ['DNS:other.test', 'DNS:www.other.test']),
      /other\.test, www\.other\.test.*127\.0\.0\.1/,
    ],
    ['that has expired', () => own.issue('old', ['IP:127.0.0.1'], ['-days', '-1']), /has expired \(its own: .*renewed/],
    ['that is signed by itself', () => own.selfSigned('self', ['IP:127.0.0.1']), /signed by itself.*--ca/],
  ] as const)('%s is told as that', async (_, make, words) => {
    const { failure, answer } = await sentOver(make(), { ca: own.ca })
    expect(answer).toBeUndefined()
    expect(failure).toMatchObject({ kind: 'certificate', message: expect.stringMatching(words) })
    expect((await sentOver(make(), { insecure: true })).answer?.status).toBe(200)
  })

  it('is taken from the names that the server has for each host (SNI)', async () => {
    const seen: unknown[] = []
    const server = secureServer(good, (request: IncomingMessage, response: ServerResponse) => {
      seen.push((request.socket as TLSSocket & { servername: unknown }).servername)
      response.end()
    })
    const port = await portOf(server)
    const network = new Network({ ca: own.ca })
    await sentTo(`https://localhost:${port}`, { network })
    await sentTo(`https://127.0.0.1:${port}`, { network })
    expect(seen).toEqual(['localhost', false])
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

  it('that a server asks for and is not shown, or does not accept, is told as that', async () => {
    const stranger = new CertificatesForTests('Somebody else')
    const theirs = stranger.issue('client', ['DNS:client'])
    const { origin, end } = await opensslServer()
    const shown = { clientCert: theirs.cert, clientKey: theirs.key, own: origin }
    const without = await sentTo(origin, { network: new Network({ ca: own.ca }) })
    const withTheirs = await sentTo(origin, { network: new Network({ ca: own.ca, ...shown }) })
    end()
    stranger.remove()
    expect(without.failure).toMatchObject({
      kind: 'certificate',
      message: expect.stringMatching(/asks for.*--client-cert/),
    })
    expect(withTheirs.failure).toMatchObject({ kind: 'certificate', message: expect.stringMatching(/does not accept/) })
  })
})

/** Which says in words of TLS what it thinks of a certificate, as most servers do; Node's own just closes. */
async function opensslServer(): Promise<{ origin: string; end(): void }> {
  const files = ['-cert', good.cert, '-key', good.key, '-CAfile', own.ca]
  const server = spawn('openssl', [
    's_server',
    '-accept',
    '127.0.0.1:0',
    ...files,
    '-Verify',
    '1',
    '-verify_return_error',
    '-www',
  ])
  const place = await new Promise<string>((resolve) => {
    let said = ''
    server.stdout.on('data', (chunk) => {
      said += chunk
      const [, found] = /ACCEPT (\S+)\n/.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return { origin: `https://${place}`, end: () => server.kill() }
}

describe('a file that cannot be used', () => {
  const locked = own.lock(client.key, 'open sesame')
  const stranger = own.issue('stranger', ['DNS:stranger'])
  it.each([
    [{ ca: '/nowhere/ca.pem' }, '--ca /nowhere/ca.pem: there is no such file'],
    [{ ca: own.folder }, `--ca ${own.folder}: it is a folder, and no file`],
    [{ ca: client.key }, 'holds no certificate that can be read'],
    [{ clientCert: client.cert }, '--client-cert is given without --client-key'],
    [{ clientKey: client.key }, '--client-key is given without --client-cert'],
    [{ clientCert: client.cert, clientKey: stranger.key }, 'does not belong to the first certificate'],
    [{ clientCert: client.cert, clientKey: client.cert }, 'holds no private key'],
    [{ clientCert: client.cert, clientKey: locked }, 'asks for a passphrase: set GATECHECK_CLIENT_KEY_PASSPHRASE'],
    [{ clientCert: client.cert, clientKey: locked, passphrase: 'wrong one' }, 'is not opened by the passphrase'],
  ])('is wrong usage: %j', (settings, words) => {
    const make = () => new Network(settings)
    expect(make).toThrow(words)
    expect(make).not.toThrow('wrong one')
  })

  it('leaves what NODE_EXTRA_CA_CERTS trusts', () => {
    // Read by Node at its start alone.
    const script = `
      const { Network } = await import(${JSON.stringify(new URL('./network.ts', import.meta.url).href)})
      const https = await import('node:https'); const { readFileSync } = await import('node:fs')
      const server = https.createServer({ cert: readFileSync(${JSON.stringify(good.cert)}), key: readFileSync(${JSON.stringify(good.key)}) }, (_, r) => r.end())
      server.listen(0, '127.0.0.1', async () => {
        const open = (settings) => new Network(settings).open('https://127.0.0.1:' + server.address().port, { protocols: ['http/1.1'], limit: 5000 })
        await open({}); await open({ ca: ${JSON.stringify(own.selfSigned('another', ['DNS:a.test']).cert)} })
        process.exit(7)
      })`
    let status: number | null = 0
    try {
      execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        env: { NODE_EXTRA_CA_CERTS: own.ca },
        stdio: 'pipe',
      })
    } catch (error) {
      status = (error as { status: number | null }).status
    }
    expect(status).toBe(7)
  })
})
