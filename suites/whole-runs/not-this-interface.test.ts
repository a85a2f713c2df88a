import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { run } from '../../reporters/outcome/run.ts'
import { SUITES } from '../index.ts'

const KEYS = { A: 'cl_4Rt9xKq2Zw83hhPm' }
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function stranger(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closers.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function reportOn(baseUrl: string, keys = KEYS) {
  const wishes = { pollIntervalMs: 2, deadlineMs: 20_000, seed: 1, profile: 'standard' as const }
  return (await run({ provision: { baseUrl, keys }, wishes, suites: SUITES })).report
}

const says = (response: ServerResponse, status: number, type: string, text: string, headers = {}) =>
  response.writeHead(status, { 'content-type': type, ...headers }).end(text)
const page = (title: string) => `<!doctype html><html><head><title>${title}</title></head></html>`
const JSON_TYPE = 'application/json'

describe('another interface is reported in one sentence, without a verdict on any clause:', () => {
  it.each<[string, RequestListener, RegExp]>([
    [
      'a page for every path',
      (_, response) => says(response, 200, 'text/html', page('Welcome')),
      /does not serve this interface: every endpoint returned 200 with a page, “Welcome”\. Check the base URL/,
    ],
    [
      "a proxy's error",
      (_, response) => says(response, 502, 'text/html', page('Bad Gateway')),
      /every endpoint returned 502 with a page, “Bad Gateway”/,
    ],
    [
      'a way to a login',
      ({ url }, response) => response.writeHead(302, { location: `https://login.example.com/?next=${url}` }).end(),
      /every endpoint redirects \(302\) to https:\/\/login\.example\.com\/\. Check the base URL/,
    ],
    [
      'a redirect to the same paths on another host',
      ({ url }, response) => response.writeHead(308, { location: `https://api.example.com${url}` }).end(),
      /^http:\S+ redirects to https:\/\/api\.example\.com\/v1: use that as the base URL$/,
    ],
    [
      'another API that lists models, too',
      ({ url }, response) =>
        url === '/v1/models'
          ? says(response, 200, JSON_TYPE, '{"data":[{"id":"text-9"}]}')
          : says(response, 404, JSON_TYPE, '{"error":"unknown URL"}'),
      /does not serve this interface: GET \/v1\/models returned 200 .* and GET \/v1\/usage, .* returned 404/,
    ],
    [
      'a stand-in that says yes to everything',
      (_, response) => says(response, 200, JSON_TYPE, '{"ok":true}'),
      /it returns the same for every path \(200 \{"ok":true\}\), even \/a-path/,
    ],
  ])('%s', async (_, listener, reason) => {
    const report = await reportOn(`${await stranger(listener)}/v1`)
    expect(report.reason).toMatch(reason)
    expect(report.exit).toBe(2)
    expect(new Set(report.clauses.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']))
    expect(report.budget.requests).toBeLessThan(60)
  })
})

describe('a forgotten version', () => {
  it('is tried and proposed', async () => {
    const { provision, close } = await startEmbedded()
    closers.push(close)
    const baseUrl = provision.baseUrl.replace(/\/v1$/, '')
    const report = await reportOn(baseUrl, { A: provision.keys.A })
    expect(report.reason).toBe(
      `every endpoint returned 404 under ${baseUrl}. ${provision.baseUrl} responds: try it as the base URL`,
    )
    expect(report.exit).toBe(2)
  })

  it('that the server adds twice is named', async () => {
    const listener: RequestListener = ({ url }, response) =>
      says(response, url?.startsWith('/v1/v1/') ? 200 : 404, JSON_TYPE, '{}')
    const baseUrl = `${await stranger(listener)}/v1`
    expect((await reportOn(baseUrl)).reason).toBe(
      `every endpoint returned 404 under ${baseUrl}. ${baseUrl}/v1 responds: the server adds /v1 to its routes twice, so remove one of the prefixes`,
    )
  })

  it('is proposed for an HTML page, too', async () => {
    const listener: RequestListener = ({ url }, response) =>
      url?.startsWith('/v1/') ? says(response, 401, JSON_TYPE, '{}') : says(response, 200, 'text/html', page('Hello'))
    const baseUrl = await stranger(listener)
    expect((await reportOn(baseUrl)).reason).toMatch(/“Hello”\. http:\S+\/v1 requires a key: try it as the base URL$/)
  })
})
