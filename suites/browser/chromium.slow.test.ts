import type { Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { inABrowser } from '../../fixtures/in-a-browser-for-tests.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import { clientOf } from '../../service/client-for-tests.ts'
import type { Behaviour } from '../../service/interface/behaviour.ts'
import type { World } from '../../service/interface/world.ts'
import { exchangesOf, runAgainst } from '../whole-runs/run-for-tests.ts'
import { type Ask, askAll, CREDENTIALS, closePages, compared, openPages, serve } from './chromium-for-tests.ts'

/** Compares our implementation of the Fetch standard with Chromium: what a page may send and read. */

let origins: Map<string, Frame>

/** Calls each endpoint from each page, at a new URL each time, so that no preflight is cached. */
async function callFromEveryPage(patch: (behaviour: Behaviour, world: World) => void) {
  await using served = await serve(patch)
  const { service, arrived } = served
  const client = clientOf(service)
  const job = await client.submitted()
  const alias = (await client.as('own', '/models')).json.models?.[0].alias
  const good = JSON.stringify({ model: alias, prompt: 'A boat', duration: 1 })
  const calls = [
    ...['/models', '/usage', '/capacity', '/billing/balance', job].map((path) => ({ method: 'GET', path })),
    ...['{}', good].map((body) => ({ method: 'POST', path: '/videos', body })),
  ]
  const results: ReturnType<typeof compared>[] = []
  for (const [origin, frame] of origins) {
    const asks = CREDENTIALS.flatMap((credentials) =>
      calls.map(({ path, ...call }, index): Ask => {
        const url = `${service.baseUrl}${path}?${credentials}-${index}-${encodeURIComponent(origin)}`
        return { ...call, url, credentials, authorization: `Bearer ${service.keys.own}` }
      }),
    )
    const seen = await frame.evaluate(askAll, asks)
    results.push(...asks.map((ask, index) => compared(origin, ask, seen[index], arrived)))
  }
  return results
}

const named = <Fixture extends { id: string }>(all: readonly Fixture[], ...ids: string[]) =>
  ids.map((id) => {
    const found = all.find((each) => each.id === id)
    if (!found) throw new Error(`there is no ${id}`)
    return found
  })

const OPEN = named(
  FAULTS,
  'every-origin-reflected-with-credentials',
  'pages-of-localhost-let-in',
  'pages-without-an-origin-let-in',
  'preflight-names-authorization-beside-a-star',
)
const CLOSED = [
  { id: 'the service as it is', patch: () => undefined },
  ...named(
    VARIANTS,
    'calls-allow-any-origin-but-no-preflight-gets-through',
    'preflight-allowed-but-not-the-call-behind-it',
    'preflight-redirected',
  ),
]

inABrowser('the CORS predictions match Chromium', () => {
  describe('Chromium', () => {
    beforeAll(async () => {
      origins = await openPages()
    })
    afterAll(closePages)

    it.each(OPEN)('lets some page read a faulty server, as predicted: $id', async ({ patch }) => {
      const results = await callFromEveryPage(patch)
      expect(results.map(({ observed }) => observed)).toEqual(results.map(({ predicted }) => predicted))
      expect(results.some(({ observed }) => observed.reads)).toBe(true)
    })

    it.each(CLOSED)('lets no page read a conforming server, as predicted: $id', async ({ patch }) => {
      const results = await callFromEveryPage(patch)
      expect(results.map(({ observed }) => observed)).toEqual(results.map(({ predicted }) => predicted))
      expect(results.filter(({ observed }) => observed.reads)).toEqual([])
    })

    it('sends the same preflights as the suite', async () => {
      const byPages = await callFromEveryPage(() => undefined)
      const run = await runAgainst({}, { only: ['browser.no-other-origin'] })
      const preflights = exchangesOf(run).filter(({ request }) => request.method === 'OPTIONS')
      const bySuite = preflights.map(({ request: { headers } }) => {
        const said = Object.fromEntries(headers)
        return `${said['Access-Control-Request-Method']}: ${said['Access-Control-Request-Headers']}`
      })
      expect(new Set(bySuite)).toEqual(new Set(byPages.map(({ asked }) => asked)))
    })
  })
})
