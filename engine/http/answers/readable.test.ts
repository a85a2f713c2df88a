import * as zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '../../config/bounds/bounds.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { Vault } from '../../keys/vault.ts'
import { readable } from './readable.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const vault = new Vault({ A: KEY }, 1)
const read = (bytes: Buffer, { headers = [] as Header[], truncated = false, statusText = '' } = {}) =>
  readable({ status: 200, statusText, headers, bytes, truncated }, vault)

describe('a body that nobody here can read', () => {
  const shown = Buffer.from(JSON.stringify({ key: KEY }))

  it.each<[string, Buffer, Header]>([
    ['of an unknown coding', zlib.deflateRawSync(shown), ['Content-Encoding', 'x-raw']],
    ['whose compression is broken', zlib.gzipSync(shown).fill(0, 0, 4), ['Content-Encoding', 'gzip']],
    ['that is text of no charset', Buffer.concat([Buffer.from([0xff, 0xc0]), zlib.deflateRawSync(shown)]), ['A', 'b']],
  ])('%s is kept as its length and its digest alone', async (_, bytes, header) => {
    const { body, garbled } = await read(bytes, { headers: [header] })
    expect(garbled).toBeDefined()
    expect(body).toMatch(new RegExp(`^\\(unreadable, not kept: ${bytes.length} bytes, SHA-256 [0-9a-f]{64}\\)$`))
  })

  it('says which keys were seen in it', async () => {
    const bytes = Buffer.concat([shown, Buffer.from([0xff])])
    expect((await read(bytes)).body).toMatch(/; contains \{\{A\}\}\)$/)
    expect((await read(shown, { headers: [['Content-Encoding', 'rot13']] })).body).toMatch(/\{\{A\}\}\)$/)
  })
})

describe('a long body that is cut', () => {
  const secrets = [
    KEY,
    [...KEY].map((each) => `%u00${each.charCodeAt(0).toString(16)}`).join(''),
    Buffer.from(KEY).toString('base64'),
  ]

  const kept = BOUNDS.keptOfLonger.most
  const looked = kept + BOUNDS.lookedAtBehind.most

  it.each(secrets)('keeps no head of %s, wherever the cut goes through it', async (secret) => {
    for (const cut of [kept, looked]) {
      for (let inside = 1; inside < secret.length; inside++) {
        const text = '.'.repeat(cut - inside) + secret + '.'.repeat(3000)
        const { body, truncated } = await read(Buffer.from(text), { truncated: true })
        expect(truncated).toBe(true)
        expect(body.replaceAll(/\{\{A[^{}]*\}\}/g, '').replaceAll('.', '')).toBe('')
      }
    }
  })
})

it('looks at the status line and the headers together', async () => {
  const headers: Header[] = [
    ['X-One', KEY.slice(0, 6)],
    ['X-Two', KEY.slice(6, 12)],
    ['X-Three', KEY.slice(12)],
  ]
  const answer = await read(Buffer.from('{}'), { headers })
  expect(answer.headers.map(([, value]) => value)).toEqual(Array(3).fill('{{A, in parts}}'))
  const split = await read(Buffer.from('{}'), { headers: [['X-Two', KEY.slice(7)]], statusText: KEY.slice(0, 7) })
  expect(split).toMatchObject({ statusText: '{{A, in parts}}', headers: [['X-Two', '{{A, in parts}}']] })
})
