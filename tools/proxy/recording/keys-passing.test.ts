import { expect, it } from 'vitest'
import type { Header } from '../../../engine/history/entry/exchange.ts'
import type { Seen } from '../../../engine/judge/observed/seen.ts'
import { KeysPassing, MOST_KEYS } from './keys-passing.ts'

const KEY = 'cl_4Rt9xKq2Zw83hhPm'
const OTHER = 'cl_Zz81mmQp0LkeR7yu'

type Told = { key?: string; path?: string; body?: string; answer?: string; more?: Header[] }

function seen({ key, path = '/v1/models', body, answer = '', more = [] }: Told): Seen {
  return {
    method: 'GET',
    url: `https://api.test${path}`,
    headers: [...(key === undefined ? [] : [['authorization', `Bearer ${key}`] as const]), ...more],
    ...(body !== undefined && { body }),
    answer: { status: 200, headers: [], body: answer, bytes: answer.length },
    ...{ at: 0, ms: 1, sent: 1, received: 2 },
  }
}

const nth = (n: number) => `cl_${n.toString(36).padStart(6, 'q')}Xk7Lw2Zt${n}`

it('names keys as they come, and keeps given names', () => {
  const keys = new KeysPassing(new Map([['A', KEY]]))
  const all = [KEY, OTHER, KEY].map((key) => keys.disguise(seen({ key })).seen.headers[0]![1])
  expect(all).toEqual(['Bearer {{A}}', 'Bearer {{K1}}', 'Bearer {{A}}'])
  expect(keys.disguise(seen({ answer: `{"note":"${KEY}"}` })).seen.answer?.body).toBe('{"note":"{{A}}"}')
})

it('redacts keys anywhere before a request has used them', () => {
  const keys = new KeysPassing()
  const odd = { path: `/v1/models?key=${KEY}`, body: `{"a":"${OTHER}"}`, answer: `<p>${nth(1)}</p>` }
  const text = JSON.stringify(keys.disguise(seen({ ...odd, more: [['X-Note', nth(2)]] })).seen)
  for (const each of [KEY, OTHER, nth(1), nth(2)]) expect(text).not.toContain(each.slice(3))
})

it.each([
  ['JSON', (key: string) => ({ body: `{"prompt":"gate","api_key": "${key}"}` })],
  ['a form', (key: string) => ({ body: `model=swift&access_token=${key}&x=1` })],
  ['the query', (key: string) => ({ path: `/v1/models?apiKey=${key}` })],
  ['a response', (key: string) => ({ answer: `{"authorization":"Bearer ${key}"}` })],
])('redacts a key of another form by its field name in %s', (_, odd) => {
  const keys = new KeysPassing()
  const key = 'sk-live-93hhPmQ0LkeR7yu4Rt9x'
  expect(JSON.stringify(keys.disguise(seen(odd(key))).seen)).not.toContain('93hhPmQ0')
  expect(keys.disguise(seen({ key })).seen.headers[0]![1]).toBe('Bearer {{K1}}')
})

it('leaves short words and placeholders unchanged', () => {
  const keys = new KeysPassing()
  const body = '{"api_key":"none","secret":"(removed-by-the-tool)","access_token":"[REDACTED-0000000000]"}'
  expect(keys.disguise(seen({ body })).seen.body).toBe(body)
  expect(keys.names()).toEqual([])
})

it('redacts keys beyond the limit without a name', () => {
  const keys = new KeysPassing()
  for (let n = 0; n < MOST_KEYS; n++) expect(keys.disguise(seen({ key: nth(n) })).isNameless).toBeUndefined()
  const [one, other] = [nth(5000), nth(6000)]
  const beyond = keys.disguise(seen({ key: one, answer: `{"key":"${one}","other":"${other}"}` }))
  expect(beyond.isNameless).toBe(true)
  expect(beyond.seen.headers[0]![1]).toBe('Bearer (withheld)')
  for (const each of [one, other]) expect(JSON.stringify(beyond)).not.toContain(each.slice(3))
  expect(keys.disguise(seen({ key: nth(3) })).seen.headers[0]![1]).toBe('Bearer {{K4}}')
})

it('finds a key in the address of the target', () => {
  expect(new KeysPassing().isIn(`https://api.test/${KEY}/v1`)).toBe(true)
  expect(new KeysPassing().isIn('https://api.test/v1')).toBe(false)
})
