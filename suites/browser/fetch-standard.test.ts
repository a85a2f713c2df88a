import { describe, expect, it } from 'vitest'
import type { Answer, Header } from '../../runner/history/entry/exchange.ts'
import { type Call, letsThrough, mayRead } from './fetch-standard.ts'

const PAGE = 'https://page.example'
const ANY: Header = ['Access-Control-Allow-Origin', '*']
const OWN: Header = ['Access-Control-Allow-Origin', PAGE]
const WITH_CREDENTIALS: Header = ['Access-Control-Allow-Credentials', 'true']
const origin = (value: string): Header => ['Access-Control-Allow-Origin', value]
const credentials = (value: string): Header => ['Access-Control-Allow-Credentials', value]
const headers = (value: string): Header => ['Access-Control-Allow-Headers', value]
const methods = (value: string): Header => ['Access-Control-Allow-Methods', value]
const NAMED = headers('authorization, content-type')

const answer = (lines: readonly Header[], status = 204): Answer => ({ status, headers: lines, body: '', bytes: 0 })

const call = (told: Partial<Call> = {}): Call => ({
  origin: PAGE,
  method: 'POST',
  headers: ['authorization', 'content-type'],
  credentials: false,
  ...told,
})

/** Alone, and together with cookies or what else the browser knows of the server. */
type Row = [what: string, lines: Header[], plain: boolean, credentialed: boolean, from?: string]

describe('an answer', () => {
  it.each<Row>([
    ['says nothing', [], false, false],
    ['allows any origin', [ANY], true, false],
    ['allows any origin, with credentials', [ANY, WITH_CREDENTIALS], true, false],
    ['allows this origin', [OWN], true, false],
    ['allows this origin, with credentials', [OWN, WITH_CREDENTIALS], true, true],
    ['writes its headers small', [['access-control-allow-origin', PAGE]], true, false],
    ['writes its headers big', [['ACCESS-CONTROL-ALLOW-ORIGIN', '*']], true, false],
    ['writes True for true', [OWN, credentials('True')], true, false],
    ['writes 1 for true', [OWN, credentials('1')], true, false],
    ['says true twice', [OWN, WITH_CREDENTIALS, WITH_CREDENTIALS], true, false],
    ['allows nothing but credentials', [WITH_CREDENTIALS], false, false],
    ['allows any origin twice', [ANY, ANY], false, false],
    ['allows this origin twice', [OWN, OWN, WITH_CREDENTIALS], false, false],
    ['lists origins, this among them', [origin(`${PAGE}, https://other.example`)], false, false],
    ['lists origins with spaces', [origin(`${PAGE} https://other.example`)], false, false],
    ['names its host alone', [origin('page.example')], false, false],
    ['names it with a slash', [origin(`${PAGE}/`)], false, false],
    ['names it with a port', [origin(`${PAGE}:443`)], false, false],
    ['names it in capitals', [origin('HTTPS://PAGE.EXAMPLE')], false, false],
    ['names it by http', [origin('http://page.example')], false, false],
    ['names a pattern', [origin('https://*.example')], false, false],
    ['names another origin', [origin('https://dashboard.example'), WITH_CREDENTIALS], false, false],
    ['allows null', [origin('null'), WITH_CREDENTIALS], false, false],
    ['allows an empty origin', [origin('')], false, false],
    ['allows null to a page without an origin', [origin('null')], true, false, 'null'],
    [
      'allows null with credentials to a page without an origin',
      [origin('null'), WITH_CREDENTIALS],
      true,
      true,
      'null',
    ],
    ['writes Null', [origin('Null')], false, false, 'null'],
    ['allows any origin, a page without one, too', [ANY], true, false, 'null'],
    ['allows headers alone', [NAMED, methods('*')], false, false],
  ])('that %s', (_, lines, plain, credentialed, from = PAGE) => {
    expect(mayRead(answer(lines, 200), call({ origin: from }))).toBe(plain)
    expect(mayRead(answer(lines, 200), call({ origin: from, credentials: true }))).toBe(credentialed)
  })

  it.each([200, 202, 401, 404, 429, 500])('with %i is read if it is granted', (status) => {
    expect(mayRead(answer([ANY], status), call())).toBe(true)
    expect(mayRead(answer([], status), call())).toBe(false)
  })
})

