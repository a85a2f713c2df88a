import { afterEach, describe, expect, it, vi } from 'vitest'
import type { RequestTemplate } from '../history/entry/exchange.ts'
import type { Client } from './client.ts'
import { asking, clientOf, inTurn, purpose } from './client-for-tests.ts'
import { PutOff } from './retry-after.ts'
import { closeAll } from './transport/servers-for-tests.ts'

afterEach(closeAll)

const posting = (body: string): RequestTemplate => ({ ...asking('/v1/videos'), method: 'POST', body })
const SECONDS = 60
const TOLD = { 'Retry-After': `${SECONDS}` }
const DEADLINE_MS = 600_000

/** Holds waits of a second or more, and ends them on demand. */
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
    const second = client.ask(posting('{}'), { by: 'another check', part: 'control' })
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
    await client.ask(other, { by: 'another check', part: 'control' }, options)
    expect(exchanges()).toHaveLength(2)
    waits.end()
    await first
  })

  it('beyond the end of the run keeps a submission from being sent again, and no other', async () => {
    const { client, exchanges } = await clientOf(inTurn([429], { 'Retry-After': '3600' }))
    const first = await client.ask(posting('{}'), purpose)
    expect(await client.ask(posting('{}'), { by: 'another check', part: 'control' })).toEqual(first)
    await client.ask(posting('[]'), purpose)
    expect(exchanges()).toHaveLength(2)
  })
})

const postingWith = (body: number, key = 'A'): RequestTemplate => ({
  ...asking('/v1/videos', `Bearer {{${key}}}`),
  method: 'POST',
  body: String(body),
})
const FAR = { 'Retry-After': '99999999' }

async function posted(statuses: number[], times: number, headers = FAR) {
  const { client, exchanges } = await clientOf(inTurn(statuses, headers))
  for (let body = 0; body < times; body++) await client.ask(postingWith(body), purpose)
  return { client, exchanges }
}

it('sends no more POSTs after five in a row with a Retry-After beyond the end of the run', async () => {
  const { client, exchanges } = await posted([429], 5)
  await expect(client.ask(postingWith(6), purpose)).rejects.toThrow(PutOff)
  await expect(client.ask(postingWith(7), purpose)).rejects.toThrow(
    '5 POSTs in a row with this key returned 429 with Retry-After 99999999 s, longer than the run waits',
  )
  expect(exchanges()).toHaveLength(5)
})

it('sends all POSTs while jobs of the run may use the capacity', async () => {
  const { client, exchanges } = await clientOf(inTurn([429], FAR))
  client.isBusy = () => true
  for (let body = 0; body < 8; body++) await client.ask(postingWith(body), purpose)
  expect(exchanges()).toHaveLength(8)
})
