import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { recordedRun } from './recorded-run.ts'
import { clientsSeen, judgeTraffic } from './traffic.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const BASE = 'https://api.test/v1'
const PASSWORD = 'Tr0ub4dor&3-horse'
const TOKEN = 'q7WkPz3LmXv81BtRa'
const SIGNATURE = 'Sg71kLm%2FQx93BvT2zPw'

type Asked = {
  method?: string
  url: string
  body?: string
  answer?: unknown
  headers?: Record<string, string>
  came?: Record<string, string>
}

const named = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => ({ name, value }))

const har = (all: readonly Asked[]) =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'x' },
      entries: all.map(({ method = 'GET', url, body, answer = {}, headers = {}, came = {} }, at) => ({
        startedDateTime: new Date(at * 60_000).toISOString(),
        time: 5,
        request: {
          ...{ method, url, headers: named(headers) },
          ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
        },
        response: {
          status: method === 'POST' && url.endsWith('/videos') ? 202 : 200,
          headers: named({ 'content-type': 'application/json', ...came }),
          content: { text: JSON.stringify(answer) },
        },
      })),
    },
  })

const out = mkdtempSync(join(tmpdir(), 'gatecheck-har-'))
afterEach(() => rmSync(out, { recursive: true, force: true }))

function traffic(fetched: string): Asked[] {
  const headers = { authorization: `Bearer ${KEY}` }
  const url = `https://cdn.test/vid_1.mp4?X-Amz-Signature=${SIGNATURE}`
  const job = { method: 'POST', url: `${BASE}/videos`, headers, body: '{"model":"swift","prompt":"A lighthouse"}' }
  return [
    // Contains secrets that occur in later exchanges.
    { url: `${BASE}/models`, headers: { ...headers, referer: `https://a.test/?token=${TOKEN}` }, answer: [PASSWORD] },
    {
      ...{ method: 'POST', url: `${BASE}/login`, headers: { ...headers, cookie: `sid=${TOKEN}` } },
      ...{ body: JSON.stringify({ password: PASSWORD }), answer: { refresh_token: `${TOKEN}b` } },
      came: { 'set-cookie': `session=${TOKEN}c`, location: `/v1/models?id_token=${TOKEN}d` },
    },
    { ...job, answer: { id: 'vid_1', status: 'queued' } },
    { url: `${BASE}/videos/vid_1`, headers, answer: { id: 'vid_1', status: 'succeeded', url } },
    { url: fetched.replace('URL', url) },
  ]
}

describe('a foreign HAR with secrets', () => {
  it.each([
    ['passes a client that fetches the signed URL as given', 'URL', 'pass'],
    ['fails one that changes the signature', `https://cdn.test/vid_1.mp4?X-Amz-Signature=z${SIGNATURE}`, 'fail'],
  ])('leaves no secret in the output, which %s, also from the recorded folder', (_, fetched, verdict) => {
    const { client } = judgeTraffic(har(traffic(fetched)), 'x.har', { out, report: ['har', 'html', 'junit'] })
    const verdicts = (told: typeof client) => told!.clauses.map((each) => [each.id, each.verdict])
    expect(Object.fromEntries(verdicts(client))['client.fetches-the-url-as-given']).toBe(verdict)
    expect(verdicts(clientsSeen(recordedRun(out)))).toEqual(verdicts(client))
    const files = readdirSync(out, { withFileTypes: true }).filter((each) => each.isFile())
    const raw = [PASSWORD, TOKEN, SIGNATURE, decodeURIComponent(SIGNATURE)]
    for (const { name } of files) {
      const text = readFileSync(join(out, name), 'utf8')
      expect(raw.filter((each) => text.includes(each)).map((each) => `${name}: ${each}`)).toEqual([])
    }
    // The HAR report leads to the same verdicts.
    const again = judgeTraffic(readFileSync(join(out, 'run.har'), 'utf8'), 'run.har', {})
    expect(verdicts(again.client).filter(([id]) => !/fetches|origins/.test(id!))).toEqual(
      verdicts(client).filter(([id]) => !/fetches|origins/.test(id!)),
    )
  })
})
