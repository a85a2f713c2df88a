import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Header, RequestTemplate } from '../../runner/history/exchange.ts'
import { HOSTILE, sampleExchange } from '../../runner/report/sample-report-for-tests.ts'
import { curlLine } from './curl-line.ts'

const isHere = (program: string) => spawnSync(program, ['--version']).error === undefined
const CURL = 'curl'
const JQ = 'jq'
const noteIfMissing = (program: string) => (isHere(program) ? '' : ` (SKIPPED: ${program} is not installed)`)

type Seen = { method: string; path: string; headers: Header[]; body: string }

let seen: Seen[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const pairs = Array.from(
    { length: request.rawHeaders.length / 2 },
    (_, index): Header => [request.rawHeaders[index * 2]!, request.rawHeaders[index * 2 + 1]!],
  )
  const headers = pairs.filter(([name]) => !/^(host|content-length)$/i.test(name))
  seen.push({ method: request.method!, path: request.url!, headers, body: Buffer.concat(chunks).toString() })
  response.end('{}')
})
let baseUrl = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => server.close())

async function sentByCurl(request: RequestTemplate, historyPath?: string): Promise<Seen | undefined> {
  seen = []
  const line = curlLine(sampleExchange(7, request), baseUrl, historyPath)
  await promisify(execFile)('bash', ['--norc', '-c', line], {
    env: { PATH: process.env.PATH, GATECHECK_KEY: 'cl_secret' },
  })
  return seen[0]
}

describe(`curl itself${noteIfMissing(CURL)}`, () => {
  const requests: Record<string, RequestTemplate> = {
    'a plain reading': { method: 'GET', path: '/v1/models', headers: [['Authorization', 'Bearer cl_secret']] },
    'no header at all': { method: 'GET', path: '/v1/models', headers: [] },
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
    'a post without a body': { method: 'POST', path: '/v1/videos', headers: [] },
    'a method of its own': { method: 'DELETE', path: '/v1/videos', headers: [['Accept', 'text/plain']] },
    'a request for the head': { method: 'HEAD', path: '/v1/models', headers: [] },
  }

  test.skipIf(!isHere(CURL)).each(Object.entries(requests))('sends %s as it was sent', async (_, request) => {
    const { method, path, headers, body = '' } = request
    expect(await sentByCurl(request)).toEqual({ method, path, headers, body: Buffer.from(body).toString() })
  })

  test.skipIf(!isHere(CURL))('puts the key where it stood', async () => {
    const got = await sentByCurl({
      method: 'POST',
      path: '/v1/videos?key={{A}}&x=1',
      headers: [['Cookie', 'a={{A without its prefix}}; b={{A}}']],
      body: '{"k":"{{A}}"}',
    })
    expect(got).toEqual({
      method: 'POST',
      path: '/v1/videos?key=cl_secret&x=1',
      headers: [['Cookie', 'a=secret; b=cl_secret']],
      body: '{"k":"cl_secret"}',
    })
  })

  test.skipIf(!isHere(CURL) || !isHere(JQ))(`sends a long body from the history${noteIfMissing(JQ)}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "it's "))
    const request: RequestTemplate = {
      method: 'POST',
      path: '/v1/videos',
      headers: [],
      body: `${'long '.repeat(999)}\n`,
    }
    const historyPath = join(folder, 'history.jsonl')
    writeFileSync(historyPath, `{"kind":"began"}\n${JSON.stringify(sampleExchange(7, request))}\n`)
    expect((await sentByCurl(request, historyPath))?.body).toBe(request.body)
    rmSync(folder, { recursive: true })
  })
})
