import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RequestTemplate } from '../history/entry/exchange.ts'
import type { Client } from './client.ts'
import { asking, baseline, clientOf, closeClients, inTurn, purpose } from './client-for-tests.ts'

afterEach(closeClients)

const posting = (body: string): RequestTemplate => ({ ...asking('/v1/videos'), method: 'POST', body })
const SECONDS = 60
const TOLD = { 'Retry-After': `${SECONDS}` }
const DEADLINE_MS = 600_000
const SOON_MS = 200
const SOON = { 'Retry-After': `${SOON_MS / 1000}` }

/** Holds the client's waits of a second or more until the time is over at once. */
function holdWaits(client: Client) {
  const { now, wait } = client
  const held: (() => void)[] = []
  let passedMs = 0
  client.now = () => now.call(client) + passedMs
  client.wait = (ms, until) =>
    ms < 1000 ? wait.call(client, ms, until) : new Promise<void>((resolve) => held.push(resolve))
  return {
    areHeld: (count: number) => vi.waitUntil(() => held.length === count, { interval: 1, timeout: 10_000 }),
    end() {
      passedMs += SECONDS * 1000
      for (const resolve of held.splice(0)) resolve()
    },
  }
}

describe('Retry-After', () => {
  it('holds back the same submission of another check', async () => {
    const { client, exchanges } = await clientOf(inTurn([429, 200], TOLD), DEADLINE_MS)
    const waits = holdWaits(client)
    const first = client.ask(posting('{}'), purpose)
    await waits.areHeld(1)
    const second = client.ask(posting('{}'), { by: 'another check', part: 'twin' })
    await waits.areHeld(2)
    expect(exchanges()).toHaveLength(1)
    waits.end()
    await Promise.all([first, second])
    expect(exchanges()).toHaveLength(3)
  })

  it.each([
    ['a read', asking('/v1/capacity'), {}],
    ['another body', posting('[]'), {}],
    ['another key', { ...posting('{}'), headers: asking('', 'Bearer {{U}}').headers }, {}],
    ['a request that must not wait', posting('{}'), { waits: 0 }],
  ])('does not hold back %s', async (_, other, options) => {
    const { client, exchanges } = await clientOf(inTurn([429, 200], TOLD), DEADLINE_MS)
    const waits = holdWaits(client)
    const first = client.ask(posting('{}'), purpose)
    await waits.areHeld(1)
    await client.ask(other, { by: 'another check', part: 'twin' }, options)
    expect(exchanges()).toHaveLength(2)
    waits.end()
    await first
  })

  // A refused read also slows the pace, which has its own clock: these assert lower limits only, which a slow machine keeps.
  it('holds back the same read of another check', async () => {
    const { client, exchanges } = await clientOf(inTurn([429, 200], SOON))
    const first = client.ask(asking('/v1/models'), purpose)
    while (exchanges().length === 0) await client.wait(5)
    const second = await client.ask(asking('/v1/models'), { by: 'another check', part: 'twin' })
    await first
    expect(second.at - exchanges()[0]!.at).toBeGreaterThan(SOON_MS - 5)
  })

  it('holds back control requests between two tries', async () => {
    const { client, exchanges } = await clientOf((request, response) => {
      const statuses: Record<string, number[]> = { [baseline.path]: [429, 200], '/v1/models': [503, 200] }
      const earlier = exchanges().filter((each) => each.request.path === request.url).length
      response
        .writeHead(statuses[request.url!]![Math.min(earlier, 1)]!, request.url === baseline.path ? SOON : {})
        .end()
    })
    client.baseline = baseline
    const first = client.ask(baseline, purpose)
    while (exchanges().length === 0) await client.wait(5)
    expect(await client.ask(asking('/v1/models'), purpose)).toMatchObject({ answer: { status: 200 } })
    await first
    const controls = exchanges().filter(({ request }) => request.path === baseline.path)
    expect(controls[1]!.at - controls[0]!.at).toBeGreaterThan(SOON_MS - 5)
  })

  it('holds back requests that wait for a connection, and costs no request', async () => {
    const { client, exchanges } = await clientOf(inTurn([429, 200], SOON), 20_000, { concurrency: 1, maxRequests: 5 })
    await Promise.all(Array.from({ length: 4 }, () => client.ask(asking('/v1/models'), purpose)))
    const [refused, ...others] = exchanges()
    expect(others).toHaveLength(4)
    for (const { at, phases } of others)
      expect(at + phases!.blocked - refused!.at - refused!.ms).toBeGreaterThan(SOON_MS - 5)
  })

  it('beyond the end of the run keeps a submission from being sent again, and no other', async () => {
    const { client, exchanges } = await clientOf(inTurn([429], { 'Retry-After': '3600' }))
    const first = await client.ask(posting('{}'), purpose)
    expect(await client.ask(posting('{}'), { by: 'somebody else', part: 'twin' })).toBe(first)
    await client.ask(posting('[]'), purpose)
    expect(exchanges()).toHaveLength(2)
  })
})
