import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pactsOf } from './broker.ts'

const TOKEN = 'broker-token-that-nobody-sees'
const PACT = {
  consumer: { name: 'client' },
  provider: { name: 'video service' },
  interactions: [{ description: `says ${TOKEN}`, request: { path: '/models' }, response: { status: 200 } }],
}

let broker: Server
let elsewhere: Server
let address: string
let other: string
const heard: (string | undefined)[] = []
const heardElsewhere: (string | undefined)[] = []

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  elsewhere = createServer(({ headers }, answer) => {
    heardElsewhere.push(headers.authorization)
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(PACT))
  })
  other = await listening(elsewhere)
  broker = createServer(({ url, headers }, answer) => {
    heard.push(headers.authorization)
    const known: Record<string, object> = {
      '/': { _links: { 'pb:latest-provider-pacts': { href: `${address}/of/{provider}` } } },
      '/of/video%20service': { _links: { 'pb:pacts': [{ href: '/pacts/1' }, { href: `${address}/pacts/1` }] } },
      '/of/nobody': { _links: { 'pb:pacts': [] } },
      '/pacts/1': PACT,
      '/leads-away': { _links: { pacts: [{ href: `${other}/pacts/1` }] } },
      '/page': { hello: 'world' },
    }
    const isIn = /^(Bearer broker-token-that-nobody-sees|Basic c29tZWJvZHk6YnJva2VyLXRva2VuLXRoYXQtbm9ib2R5LXNlZXM=)$/
    if (url === '/redirects') answer.writeHead(302, { location: `${other}/pacts/1` }).end()
    else if (!isIn.test(headers.authorization ?? '')) answer.writeHead(401, { 'x-token': TOKEN }).end()
    else if (!known[url!]) answer.writeHead(404).end()
    else answer.writeHead(200, { 'content-type': 'application/hal+json' }).end(JSON.stringify(known[url!]))
  })
  address = await listening(broker)
})
afterAll(() => {
  broker.close()
  elsewhere.close()
})

const LET_IN = { PACT_BROKER_TOKEN: TOKEN }
const at = (
  path: string,
  { provider = undefined as string | undefined, environment = LET_IN as Record<string, string> } = {},
) => pactsOf({ address: address + path, provider, environment })

describe('a broker', () => {
  it('returns the contracts of a provider, without the token', async () => {
    const files = await at('/', { provider: 'video service' })
    expect(files.map(({ name }) => name)).toEqual(['pacts/1', 'pacts/1'])
    expect(JSON.stringify(files)).not.toContain(TOKEN)
  })

  it('returns a single contract, also with user name and password', async () => {
    const environment = { PACT_BROKER_USERNAME: 'somebody', PACT_BROKER_PASSWORD: TOKEN }
    expect(await at('/pacts/1', { environment })).toMatchObject([{ consumer: 'client' }])
  })

  it.each<[string, string, object, RegExp]>([
    ['requires a token', '/', { environment: {} }, /returned 401/],
    ['has to be told whose contracts are meant', '/', {}, /--provider NAME/],
    ['may hold none', '/', { provider: 'nobody' }, /lists no contracts/],
    ['is asked for no contract on another server', '/leads-away', {}, /on another server, which is not fetched/],
    ['may have nothing there', '/nothing', {}, /returned 404/],
    ['may be none', '/page', {}, /neither a contract nor a Pact broker/],
  ])('%s', async (_, path, more, why) => {
    const failure = await at(path, more).then(
      () => 'it was answered',
      (error: Error) => error.message,
    )
    expect(failure).toMatch(why)
    expect(failure).not.toContain(TOKEN)
  })

  it('refuses a password in its URL, and does not print it', async () => {
    const asked = { address: address.replace('//', '//somebody:secret-word@'), environment: {} }
    await expect(pactsOf(asked)).rejects.toThrow(/PACT_BROKER_USERNAME/)
    await expect(pactsOf(asked)).rejects.not.toThrow(/secret-word/)
  })

  it('that redirects to another server does not reveal the token', async () => {
    await at('/redirects')
    expect(heard.at(-1)).toBe(`Bearer ${TOKEN}`)
    expect(heardElsewhere).toEqual([undefined])
  })
})
