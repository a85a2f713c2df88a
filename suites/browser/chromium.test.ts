import { accessSync, constants } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAULTS } from '../../fixtures/faults/index.ts'
import { around, type Behaviour } from '../../fixtures/service/behaviour.ts'
import { clientOf } from '../../fixtures/service/client-for-tests.ts'
import { startService } from '../../fixtures/service/start.ts'
import type { World } from '../../fixtures/service/world.ts'
import { VARIANTS } from '../../fixtures/variants/index.ts'
import type { Answer, Header } from '../../runner/exchange.ts'
import { exchangesOf, runAgainst } from '../../runner/run-for-tests.ts'
import { letsThrough, mayRead } from './fetch-standard.ts'

/** Our reading of the Fetch standard beside a browser: what a page may send and read is seen in Chromium itself. */

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names of other sites, which lead to this machine all the same.
  '--host-resolver-rules=MAP *.example 127.0.0.1',
]
/** As shipped, Chromium takes `*` for Authorization, too, and only warns that this will end. */
const AS_THE_STANDARD_SAYS = '--enable-features=CorsNonWildcardRequestHeadersSupport'

const EXECUTABLE = [
  ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  ...(process.env.PATH ?? '').split(':').map((folder) => join(folder, 'google-chrome')),
].find(canBeRun)

function canBeRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const HOSTS = ['page.example', 'localhost', '127.0.0.1', '127.0.0.1.page.example']
/** A page without an origin of its own: a sandboxed frame. */
const SANDBOXED = 'null'
const CREDENTIALS = ['omit', 'include'] as const
const AT_MOST_MS = 20_000

type Ask = { url: string; method: string; authorization: string; body?: string; credentials: 'omit' | 'include' }
/** What the page gets to see of the answer; nothing where the browser keeps it back. */
type Seen = { status: number; text: string } | undefined
type Arrived = { url: string; method: string; headers: OutgoingHttpHeaders; answer: Answer }

let pages: Server
let chrome: Browser
let origins: Map<string, Frame>

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function close(server: Server | undefined): void {
  server?.closeAllConnections()
  server?.close()
}

const launch = (...further: string[]) =>
  chromium.launch({ executablePath: EXECUTABLE!, args: [...ARGUMENTS, ...further], timeout: AT_MOST_MS })

async function opened(from: Browser, url: string): Promise<Frame> {
  const page = await from.newPage()
  await page.goto(url, { timeout: AT_MOST_MS })
  return page.mainFrame().childFrames()[0] ?? page.mainFrame()
}

async function openPages(): Promise<void> {
  pages = createServer((request, response) => {
    const frame = '<iframe sandbox="allow-scripts" srcdoc="a frame"></iframe>'
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>a page</title>${request.url === '/sandboxed' ? frame : ''}`)
  })
  const port = await listen(pages)
  chrome = await launch()
  const plain = HOSTS.map(async (host) => {
    const origin = `http://${host}:${port}`
    return [origin, await opened(chrome, `${origin}/`)] as const
  })
  const sandboxed = opened(chrome, `http://page.example:${port}/sandboxed`)
  origins = new Map([...(await Promise.all(plain)), [SANDBOXED, await sandboxed]])
}

/** Runs in the page. */
async function askAll(asks: readonly Ask[]): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const { url, method, authorization, body, credentials } of asks) {
    const headers = { Authorization: authorization, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
    try {
      const answer = await fetch(url, { method, headers, credentials, ...(body !== undefined && { body }) })
      seen.push({ status: answer.status, text: await answer.text() })
    } catch {
      seen.push(undefined)
    }
  }
  return seen
}

/** What our reading makes of the answers, and what the browser did. */
function compared(origin: string, ask: Ask, seen: Seen, arrived: readonly Arrived[]) {
  const [preflight, call, ...others] = arrived.filter(({ url }) => ask.url.endsWith(url))
  expect(preflight, 'a page is not asked for leave').toMatchObject({ method: 'OPTIONS', headers: { origin } })
  expect(others).toEqual([])
  const asked = String(preflight!.headers['access-control-request-headers'])
  const intent = { origin, method: ask.method, headers: asked.split(','), credentials: ask.credentials === 'include' }
  const sends = letsThrough(preflight!.answer, intent)
  const reads = sends && call !== undefined && mayRead(call.answer, intent)
  const what = `${ask.method} ${ask.url} from ${origin}, ${ask.credentials} credentials`
  return {
    predicted: { what, sends, reads: reads ? { status: call.answer.status, text: call.answer.body } : undefined },
    observed: { what, sends: call !== undefined, reads: seen },
    asked: `${ask.method}: ${asked}`,
  }
}

/** A service that writes down what it answered. */
async function serve(patch: (behaviour: Behaviour, world: World) => void) {
  const arrived: Arrived[] = []
  const service = await startService({
    patch(behaviour, world) {
      patch(behaviour, world)
      around(behaviour, 'respond', async (next, incoming) => {
        const answer = await next(incoming)
        const { url, method, headers } = incoming
        const body = answer.bytes?.toString() ?? answer.text ?? JSON.stringify(answer.body)
        const lines = Object.entries(answer.headers).flatMap(([name, value]) =>
          [value].flat().map((each): Header => [name, each]),
        )
        const recorded = { status: answer.status, headers: lines, body, bytes: Buffer.byteLength(body) }
        arrived.push({ url, method, headers, answer: recorded })
        return answer
      })
    },
  })
  return { service, arrived, [Symbol.asyncDispose]: () => service.close() }
}

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

const ANY = { 'Access-Control-Allow-Origin': '*' }
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

type Odd = {
  method?: string
  status?: number
  preflight: Record<string, string | string[]>
  callStatus?: number
  call?: Record<string, string | string[]>
}

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

/** A server that answers as it is told to, on the address of one call; everywhere else it grants nothing. */
async function answersTo(frame: Frame, origin: string, odd: Odd, credentials: Ask['credentials']) {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const isPreflight = method === 'OPTIONS'
    const status = url === '/v1/closed' ? 403 : isPreflight ? (odd.status ?? 204) : (odd.callStatus ?? 200)
    const told = url === '/v1/closed' ? {} : isPreflight ? odd.preflight : (odd.call ?? ANY)
    const lines = Object.entries(told).flatMap(([name, value]) =>
      [value].flat().map((each): Header => [name, each.replaceAll('{origin}', origin)]),
    )
    const body = isPreflight ? '' : '{"read":true}'
    arrived.push({ url, method, headers, answer: { status, headers: lines, body, bytes: body.length } })
    response.writeHead(status, lines.flat())
    response.end(body)
  })
  try {
    const url = `http://127.0.0.1:${await listen(server)}/v1/videos`
    const ask: Ask = { url, method: odd.method ?? 'POST', credentials, authorization: 'Bearer cl_none', body: '{}' }
    const [seen] = await frame.evaluate(askAll, [ask])
    return compared(origin, ask, seen ?? undefined, arrived)
  } finally {
    close(server)
  }
}

const firstPage = () => [...origins][0]!
const MISSING = 'no Chromium: CHROMIUM_PATH names none, and there is none in /usr/bin or on PATH'

if (EXECUTABLE === undefined) {
  console.warn(`NOT TESTED, what a browser makes of our reading of the Fetch standard: ${MISSING}`)
  const miss = process.env.CI ? it : it.skip
  miss(`what Chromium lets a page do is what we say (${MISSING})`, () => expect.unreachable(MISSING))
} else {
  describe('Chromium', () => {
    beforeAll(openPages)
    afterAll(async () => {
      await chrome?.close()
      close(pages)
    })

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
}
