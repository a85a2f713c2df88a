import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Header } from '../../history/entry/exchange.ts'
import { recipesIn } from '../../keys/placeholders.ts'
import { Vault } from '../../keys/vault.ts'
import { KEPT_OF_LONGER, readable } from './readable.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const vault = new Vault({ A: KEY }, 1)
const read = (bytes: Buffer, { headers = [] as Header[], truncated = false, statusText = '' } = {}) =>
  readable({ status: 200, statusText, headers, bytes, truncated }, vault)
const shown = Buffer.from(JSON.stringify({ key: KEY }))

it('redacts the reason phrase, the headers and the decompressed body', () => {
  const headers: Header[] = [
    ['Content-Encoding', 'gzip'],
    [KEY, `key=${KEY}`],
  ]
  const answer = read(zlib.gzipSync(shown), { headers, statusText: `No ${KEY}` })
  expect(answer).toMatchObject({ statusText: 'No {{A}}', body: '{"key":"{{A}}"}' })
  expect(answer.headers[1]).toEqual(['{{A}}', 'key={{A}}'])
})

describe('a body that cannot be decoded', () => {
  it.each<[string, Buffer, Header]>([
    ['of an unknown coding', zlib.deflateRawSync(shown), ['Content-Encoding', 'x-raw']],
    ['whose compression is broken', zlib.gzipSync(shown).fill(0, 0, 4), ['Content-Encoding', 'gzip']],
    ['that is text of no charset', Buffer.concat([Buffer.from([0xff, 0xc0]), zlib.deflateRawSync(shown)]), ['A', 'b']],
  ])('%s is kept as its length and digest', (_, bytes, header) => {
    const { body, garbled } = read(bytes, { headers: [header] })
    expect(garbled).toBeDefined()
    expect(body).toMatch(new RegExp(`^\\(unreadable, not kept: ${bytes.length} bytes, SHA-256 [0-9a-f]{64}\\)$`))
  })

  it('names the keys in it', () => {
    const bytes = Buffer.concat([shown, Buffer.from([0xff])])
    expect(read(bytes).body).toMatch(/; contains \{\{A\}\}\)$/)
    expect(read(shown, { headers: [['Content-Encoding', 'rot13']] }).body).toMatch(/\{\{A\}\}\)$/)
  })
})

it.each([KEY, Buffer.from(KEY).toString('base64')])(
  'keeps fewer than 8 characters of %s where a long body is cut',
  (secret) => {
    for (let inside = 1; inside < secret.length; inside++) {
      const text = '.'.repeat(KEPT_OF_LONGER - inside) + secret + '.'.repeat(3000)
      const { body, truncated } = read(Buffer.from(text), { truncated: true })
      expect(truncated).toBe(true)
      expect(recipesIn(body)).toHaveLength(inside >= (secret === KEY ? 8 : 10) ? 1 : 0)
    }
  },
)
