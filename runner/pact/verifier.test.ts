import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Relay, type RelayedAnswer } from './relay.ts'
import { type Contract, mismatchesIn, PactVerifier } from './verifier.ts'

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

function verify(forward: () => Promise<RelayedAnswer>): Promise<string[]> {
  const { baseUrl, statesUrl } = relay
  return relay.during({ values: {}, forward }, () =>
    verifier.mismatches({ contract: whole, baseUrl, statesUrl, timeoutMs: 10_000 }),
  )
}

describe("Pact's verifier behind the relay", () => {
  it('finds nothing where the answer is the one of the contract', async () => {
    expect(await verify(async () => ({ status: 200, headers: [], body: '' }))).toEqual([])
  })

  it('says what differs', async () => {
    expect(await verify(async () => ({ status: 404, headers: [], body: '' }))).toEqual(['expected 200 but was 404'])
  })

  it('never takes an error on the way for an answer of the service', async () => {
    await expect(verify(() => Promise.reject(new Error('the budget is spent')))).rejects.toThrow('the budget is spent')
    // Though Pact would have been content with it.
    const failing = { ...whole, interactions: [{ ...contract.interactions[0]!, response: { status: 500 } }] }
    const { baseUrl, statesUrl } = relay
    const forward = () => Promise.reject(new Error('a handler threw'))
    await expect(
      relay.during({ values: {}, forward }, () =>
        verifier.mismatches({ contract: failing, baseUrl, statesUrl, timeoutMs: 10_000 }),
      ),
    ).rejects.toThrow('a handler threw')
  })

  it('gives no answer to what comes while nothing is verified', async () => {
    expect((await fetch(`${relay.baseUrl}/things/1`)).status).toBe(500)
  })

  it('has ended once it is closed', async () => {
    const other = await PactVerifier.start()
    await other.close()
    const { baseUrl, statesUrl } = relay
    await expect(other.mismatches({ contract: whole, baseUrl, statesUrl, timeoutMs: 1000 })).rejects.toThrow('ended')
  })
})

describe('a result of Pact', () => {
  it.each([
    ['not JSON', 'thread panicked'],
    ['without any interaction', '{"result":true,"interactionResults":[]}'],
    [
      'of a request that failed',
      '{"result":false,"interactionResults":[{"mismatch":{"type":"error","message":"connection refused"}}]}',
    ],
  ])('%s is an error and no verdict', (_, text) => {
    expect(() => mismatchesIn(text)).toThrow("Pact's verifier")
  })
})
