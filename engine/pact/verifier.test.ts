import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Relay, type RelayedAnswer } from './relay.ts'
import { type Contract, type Mismatch, mismatchesIn, PactVerifier, whyNotStarted } from './verifier.ts'

const contract: Contract = {
  consumer: { name: 'someone' },
  provider: { name: 'a service' },
  interactions: [
    {
      type: 'Synchronous/HTTP',
      description: 'a read',
      providerStates: [{ name: 'there is a thing' }],
      request: { method: 'GET', path: '/things/1' },
      response: { status: 200 },
    },
  ],
}
const whole = { ...contract, metadata: { pactSpecification: { version: '4.0' } } }

let relay: Relay
let verifier: PactVerifier
beforeAll(async () => {
  relay = await Relay.start()
  verifier = await PactVerifier.start()
})
afterAll(async () => {
  await verifier.close()
  await relay.close()
})

function verify(forward: () => Promise<RelayedAnswer>, contract: Contract = whole): Promise<Mismatch[]> {
  const { baseUrl, statesUrl } = relay
  return relay.during({ values: {}, forward }, () =>
    verifier.mismatches({ contract, baseUrl, statesUrl, timeoutMs: 10_000 }),
  )
}

describe("Pact's verifier behind the relay", () => {
  it('reports a mismatch', async () => {
    expect(await verify(async () => ({ status: 404, headers: [], body: '' }))).toEqual([
      { words: 'expected 200 but was 404', of: 'the rest', isUnparsed: false },
    ])
  })

  it('does not take a forwarding error for a response of the service', async () => {
    await expect(verify(() => Promise.reject(new Error('the budget is spent')))).rejects.toThrow('the budget is spent')
    // Pact accepts the 500 that the relay returns.
    const failing = { ...whole, interactions: [{ ...contract.interactions[0]!, response: { status: 500 } }] }
    const { baseUrl, statesUrl } = relay
    const forward = () => Promise.reject(new Error('a handler threw'))
    await expect(
      relay.during({ values: {}, forward }, () =>
        verifier.mismatches({ contract: failing, baseUrl, statesUrl, timeoutMs: 10_000 }),
      ),
    ).rejects.toThrow('a handler threw')
  })
})

it('names the command to install a missing package, and shows other start errors', () => {
  const missing = "Error: Cannot find module '@pact-foundation/pact-core'\nRequire stack:\n- /x.ts"
  expect(whyNotStarted('exit code 1', missing)).toMatch(/not installed. Run npm install .*pact$/)
  expect(whyNotStarted('exit code 1', 'Illegal instruction')).toMatch(/\(exit code 1\): Illegal instruction$/)
})

describe('a result of Pact', () => {
  it.each([
    ['not JSON', 'thread panicked'],
    ['without any interaction', '{"result":true,"interactionResults":[]}'],
    [
      'of a request that failed',
      '{"result":false,"interactionResults":[{"mismatch":{"type":"error","message":"connection refused"}}]}',
    ],
  ])('%s is an error', (_, text) => {
    expect(() => mismatchesIn(text)).toThrow("Pact's verifier")
  })
})
