import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { judgeTraffic } from './traffic.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const BASE = 'https://api.test/v1'
const BODY = JSON.stringify({ model: 'film-1', prompt: `a fox, asked for with ${KEY}` })

type Sent = { coding?: string; bytes: Buffer; inBase64: boolean }

function har(all: readonly Sent[]): string {
  const entries = all.map(({ coding, bytes, inBase64 }, at) => ({
    startedDateTime: new Date(at * 60_000).toISOString(),
    time: 5,
    request: {
      method: 'POST',
      url: `${BASE}/videos`,
      headers: [
        { name: 'Authorization', value: `Bearer ${KEY}` },
        { name: 'Content-Type', value: 'application/json' },
        ...(coding === undefined ? [] : [{ name: 'Content-Encoding', value: coding }]),
      ],
      postData: {
        mimeType: 'application/json',
        text: bytes.toString(inBase64 ? 'base64' : 'latin1'),
        ...(inBase64 && { encoding: 'base64' }),
      },
    },
    response: { status: 400, headers: [{ name: 'Date', value: 'x' }], content: { text: '{"error":{"code":"x"}}' } },
  }))
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'x' }, entries } })
}

let out = ''
afterEach(() => rmSync(out, { recursive: true, force: true }))

/** All text that is written. */
function writtenOf(all: readonly Sent[]): string {
  out = mkdtempSync(join(tmpdir(), 'gatecheck-har-'))
  judgeTraffic(har(all), 'client.har', { out, report: ['har', 'html'] })
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return files.map((each) => readFileSync(join(each.parentPath, each.name), 'utf8')).join('\n')
}

const PACKED: [coding: string, bytes: Buffer][] = [
  ['gzip', gzipSync(BODY)],
  ['zstd', zstdCompressSync(BODY)],
]

describe('a key in the body of a request of a HAR', () => {
  it.each([true, false])(
    'that is packed is written nowhere, whether its bytes are in base64 (%s) or letters',
    (inBase64) => {
      const written = writtenOf(PACKED.map(([coding, bytes]) => ({ coding, bytes, inBase64 })))
      expect(written).not.toContain(KEY)
      for (const [, bytes] of PACKED) {
        expect(written).not.toContain(JSON.stringify(bytes.toString('latin1')).slice(1, -1))
        expect(written).not.toContain(bytes.toString('base64'))
      }
      expect(written).toContain('a fox, asked for with {{K1}}')
    },
  )

  it('that is compressed without Content-Encoding is not written, and is reported', () => {
    const bytes = gzipSync(BODY)
    expect(gunzipSync(bytes).toString()).toContain(KEY)
    const written = writtenOf([
      { bytes, inBase64: true },
      { bytes, inBase64: false },
    ])
    expect(written).not.toContain(bytes.toString('latin1').slice(12, 30))
    expect(written).not.toContain(bytes.toString('base64').slice(12, 30))
    expect(written).toMatch(/unreadable, not kept: \d+ bytes, SHA-256 [0-9a-f]{64}; contains \{\{K1\}\}/)
  })
})
