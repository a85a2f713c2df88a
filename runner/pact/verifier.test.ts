import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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
const JSON_BODY = { contentType: 'application/json', encoded: false }
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
  it('finds nothing where the answer is the one of the contract', async () => {
    expect(await verify(async () => ({ status: 200, headers: [], body: '' }))).toEqual([])
  })

  it('says what differs', async () => {
    expect(await verify(async () => ({ status: 404, headers: [], body: '' }))).toEqual([
      { words: 'expected 200 but was 404', of: 'the rest', isUnparsed: false },
    ])
  })

  it.each([
    ['a number that no double holds', '{"a":1e400}', true],
    ['half a character', '{"a":"\\ud800"}', true],
    ['what is nested deeper than it looks', `{"a":${'['.repeat(130)}${']'.repeat(130)}}`, true],
    ['another value', '{"a":2}', false],
  ])('says whether it could read a body that holds %s', async (_, body, isUnparsed) => {
    const answering = {
      ...contract.interactions[0]!,
      response: { status: 200, body: { content: { a: 1 }, ...JSON_BODY } },
    }
    const found = await verify(async () => ({ status: 200, headers: [['content-type', 'application/json']], body }), {
      ...whole,
      interactions: [answering],
    })
    expect(found).toMatchObject([{ of: 'the body', isUnparsed }])
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

it('is compiled once for all who keep what was compiled', async () => {
  const place = mkdtempSync(join(tmpdir(), 'compiled-'))
  const folder = join(place, 'cache')
  const module = new URL('verifier.ts', import.meta.url)
  const script = `import { enableCompileCache } from 'node:module'
    enableCompileCache(${JSON.stringify(folder)})
    const { PactVerifier } = await import('${module}')
    await PactVerifier.start()
    console.log('started')`
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  writeFileSync(join(place, 'start.mjs'), script)
  const child = spawn(process.execPath, [join(place, 'start.mjs')], { env })
  try {
    await once(child.stdout, 'data')
    // Its parent writes what it has compiled once it ends, and it does not: these are the verifier's.
    const kept = () => readdirSync(folder, { recursive: true }).filter((name) => !String(name).endsWith('-0'))
    await vi.waitFor(() => expect(kept().length).toBeGreaterThan(20), 20_000)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(place, { recursive: true })
  }
})

it('says what to install where the package is missing, and shows what else keeps it from starting', () => {
  const missing = "Error: Cannot find module '@pact-foundation/pact-core'\nRequire stack:\n- /x.ts"
  expect(whyNotStarted('exit code 1', missing)).toMatch(/not installed: type npm install .*pact$/)
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
  ])('%s is an error and no verdict', (_, text) => {
    expect(() => mismatchesIn(text)).toThrow("Pact's verifier")
  })
})
