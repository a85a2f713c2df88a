import { describe, expect, it } from 'vitest'
import type { Answer, Header } from '../../engine/history/entry/exchange.ts'
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

/** Without and with credentials. */
type Row = [what: string, lines: Header[], plain: boolean, credentialed: boolean, from?: string]

describe('a response', () => {
  it.each<Row>([
    ['says nothing', [], false, false],
    ['allows any origin', [ANY], true, false],
    ['allows this origin', [OWN], true, false],
    ['allows this origin, with credentials', [OWN, WITH_CREDENTIALS], true, true],
    ['writes its headers big', [['ACCESS-CONTROL-ALLOW-ORIGIN', '*']], true, false],
    ['writes True for true', [OWN, credentials('True')], true, false],
    ['allows any origin twice', [ANY, ANY], false, false],
    ['lists origins, this among them', [origin(`${PAGE}, https://other.example`)], false, false],
    ['names it with a slash', [origin(`${PAGE}/`)], false, false],
    ['names it in capitals', [origin('HTTPS://PAGE.EXAMPLE')], false, false],
    ['names another origin', [origin('https://dashboard.example'), WITH_CREDENTIALS], false, false],
    ['allows null', [origin('null'), WITH_CREDENTIALS], false, false],
    ['allows null to a page without an origin', [origin('null')], true, false, 'null'],
    [
      'allows null with credentials to a page without an origin',
      [origin('null'), WITH_CREDENTIALS],
      true,
      true,
      'null',
    ],
  ])('that %s', (_, lines, plain, credentialed, from = PAGE) => {
    expect(mayRead(answer(lines, 200), call({ origin: from }))).toBe(plain)
    expect(mayRead(answer(lines, 200), call({ origin: from, credentials: true }))).toBe(credentialed)
  })
})

describe('a preflight', () => {
  const GRANTS: Header[] = [OWN, WITH_CREDENTIALS]

  it.each<[...Row, Partial<Call>?]>([
    ['names', [NAMED], true, true],
    ['names in capitals', [headers('AUTHORIZATION, Content-Type')], true, true],
    ['names between empty places', [headers(', authorization,, content-type,')], true, true],
    ['names on two lines', [headers('authorization'), headers('content-type')], true, true],
    [
      'names on lines of other letter case',
      [['access-control-allow-headers', 'authorization, content-type']],
      true,
      true,
    ],
    ['names, though max-age is a word', [NAMED, ['Access-Control-Max-Age', 'soon']], true, true],
    ['names a method beside, which POST does not need', [NAMED, methods('DELETE')], true, true],
    ['covers by a star, as browsers are shipped', [headers('*')], true, false],
    ['covers by a star, naming Authorization', [headers('*, Authorization')], true, false],
  ])('allows the headers of a call that it %s', (_, lines, plain, credentialed) => {
    expect(letsThrough(answer([...GRANTS, ...lines]), call())).toBe(plain)
    expect(letsThrough(answer([...GRANTS, ...lines]), call({ credentials: true }))).toBe(credentialed)
  })

  it.each<[what: string, lines: Header[]]>([
    ['names nothing', []],
    ['names Authorization alone', [headers('authorization')]],
    ['names them, and more that is no name', [headers('authorization, content-type, and all others')]],
    ['names them between semicolons', [headers('authorization; content-type')]],
    ['names others that look like them', [headers('proxy-authorization, content-type-options')]],
  ])('allows no call with Authorization and JSON if it %s', (_, lines) => {
    expect(letsThrough(answer([ANY, ...lines]), call())).toBe(false)
    expect(letsThrough(answer([...GRANTS, ...lines]), call({ credentials: true }))).toBe(false)
  })

  it.each<[list: string | undefined, method: string, plain: boolean, credentialed: boolean]>([
    [undefined, 'GET', true, true],
    [undefined, 'POST', true, true],
    [undefined, 'DELETE', false, false],
    ['GET, POST', 'DELETE', false, false],
    ['GET,DELETE', 'DELETE', true, true],
    ['delete', 'DELETE', false, false],
    ['*', 'DELETE', true, false],
  ])('that lists the methods %s is asked for %s', (list, method, plain, credentialed) => {
    const lines = [...GRANTS, NAMED, ...(list === undefined ? [] : [methods(list)])]
    expect(letsThrough(answer(lines), call({ method }))).toBe(plain)
    expect(letsThrough(answer(lines), call({ method, credentials: true }))).toBe(credentialed)
  })

  it.each([199, 300, 301, 304, 307, 400, 401, 403, 404, 405, 429, 500])(
    'allows none with %i, whatever its headers say',
    (status) => {
      expect(letsThrough(answer([ANY, NAMED], status), call())).toBe(false)
    },
  )
})
