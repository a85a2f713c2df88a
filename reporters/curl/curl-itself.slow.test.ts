import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Header, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { lineOf } from '../../engine/history/history.ts'
import { Vault } from '../../engine/keys/vault.ts'
import { HOSTILE, sampleExchange } from '../outcome/sample-report-for-tests.ts'
import { curlLine } from './curl-line.ts'

const isHere = (program: string) => spawnSync(program, ['--version']).error === undefined
const CURL = 'curl'
const JQ = 'jq'
const noteIfMissing = (program: string) => (isHere(program) ? '' : ` (SKIPPED: ${program} is not installed)`)

type Seen = { method: string; path: string; headers: Header[]; body: string; bytes: Buffer }

let seen: Seen[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const pairs = Array.from(
    { length: request.rawHeaders.length / 2 },
    (_, index): Header => [request.rawHeaders[index * 2]!, request.rawHeaders[index * 2 + 1]!],
  )
  const headers = pairs.filter(([name]) => !/^(host|content-length)$/i.test(name))
  const bytes = Buffer.concat(chunks)
  seen.push({ method: request.method!, path: request.url!, headers, body: bytes.toString(), bytes })
  response.end('{}')
})
let baseUrl = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => server.close())

const KEY = 'cl_secret'

async function sentByCurl(request: RequestTemplate, historyPath?: string): Promise<Omit<Seen, 'bytes'> | undefined> {
  const [one] = await allSentByCurl([request], historyPath)
  const { bytes: _, ...sent } = one ?? { bytes: undefined }
  return one && (sent as Omit<Seen, 'bytes'>)
}

async function allSentByCurl(requests: RequestTemplate[], historyPath?: string): Promise<Seen[]> {
  seen = []
  const lines = requests.map((request, index) => curlLine(sampleExchange(7 + index, request), { baseUrl }, historyPath))
  await promisify(execFile)('bash', ['--norc', '-c', lines.join('\n')], {
    env: { PATH: process.env.PATH, GATECHECK_KEY: KEY },
  })
  return seen
}

/** Server text that a run sends back: syntax of shells, curl, printf, jq and gatecheck's placeholders. */
const TOLD = [
  ...['{{', '}}', '{{A}}', '{{A without character 3}}', '{{}', '{{{', '{', '}', '{{U}}', KEY, 'cl_secreT'],
  ...'"\'`!\\%&;#|~*?@-\n\t\0 7é中😀\u202e\u2028',
  ...['$(id)', '$HOME', '!!', '\\n', '\\x41', '\\000', '%s', '<(', '@/etc/passwd', '--', '-d', '\r\n', '\x001', '  '],
  ...['\u0085', '\u001b[31m', '\ud800', '\udc00', '[1-3]', '{a,b}', 'a'],
]
const anyTold = fc.array(fc.constantFrom(...TOLD), { maxLength: 8 }).map((pieces) => pieces.join(''))
const drawn = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { numRuns, seed: 7 })