describe('a preflight', () => {
  const GRANTS: Header[] = [OWN, WITH_CREDENTIALS]

  it.each<[...Row, Partial<Call>?]>([
    ['names', [NAMED], true, true],
    ['names with more beside it', [headers('x-trace, content-type, accept, authorization')], true, true],
    ['names in capitals', [headers('AUTHORIZATION, Content-Type')], true, true],
    ['names without spaces', [headers('authorization,content-type')], true, true],
    ['names with many spaces', [headers('  authorization \t ,   content-type ')], true, true],
    ['names between empty places', [headers(', authorization,, content-type,')], true, true],
    ['names on two lines', [headers('authorization'), headers('content-type')], true, true],
    [
      'names on lines of other letter case',
      [['access-control-allow-headers', 'authorization, content-type']],
      true,
      true,
    ],
    ['names, though max-age is a word', [NAMED, ['Access-Control-Max-Age', 'soon']], true, true],
    ['names, though max-age is below zero', [NAMED, ['Access-Control-Max-Age', '-1']], true, true],
    ['names, though max-age is said twice', [NAMED, ['Access-Control-Max-Age', '5, 5']], true, true],
    ['names a method beside, which POST does not need', [NAMED, methods('DELETE')], true, true],
    ['covers by a star, as browsers are shipped', [headers('*')], true, false],
    ['covers by stars everywhere', [headers('*'), headers('*'), methods('*')], true, false],
    ['covers by a star, naming Authorization', [headers('*, Authorization')], true, false],
    ['covers by a star, naming Authorization on another line', [headers('*'), headers('authorization')], true, false],
  ])('allows the headers of a call that it %s', (_, lines, plain, credentialed) => {
    expect(letsThrough(answer([...GRANTS, ...lines]), call())).toBe(plain)
    expect(letsThrough(answer([...GRANTS, ...lines]), call({ credentials: true }))).toBe(credentialed)
  })

  it.each<[what: string, lines: Header[]]>([
    ['names nothing', []],
    ['names an empty list', [headers('')]],
    ['names Authorization alone', [headers('authorization')]],
    ['names Content-Type alone', [headers('content-type')]],
    ['names them, and more that is no name', [headers('authorization, content-type, and all others')]],
    ['names methods that are none', [headers('authorization, content-type'), methods('GET, (POST)')]],
    ['names them between semicolons', [headers('authorization; content-type')]],
    ['names them between spaces', [headers('authorization content-type')]],
    ['names them in quotes', [headers('"authorization", "content-type"')]],
    ['names others that look like them', [headers('proxy-authorization, content-type-options')]],
    ['exposes them', [['Access-Control-Expose-Headers', 'authorization, content-type']]],
    [
      'says so in Allow and Vary',
      [
        ['Allow', 'POST'],
        ['Vary', 'authorization, content-type'],
      ],
    ],
  ])('allows no call with Authorization and JSON if it %s', (_, lines) => {
    expect(letsThrough(answer([ANY, ...lines]), call())).toBe(false)
    expect(letsThrough(answer([...GRANTS, ...lines]), call({ credentials: true }))).toBe(false)
  })

  it('has to name Authorization, though nothing else, for a call that sends no other header', () => {
    const read = call({ method: 'GET', headers: ['authorization'] })
    expect(letsThrough(answer([ANY, headers('Authorization')]), read)).toBe(true)
    expect(letsThrough(answer([ANY, headers('content-type')]), read)).toBe(false)
    expect(letsThrough(answer([ANY, headers('*')]), read)).toBe(true)
    expect(letsThrough(answer([ANY, headers('*')]), { ...read, credentials: true })).toBe(false)
  })

  it.each<[list: string | undefined, method: string, plain: boolean, credentialed: boolean]>([
    [undefined, 'GET', true, true],
    [undefined, 'HEAD', true, true],
    [undefined, 'POST', true, true],
    ['PUT', 'GET', true, true],
    [undefined, 'DELETE', false, false],
    ['GET, POST', 'DELETE', false, false],
    ['GET,DELETE', 'DELETE', true, true],
    ['delete', 'DELETE', false, false],
    ['*', 'DELETE', true, false],
    ['GET, *', 'PATCH', true, false],
  ])('that lists the methods %s is asked for %s', (list, method, plain, credentialed) => {
    const lines = [...GRANTS, NAMED, ...(list === undefined ? [] : [methods(list)])]
    expect(letsThrough(answer(lines), call({ method }))).toBe(plain)
    expect(letsThrough(answer(lines), call({ method, credentials: true }))).toBe(credentialed)
  })

  it.each([200, 201, 204, 299])('allows a call with %i', (status) => {
    expect(letsThrough(answer([ANY, NAMED], status), call())).toBe(true)
  })

  it.each([199, 300, 301, 304, 307, 400, 401, 403, 404, 405, 429, 500])(
    'allows none with %i, whatever its headers say',
    (status) => {
      expect(letsThrough(answer([ANY, NAMED], status), call())).toBe(false)
    },
  )

  it('allows the calls of the origin that it names, and no others', () => {
    expect(letsThrough(answer([origin('https://dashboard.example'), NAMED]), call())).toBe(false)
    expect(letsThrough(answer([NAMED]), call())).toBe(false)
    expect(letsThrough(answer([origin('null'), NAMED]), call({ origin: 'null' }))).toBe(true)
  })
})
