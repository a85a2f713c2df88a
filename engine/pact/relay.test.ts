import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Header } from '../history/entry/exchange.ts'
import { MOST_BODY_BYTES, Relay, type RelayedAnswer } from './relay.ts'

let relay: Relay
beforeAll(async () => {
  relay = await Relay.start()
})
afterAll(() => relay.close())

/** The relay's response, redirects not followed. */
function received(answer: RelayedAnswer): Promise<Response> {
  return relay.during({ values: {}, forward: async () => answer }, () =>
    fetch(`${relay.baseUrl}/usage`, { redirect: 'manual' }),
  )
}

const answer = (status: number, ...headers: Header[]): RelayedAnswer => ({ status, headers, body: '{}' })

it('forwards a redirect without its Location', async () => {
  const response = await received(answer(302, ['Location', '/login'], ['Refresh', '0; url=/login']))
  expect([response.status, response.headers.get('location'), response.headers.get('refresh')]).toEqual([
    302,
    null,
    null,
  ])
})

it('rejects a body longer than 1 MiB', async () => {
  const most = MOST_BODY_BYTES
  const forwarded: number[] = []
  const sent = (length: number) =>
    relay.during(
      {
        values: {},
        forward: async ({ body }) => {
          forwarded.push(body.length)
          return answer(202)
        },
      },
      async () => (await fetch(`${relay.baseUrl}/videos`, { method: 'POST', body: 'x'.repeat(length) })).status,
    )
  expect(await sent(most)).toBe(202)
  await expect(sent(most + 1)).rejects.toThrow('longer than any request of the contract')
  expect(forwarded).toEqual([most])
})
