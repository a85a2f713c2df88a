import { createServer } from 'node:http'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { configure } from '../../config/configuration.ts'
import { targetOf } from '../../config/target.ts'
import { History } from '../../history/history.ts'
import { Vault } from '../../keys/vault.ts'
import { Client } from '../client.ts'
import { asking, purpose } from '../client-for-tests.ts'
import { closeAll, closeLater, GET, never, saying, wireTo } from '../connections/wire-for-tests.ts'
import { Budget } from '../limits/budget.ts'
import { userAgentOf } from '../user-agent.ts'
import { CertificatesForTests } from './certificates-for-tests.ts'
import { Network } from './network.ts'
import { closeServers, http2Server, portOf, secureServer } from './secure-servers-for-tests.ts'

const own = new CertificatesForTests()
const files = own.issue('server', ['DNS:api.test', 'IP:127.0.0.1'])
const unknown = own.selfSigned('unknown', ['IP:127.0.0.1'])
afterEach(closeAll)
afterEach(closeServers)
afterAll(() => own.remove())

const answering = (_: unknown, response: { end(text: string): void }) => response.end('{}')
const plainServer = async () => `http://127.0.0.1:${await portOf(createServer(answering))}`

async function answeredBy(own: string, settings: ConstructorParameters<typeof Network>[0] = {}, times = 1) {
  const network = new Network({ ...settings, own })
  const wire = wireTo(own, { network })
  for (let time = 0; time < times; time++) await wire.sendAfresh(GET, never)
  return network.answeredBy()
}

const tls = {
  protocol: 'TLSv1.3',
  issuer: 'CN=The CA of a test',
  subject: 'CN=server',
  fingerprint256: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
  validTo: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  authorized: true,
}

describe('a server is recorded as what answered', () => {
  it('by its address, once for equal connections', async () => {
    expect(await answeredBy(await plainServer(), {}, 3)).toEqual([{ address: '127.0.0.1' }])
  })

  it.each([
    ['HTTP/1.1', () => secureServer(files, answering)],
    ['HTTP/2', () => http2Server(files, (stream) => stream.end('{}'))],
  ])('over %s with its certificate, and that it was trusted for --ca', async (_, server) => {
    const origin = `https://127.0.0.1:${await portOf(server())}`
    expect(await answeredBy(origin, { ca: own.ca })).toEqual([{ address: '127.0.0.1', tls, ca: true }])
  })

  it('with a certificate that only --insecure accepts', async () => {
    const origin = `https://127.0.0.1:${await portOf(secureServer(unknown, answering))}`
    expect(await answeredBy(origin, { insecure: true })).toEqual([
      { address: '127.0.0.1', tls: { ...tls, issuer: 'CN=unknown', subject: 'CN=unknown', authorized: false } },
    ])
  })
})

describe('nothing is recorded', () => {
  it('of a server that only accepted connections', async () => {
    expect(await answeredBy(await saying((socket) => socket.destroy()))).toEqual([])
    expect(await answeredBy(await saying((socket) => socket.end('HTTP/1.1 103 Early Hints\r\n\r\n')))).toEqual([])
  })
})

describe('of what answered', () => {
  it('a client tells without the key that a certificate holds', async () => {
    const key = 'cl_4Rt9xKq2Zw83hhPm'
    const withKey = own.selfSigned(key, ['IP:127.0.0.1'])
    const origin = `https://127.0.0.1:${await portOf(secureServer(withKey, answering))}`
    const configuration = configure({ deadlineMs: 20_000, seed: 1 }, true)
    const client = new Client({
      ...{ target: targetOf(`${origin}/v1`), vault: new Vault({ A: key }, 1), history: new History() },
      ...{ budget: new Budget(configuration), configuration, userAgent: userAgentOf('abc23456') },
      network: new Network({ own: origin, insecure: true }),
      ...{ over: never, givenUp: never, onGone: () => undefined, onRefused: () => undefined },
    })
    closeLater(() => client.close())
    await client.ask(asking('/v1/models'), purpose)
    expect(client.answeredBy()).toMatchObject([{ tls: { subject: 'CN={{A}}', issuer: 'CN={{A}}' } }])
  })
})
