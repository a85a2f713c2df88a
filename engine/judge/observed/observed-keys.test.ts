import { describe, expect, it } from 'vitest'
import type { Header } from '../../history/entry/exchange.ts'
import { KEYS_OF_A_FILE, KeysSeen, UnfitTraffic } from './observed-keys.ts'
import type { Seen } from './seen.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const OTHER = 'cl_Zz81mmQp0LkeR7yu'
const base64 = (text: string) => Buffer.from(text).toString('base64')

function seen({
  url = 'https://api.test/v1/models',
  headers = [],
  body,
  answer = '',
  responseHeaders = [],
}: {
  url?: string
  headers?: Header[]
  body?: string
  answer?: string
  responseHeaders?: Header[]
}): Seen {
  return {
    method: 'GET',
    url,
    headers,
    ...(body !== undefined && { body }),
    answer: { status: 200, headers: responseHeaders, body: answer, bytes: answer.length },
    at: 0,
    ms: 1,
    sent: 1,
    received: 2,
  }
}

const asked = (key = KEY): Header => ['authorization', `Bearer ${key}`]

function disguised(...all: Seen[]): Seen[] {
  const keys = new KeysSeen()
  for (const each of all) keys.note(each)
  return all.map((each) => keys.disguise(each))
}

describe('keys in traffic', () => {
  it('are redacted in all places and encodings, also before their first use', () => {
    const [early] = disguised(
      seen({
        url: `https://api.test/v1/models?key=${encodeURIComponent(KEY)}`,
        headers: [
          ['Cookie', `key=${KEY}`],
          ['X-Debug', base64(KEY)],
        ],
        body: JSON.stringify({ note: `my key is ${KEY}` }),
        answer: JSON.stringify({ echo: Buffer.from(KEY).toString('hex'), half: KEY.slice(0, 12) }),
        responseHeaders: [['X-Told', KEY.toUpperCase()]],
      }),
      seen({ headers: [asked()] }),
    )
    expect(JSON.stringify(early)).not.toContain(KEY)
    expect(early!.url).toContain('{{K1')
    expect(early!.body).toContain('my key is {{K1}}')
    expect(early!.answer!.body).toContain('{{K1, in hex}}')
    expect(early!.answer!.body).toContain('{{K1 from character 1 to 12}}')
    expect(early!.answer!.headers[0]![1]).toContain('{{K1 in another letter case}}')
  })

  it.each<[string, Header]>([
    ['under another scheme', ['Authorization', `Token ${KEY}`]],
    ['without a scheme', ['Authorization', KEY]],
    ['in Basic', ['Authorization', `Basic ${base64(`user:${KEY}`)}`]],
    ['in a header of its own', ['X-Api-Key', KEY]],
    ['in a cookie', ['Cookie', `a=1; key=${KEY}`]],
    ['after Bearer in another header', ['X-Forwarded', `authorization=Bearer%20${KEY}`]],
  ])('are found %s', (_, header) => {
    const [both] = disguised(seen({ headers: [header], answer: `you said ${KEY}` }))
    expect(JSON.stringify(both)).not.toContain(KEY)
    expect(JSON.stringify(both)).not.toContain(base64(`user:${KEY}`))
    expect(both!.answer!.body).toContain('you said {{K')
  })

  it.each<[string, Header]>([
    ['a password', ['Authorization', 'Basic dXNlcjpodW50ZXIy']],
    ['a session', ['Cookie', 'session=5f2a1c']],
    ['a token of another service', ['X-Auth-Token', 'hunter2']],
    ['a proxy', ['Proxy-Authorization', 'Digest username=me']],
  ])('do not matter for a withheld header: %s', (_, header) => {
    const [one] = disguised(seen({ headers: [header], responseHeaders: [['Set-Cookie', 'session=5f2a1c; Path=/']] }))
    expect(JSON.stringify(one)).not.toMatch(/dXNlcjpodW50ZXIy|5f2a1c|hunter2|username=me/)
  })

  it('do not include words and placeholders of a server', () => {
    const [one] = disguised(
      seen({
        headers: [['Authorization', 'Bearer undefined']],
        answer: '{"error":"undefined is no key, nor is {{A}}"}',
      }),
    )
    expect(one!.answer!.body).toBe('{"error":"undefined is no key, nor is {{}A}}"}')
    expect(one!.headers[0]![1]).toBe('Bearer (withheld)')
  })

  it('are redacted in traffic that was written from a history', () => {
    const keys = new KeysSeen({ keepsRecipes: true })
    const one = seen({ headers: [asked()], answer: `{{A}} ${KEY}` })
    keys.note(one)
    expect(JSON.stringify(keys.disguise(one))).not.toContain(KEY)
  })

  it('are limited in number', () => {
    const keys = new KeysSeen()
    for (let nth = 0; nth < KEYS_OF_A_FILE; nth++) keys.note(seen({ headers: [asked(`${KEY}${nth}`)] }))
    expect(keys.names()).toHaveLength(KEYS_OF_A_FILE)
    expect(() => keys.note(seen({ headers: [asked(OTHER)] }))).toThrow(UnfitTraffic)
  })
})
