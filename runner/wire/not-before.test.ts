import { afterEach, describe, expect, it } from 'vitest'
import type { RequestTemplate } from '../history/entry/exchange.ts'
import { asking, baseline, clientOf, closeClients, inTurn, purpose } from './client-for-tests.ts'

afterEach(closeClients)

const posting = (body: string): RequestTemplate => ({ ...asking('/v1/videos'), method: 'POST', body })
const TOLD = { 'Retry-After': '0.4' }

describe('Retry-After', () => {
  it.each([
    ['a reading', asking('/v1/models'), asking('/v1/models'), {}, true],
    ['a submission', posting('{}'), posting('{}'), {}, true],
    ['another reading', asking('/v1/models'), asking('/v1/capacity'), {}, false],
    ['another body', posting('{}'), posting('[]'), {}, false],
    ['another key', asking('/v1/models'), asking('/v1/models', 'Bearer {{U}}'), {}, false],
    ['who looks at a lack of room', posting('{}'), posting('{}'), { waits: 0 }, false],
  ])('holds for whoever asks the same meanwhile: %s', async (_, one, other, options, holds) => {
    const { client, exchanges } = await clientOf(inTurn([429, 200], TOLD))
    const first = client.ask(one, purpose)
    while (exchanges().length === 0) await client.wait(5)
    const second = await client.ask(other, { by: 'somebody else', part: 'twin' }, options)
    await first
    expect(second.at - exchanges()[0]!.at > 395).toBe(holds)
  })

  it('holds for good requests between two tries, too', async () => {
    const { client, exchanges } = await clientOf((request, response) => {
      const statuses: Record<string, number[]> = { [baseline.path]: [429, 200], '/v1/models': [503, 200] }
      const earlier = exchanges().filter((each) => each.request.path === request.url).length
      response
        .writeHead(statuses[request.url!]![Math.min(earlier, 1)]!, request.url === baseline.path ? TOLD : {})
        .end()
    })
    client.baseline = baseline
    const first = client.ask(baseline, purpose)
    while (exchanges().length === 0) await client.wait(5)
    expect(await client.ask(asking('/v1/models'), purpose)).toMatchObject({ answer: { status: 200 } })
    await first
    const good = exchanges().filter(({ request }) => request.path === baseline.path)
    expect(good[1]!.at - good[0]!.at).toBeGreaterThan(395)
  })

  it('holds for who waited for a turn when it was said, and costs no request', async () => {
    const { client, exchanges } = await clientOf(inTurn([429, 200], TOLD), 20_000, { concurrency: 1, maxRequests: 5 })
    await Promise.all(Array.from({ length: 4 }, () => client.ask(asking('/v1/models'), purpose)))
    const [refused, ...others] = exchanges()
    expect(others).toHaveLength(4)
    for (const { at, phases } of others) expect(at + phases!.blocked - refused!.at - refused!.ms).toBeGreaterThan(395)
  })

  it('beyond the end of the run keeps a submission from being sent again, and no other', async () => {
    const { client, exchanges } = await clientOf(inTurn([429], { 'Retry-After': '3600' }))
    const first = await client.ask(posting('{}'), purpose)
    expect(await client.ask(posting('{}'), { by: 'somebody else', part: 'twin' })).toBe(first)
    await client.ask(posting('[]'), purpose)
    expect(exchanges()).toHaveLength(2)
  })
})
