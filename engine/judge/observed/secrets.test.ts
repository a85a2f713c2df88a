import { describe, expect, it } from 'vitest'
import type { Exchange, Header } from '../../history/entry/exchange.ts'
import { Secrets } from './secrets.ts'

type Given = { path?: string; method?: string; body?: string; headers?: Header[]; answer?: string; came?: Header[] }

const exchange = ({ path = '/v1/models', method = 'GET', body, headers = [], answer = '', came = [] }: Given) =>
  ({
    ...{ kind: 'exchange', n: 1, at: 0, ms: 1, sent: 1, received: 2, purpose: { by: 'observed', part: 'observation' } },
    request: { method, path, headers, ...(body !== undefined && { body }) },
    answer: { status: 200, headers: came, body: answer, bytes: answer.length },
  }) as Exchange

const redacted = (given: Given, secrets = new Secrets()) => secrets.redact(exchange(given))
const VALUE = 'q7WkPz3LmXv81BtRa'
const NAME = String.raw`\{\{S[0-9A-Za-z]{7}\}\}`
const only = (before: string, behind = '') => new RegExp(`^${escaped(before)}${NAME}${escaped(behind)}$`)
const escaped = (text: string) => text.replace(/[^\w]/g, (c) => `\\${c}`)

describe('secrets', () => {
  it.each<[string, string, string, string]>([
    ['a query', '/v1/models?a=1&Access_Token=', VALUE, '&b=2'],
    ['a name with percent signs', '/v1/models?%74o%6ben=', VALUE, ''],
    ['a name in brackets', '/v1/models?user[password]=', VALUE, '&x'],
    ['a parameter of the path', '/v1/models;jsessionid=', VALUE, '?a=1'],
    ['a url in a query', '/v1/models?next=https%3A%2F%2Fa.test%2F%3Ftoken%3D', VALUE, '%26b%3D2'],
    ['a url in a url in a query', '/v1/models?next=%253Fa%253D1%2526token%253D', VALUE, '%2526b%253D2'],
    ['the first of a query', '/v1/models?key=', VALUE, ''],
  ])('redact %s in a path', (_, before, value, behind) => {
    expect(redacted({ path: before + value + behind }).request.path).toMatch(only(before, behind))
  })

  it.each<[string, string, string, string]>([
    ['JSON', '{"user":"ada", "password" : "', VALUE, '","n":1.50,"n":2}'],
    ['a list in JSON', '{"a":[{"tokens":3,"REFRESH-TOKEN":["', VALUE, '"]}]}'],
    ['JSON that is cut off', '{"user":"ada","client_secret":"', VALUE, ''],
    ['an escaped name', String.raw`{"p\u0061ssword":"`, VALUE, '"}'],
    ['an event', 'data: {"id_token":"', VALUE, '"}'],
    ['a form', 'user=ada&passwd=', VALUE, '&b=2'],
    ['a page with urls', '<a href="https://cdn.test/f.mp4?X-Amz-Signature=', VALUE, '">film</a>'],
    ['a url with a password', '{"at":"https://ada:', VALUE, '@cdn.test/f"}'],
  ])('redact %s and keep all other characters', (_, before, value, behind) => {
    expect(redacted({ answer: before + value + behind }).answer!.body).toMatch(only(before, behind))
    expect(redacted({ method: 'POST', body: before + value + behind }).request.body).toMatch(only(before, behind))
  })

  it('redact JSON in a JSON string, and numbers', () => {
    const inner = JSON.stringify({ password: VALUE, n: 1 })
    const { answer } = redacted({ answer: JSON.stringify({ log: inner, password: 12345678, duration: 10 }) })
    const { log, password, duration } = JSON.parse(answer!.body)
    expect(JSON.parse(log)).toEqual({ password: expect.stringMatching(only('')), n: 1 })
    expect(password).toMatch(only(''))
    expect(duration).toBe(10)
  })

  it('give equal values equal placeholders and different values different ones', () => {
    const secrets = new Secrets()
    const query = (value: string) => redacted({ path: `/f?signature=${value}` }, secrets).request.path.slice(13)
    const names = ['a/bcd', 'a%2Fbcd', 'a%2fbcd', 'a%252Fbcd', 'a/bce'].map(query)
    expect(new Set(names).size).toBe(5)
    expect(names[1]).toBe(names[0]!.replace('}}', ', percent-encoded}}'))
    const { answer } = redacted({ answer: '{"signature":"a/bcd"}' }, secrets)
    expect(answer!.body).toBe(`{"signature":"${names[0]}"}`)
    expect(redacted({ path: `/f?signature=${names[0]}` }, secrets).request.path.slice(13)).toBe(names[0])
    expect(redacted({ path: '/f?signature=a/bcd' }).request.path.slice(13)).not.toBe(names[0])
  })

  it.each([
    ['a word that says nothing', '{"password":"required","api_key":"none","token_type":"bearer","auth":""}'],
    ['what a tool left out', '{"secret":"[REDACTED-00]","token":"***","password":"(removed)"}'],
    ['a key that is redacted', '{"authorization":"Bearer {{K1}}","token":"{{A, in base64}}"}'],
    [
      'other names',
      '{"tokens":"12345","page_token":"abcdefgh","id":"vid_93hhPm","key":"duration","design":"a1b2c3d4"}',
    ],
    ['a prompt', '{"prompt":"password=lighthouse, token: abcdefgh"}'],
  ])('keep %s', (_, body) => {
    expect(redacted({ method: 'POST', path: '/v1/videos', body, answer: body }).request.body).toBe(body)
    expect(redacted({ answer: body }).answer!.body).toBe(body)
  })

  it('keep a job id that the server calls token', () => {
    const answer = '{"token":"vid_93hhPmQ0","access_token":"q7WkPz3LmXv81BtRa"}'
    for (const path of ['/v1/videos', '/v1/videos/vid_93hhPmQ0']) {
      const { body } = redacted({ path, answer }).answer!
      expect(body).toContain('"token":"vid_93hhPmQ0"')
      expect(body).not.toContain(VALUE)
    }
  })

  it('find a learned password and a session cookie elsewhere, also in base64', () => {
    const secrets = new Secrets()
    secrets.note([['Set-Cookie', `theme=dark; sid=${VALUE}; Path=/`]])
    redacted({ method: 'POST', body: '{"password":"Tr0ub4dor&3-horse"}' }, secrets)
    const answer = `no: Tr0ub4dor&3-horse, ${Buffer.from(`xyz${VALUE}!`).toString('base64')}, dark`
    const { body } = redacted({ answer }, secrets).answer!
    expect(body).toMatch(new RegExp(`^no: ${NAME}, eHl6\\{\\{S\\w{7}, in base64\\}\\}Eh, dark$`))
  })
})
