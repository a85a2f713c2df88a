import type { Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launch } from '../../fixtures/chromium.ts'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { inABrowser } from '../../fixtures/in-a-browser-for-tests.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import { clientOf } from '../../service/client-for-tests.ts'
import type { Behaviour } from '../../service/interface/behaviour.ts'
import type { World } from '../../service/interface/world.ts'
import { exchangesOf, runAgainst } from '../whole-runs/run-for-tests.ts'
import {
  ANY,
  AS_THE_STANDARD_SAYS,
  type Ask,
  answersTo,
  askAll,
  CREDENTIALS,
  closePages,
  compared,
  type Odd,
  opened,
  openPages,
  serve,
} from './chromium-for-tests.ts'

/** Our reading of the Fetch standard beside a browser: what a page may send and read is seen in Chromium itself. */

let origins: Map<string, Frame>

/** Each endpoint as the suite calls it from each page; each address is new, so that no preflight is remembered. */
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
  'pages-of-every-origin-let-in',
  'every-origin-reflected-with-credentials',
  'pages-of-localhost-let-in',
  'pages-without-an-origin-let-in',
  'origins-that-begin-with-the-host-let-in',
  'pages-may-submit',
  'pages-may-read-errors',
  'preflight-names-authorization-beside-a-star',
)
const CLOSED = [
  { id: 'the service as it is', patch: () => undefined },
  ...named(
    VARIANTS,
    'calls-allow-any-origin-but-no-preflight-gets-through',
    'preflight-forgets-the-authorization-header',
    'preflight-allowed-but-not-the-call-behind-it',
    'preflight-allows-everything-but-answers-401',
    'preflight-redirected',
    'allowed-origin-sent-twice-which-no-browser-takes',
    'one-fixed-origin-named-but-not-let-through',
  ),
]

const NAMED = { 'Access-Control-Allow-Headers': 'authorization, content-type' }
const headersAllowed = (...lines: string[]) => ({ preflight: { ...ANY, 'Access-Control-Allow-Headers': lines } })
const originAllowed = (...lines: string[]) => {
  const origin = { 'Access-Control-Allow-Origin': lines }
  return { preflight: { ...origin, ...NAMED }, call: origin }
}
const methodsAllowed = (list: string) => ({ preflight: { ...ANY, ...NAMED, 'Access-Control-Allow-Methods': list } })
const credentialsAllowed = (word: string, headers = NAMED) => {
  const own = { 'Access-Control-Allow-Origin': '{origin}', 'Access-Control-Allow-Credentials': word }
  return { preflight: { ...own, ...headers }, call: own }
}
const preflightStatus = (status: number) => ({ status, preflight: { ...ANY, ...NAMED } })

/** Answers at the edges of the standard. `{origin}` stands for the page's own. */
const ODD: Record<string, Odd> = {
  'names in capitals': headersAllowed('AUTHORIZATION, Content-TYPE'),
  'names on two lines': headersAllowed('authorization', 'content-type'),
  'empty places in the list': headersAllowed(' ,authorization,, content-type ,'),
  'only one of two names': headersAllowed('authorization'),
  'a star beside Authorization': headersAllowed('*, Authorization'),
  'names between semicolons': headersAllowed('authorization; content-type'),
  'no names': headersAllowed(''),
  'the origin itself': originAllowed('{origin}'),
  'the origin with a slash': originAllowed('{origin}/'),
  'the origin in capitals': originAllowed('HTTP://PAGE.EXAMPLE'),
  'the origin in a list': originAllowed('{origin}, https://other.example'),
  'the origin on two lines': originAllowed('{origin}', '{origin}'),
  'a star on two lines': originAllowed('*', '*'),
  'null for a page that has an origin': originAllowed('null'),
  'an empty origin': originAllowed(''),
  'a method in small letters': { method: 'PUT', ...methodsAllowed('put') },
  'a star for the method': { method: 'PUT', ...methodsAllowed('*') },
  'another method, though this one needs no leave': methodsAllowed('PUT'),
  'a max-age that is a word': { preflight: { ...ANY, ...NAMED, 'Access-Control-Max-Age': 'soon' } },
  'a max-age below zero': { preflight: { ...ANY, ...NAMED, 'Access-Control-Max-Age': '-1' } },
  'credentials true': credentialsAllowed('true'),
  'credentials True': credentialsAllowed('True'),
  'credentials true, and a star for the headers beside Authorization': credentialsAllowed('true', {
    'Access-Control-Allow-Headers': '*, authorization',
  }),
  'a preflight with 299': preflightStatus(299),
  'a preflight with 304': preflightStatus(304),
  'a preflight with 404': preflightStatus(404),
  'a call with 500': { ...preflightStatus(204), callStatus: 500 },
  'a call without a grant': { preflight: { ...ANY, ...NAMED }, call: {} },
  'a list of headers that is none': headersAllowed('authorization, content-type, and all others'),
  'a list of methods that is none': methodsAllowed('GET, (POST)'),
  'a redirect with a grant to a place without one': {
    preflight: { ...ANY, ...NAMED },
    callStatus: 307,
    call: { ...ANY, Location: '/v1/closed' },
  },
}

const firstPage = () => [...origins][0]!

inABrowser('what Chromium lets a page do is what we say', () => {
  describe('Chromium', () => {
    beforeAll(async () => {
      origins = await openPages()
    })
    afterAll(closePages)

    it.each(OPEN)('lets some page read what a broken server grants, as predicted: $id', async ({ patch }) => {
      const results = await callFromEveryPage(patch)
      expect(results.map(({ observed }) => observed)).toEqual(results.map(({ predicted }) => predicted))
      expect(results.some(({ observed }) => observed.reads)).toBe(true)
    })

    it.each(CLOSED)('lets no page read what a lawful server answers, as predicted: $id', async ({ patch }) => {
      const results = await callFromEveryPage(patch)
      expect(results.map(({ observed }) => observed)).toEqual(results.map(({ predicted }) => predicted))
      expect(results.filter(({ observed }) => observed.reads)).toEqual([])
    })

    it('asks for leave in the same words as the suite', async () => {
      const byPages = await callFromEveryPage(() => undefined)
      const run = await runAgainst({}, { only: ['browser.no-other-origin'] })
      const preflights = exchangesOf(run).filter(({ request }) => request.method === 'OPTIONS')
      const bySuite = preflights.map(({ request: { headers } }) => {
        const said = Object.fromEntries(headers)
        return `${said['Access-Control-Request-Method']}: ${said['Access-Control-Request-Headers']}`
      })
      expect(new Set(bySuite)).toEqual(new Set(byPages.map(({ asked }) => asked)))
    })

    describe.each(CREDENTIALS)('with credentials: %s', (credentials) => {
      const judged = async (odd: Odd) => {
        const [origin, frame] = firstPage()
        const { predicted, observed } = await answersTo(frame, origin, odd, credentials)
        expect(observed).toEqual(predicted)
      }

      it.each(Object.entries(ODD))('does what we say: %s', (_, odd) => judged(odd))
    })

    it('takes a star for Authorization as shipped, though not where it follows the standard', async () => {
      const [origin, shipped] = firstPage()
      const star = headersAllowed('*')
      const { predicted, observed } = await answersTo(shipped, origin, star, 'omit')
      expect(observed).toEqual(predicted)
      expect(observed).toMatchObject({ sends: true })
      const strict = await launch(AS_THE_STANDARD_SAYS)
      try {
        const frame = await opened(strict, origin)
        expect((await answersTo(frame, origin, star, 'omit')).observed).toMatchObject({ sends: false })
      } finally {
        await strict.close()
      }
    })
  })
})