describe(`curl itself${noteIfMissing(CURL)}`, () => {
  const requests: Record<string, RequestTemplate> = {
    'an empty header': { method: 'GET', path: '/v1/models', headers: [['Authorization', '']] },
    'two headers': {
      method: 'GET',
      path: '/v1/models',
      headers: [
        ['Authorization', 'a'],
        ['Authorization', 'b'],
      ],
    },
    'dots in the path': { method: 'GET', path: '/v1/videos/../x/%2e%2e', headers: [] },
    'brackets and braces in the path': { method: 'GET', path: '/v1/videos/{id}[1-3]', headers: [] },
    'a hostile body': {
      method: 'POST',
      path: '/v1/videos',
      headers: [['Content-Type', 'application/json']],
      body: HOSTILE,
    },
    'a body without a type': { method: 'POST', path: '/v1/videos', headers: [], body: '@{}' },
    'an empty body': { method: 'POST', path: '/v1/videos', headers: [], body: '' },
    'a request for the head': { method: 'HEAD', path: '/v1/models', headers: [] },
  }

  test.skipIf(!isHere(CURL)).each(Object.entries(requests))('sends %s unchanged', async (_, request) => {
    const { method, path, headers, body = '' } = request
    expect(await sentByCurl(request)).toEqual({ method, path, headers, body: Buffer.from(body).toString() })
  })

  const vault = new Vault({ A: KEY }, 1)
  const post = (body: string, rest: Partial<RequestTemplate> = {}): RequestTemplate => ({
    ...{ method: 'POST', path: '/v1/videos', headers: [['Authorization', 'Bearer {{A}}']] },
    ...{ body, ...rest },
  })
  /** As the client encodes a template. */
  const bytesOf = ({ body = '', bytes }: RequestTemplate) => Buffer.from(vault.fill(body), bytes ? 'latin1' : 'utf8')

  /** Server texts from the history, in submissions and as bodies, alone and beside a key. */
  const orders = drawn(anyTold, 50).flatMap((told) => {
    const kept = vault.scrub(told)
    return [JSON.stringify({ model: kept, prompt: 'a' }), kept, `${kept}{{A}}`, `{{A}}${kept}`]
  })
  const asBytes = drawn(fc.string({ unit: fc.nat(255).map((unit) => String.fromCharCode(unit)), maxLength: 20 }), 25)

  test.skipIf(!isHere(CURL))('sends the same bytes as the run, with any text of a server', async () => {
    const requests = [
      ...orders.map((body) => post(body)),
      ...asBytes.flatMap((body) => [post(body, { bytes: true }), post(`${body}{{A}}`, { bytes: true })]),
      post('@-', { bytes: true }),
      post('-\0'),
    ]
    const got = await allSentByCurl(requests)
    expect(got.map(({ bytes }) => bytes.toString('latin1'))).toEqual(
      requests.map((request) => bytesOf(request).toString('latin1')),
    )
    for (const { headers } of got) expect(headers).toEqual([['Authorization', `Bearer ${KEY}`]])
  })

  test.skipIf(!isHere(CURL))('polls the id that a server returned, and sends its text in headers', async () => {
    const ids = drawn(anyTold, 30).map((told) => encodeURIComponent(told.toWellFormed()))
    const values = drawn(
      fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((unit) => String.fromCharCode(unit)) }),
      30,
    )
      .map((value) => vault.scrub(value.replace(/[\x7f-\x9f]/g, '')))
      .filter((value) => value !== '')
    const requests = [
      ...ids.map((id): RequestTemplate => ({ method: 'GET', path: `/v1/videos/${id}`, headers: [] })),
      ...values.map((value): RequestTemplate => ({ method: 'GET', path: '/v1/models', headers: [['X-Said', value]] })),
      { method: 'GET', path: '/v1/videos/{{}a,b}}', headers: [] } satisfies RequestTemplate,
    ]
    const got = await allSentByCurl(requests)
    expect(got.map(({ path, headers }) => ({ path, headers }))).toEqual(
      requests.map(({ path, headers }) => ({
        path: vault.fill(path),
        headers: headers.map(([name, value]) => [name, vault.fill(value)]),
      })),
    )
  })

  test.skipIf(!isHere(CURL))('reads no file and sends no extra header, with any recording', async () => {
    const headers: Header[] = [
      ['@/etc/hostname', 'x'],
      ['X-Two', 'a\r\nX-Three: b'],
      ['X-One', 'a'],
    ]
    expect((await sentByCurl({ method: 'GET', path: '/v1/models', headers }))?.headers).toEqual([['X-One', 'a']])
  })

  test.skipIf(!isHere(CURL) || !isHere(JQ))('sends long bodies from the history, byte for byte', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatecheck-curl-'))
    const long = (text: string) => `${'long '.repeat(700)}${text}`
    const requests = [
      ...['{{', '{{A}}', '{{}', '{{{', '\0', '\\', '%', 'é', '😀', '\u2028', '\u009b', '\ud800', '\n'].map((told) =>
        post(long(vault.scrub(told))),
      ),
      post(long('\0\u0080\u009b\u00ff{{}'), { bytes: true }),
    ]
    const historyPath = join(folder, 'history.jsonl')
    writeFileSync(historyPath, requests.map((request, index) => lineOf(sampleExchange(7 + index, request))).join(''))
    const got = await allSentByCurl(requests, historyPath)
    rmSync(folder, { recursive: true })
    expect(got.map(({ bytes }) => bytes.toString('latin1'))).toEqual(
      requests.map((request) => bytesOf(request).toString('latin1')),
    )
  })
})
