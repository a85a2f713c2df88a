import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../fixtures/embedded.ts'
import { run } from '../../runner/run/run.ts'
import { around } from '../../service/interface/behaviour.ts'
import { SUITES } from '../index.ts'
import { runAgainst } from './run-for-tests.ts'

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

describe('what is not this interface at all is told in one sentence, without a verdict on any clause:', () => {
  it.each<[string, RequestListener, RegExp]>([
    [
      'a page for every path',
      (_, response) => says(response, 200, 'text/html', page('Welcome')),
      /is no server of this interface: every endpoint was answered 200 with a page, “Welcome”\. Check the base URL/,
    ],
    [
      'a page whose type is not told',
      (_, response) => response.end(page('Plain')),
      /every endpoint was answered 200 with a page, “Plain”/,
    ],
    [
      "a proxy's error",
      (_, response) => says(response, 502, 'text/html', page('Bad Gateway')),
      /every endpoint was answered 502 with a page, “Bad Gateway”/,
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
      'a redirect to below another path',
      ({ url }, response) => response.writeHead(301, { location: `/video${url}?from=old` }).end(),
      /^(http:\S+)\/v1 redirects to \1\/video\/v1: use that as the base URL$/,
    ],
    [
      'a redirect to the path with a slash at its end',
      ({ url }, response) => response.writeHead(301, { location: `${url}/` }).end(),
      /every endpoint redirects \(301\) to \S+\/v1\/models\/, for \/v1\/models\. Check the base URL$/,
    ],
    [
      'another API that lists models, too',
      ({ url }, response) =>
        url === '/v1/models'
          ? says(response, 200, JSON_TYPE, '{"data":[{"id":"text-9"}]}')
          : says(response, 404, JSON_TYPE, '{"error":"unknown URL"}'),
      /is no server of this interface: GET \/v1\/models was answered 200 .* and GET \/v1\/usage, .* were answered 404/,
    ],
    [
      'another API that lists nothing that could be an alias',
      ({ url }, response) =>
        url === '/v1/models' ? says(response, 200, JSON_TYPE, '[]') : says(response, 404, JSON_TYPE, '{"error":"no"}'),
      /is no server of this interface: GET \/v1\/models was answered 200 \[\] and/,
    ],
    [
      'a stand-in that says yes to everything',
      (_, response) => says(response, 200, JSON_TYPE, '{"ok":true}'),
      /it answers whatever is asked alike \(200 \{"ok":true\}\), even \/a-path/,
    ],
    [
      'one that repeats what it was asked',
      ({ url, method }, response) => says(response, 200, JSON_TYPE, JSON.stringify({ url, method })),
      /it answers whatever is asked alike/,
    ],
    ['a health check', (_, response) => says(response, 200, 'text/plain', 'ok'), /alike \(200 ok\)/],
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
      `every endpoint answers 404 under ${baseUrl}. ${provision.baseUrl} answers: try that as the base URL`,
    )
    expect(report.exit).toBe(2)
  })

  it.each([
    ['/v2', '/v1'],
    ['/video/V3', '/video/v1'],
  ])('is tried and proposed in the place of another one, where that answers 404 in JSON: %s', async (said, meant) => {
    const listener: RequestListener = ({ url }, response) =>
      url?.startsWith(`${meant}/`)
        ? says(response, 200, JSON_TYPE, '{"models":["swift"]}')
        : says(response, 404, JSON_TYPE, '{"error":{"code":"not_found","message":"There is nothing here."}}')
    const origin = await stranger(listener)
    const { reason, exit } = await reportOn(origin + said)
    expect(reason).toBe(
      `every endpoint answers 404 under ${origin}${said}. ${origin}${meant} answers: try that as the base URL`,
    )
    expect(exit).toBe(2)
  })

  it('is proposed where a page stands in its place, too', async () => {
    const listener: RequestListener = ({ url }, response) =>
      url?.startsWith('/v1/') ? says(response, 401, JSON_TYPE, '{}') : says(response, 200, 'text/html', page('Hello'))
    const baseUrl = await stranger(listener)
    expect((await reportOn(baseUrl)).reason).toMatch(/“Hello”\. http:\S+\/v1 asks for a key: try that as the base URL$/)
  })
})

describe('a server of this interface is judged', () => {
  it('although three of its readings are missing', async () => {
    const { report } = await runAgainst(
      {
        patch: (behaviour) => {
          for (const name of ['usage', 'capacity', 'balance'] as const)
            around(behaviour, name, () => undefined as never)
        },
      },
      { profile: 'smoke' },
    )
    expect(report.exit).toBe(1)
  })
})
