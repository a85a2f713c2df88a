import type { RequestTemplate } from '../../runner/history/exchange.ts'
import { withAuthorization, withHeader } from '../../runner/wire/requests.ts'
import { KEY_PREFIX } from '../../spec/words.ts'
import type { Malformation } from '../every-endpoint.ts'

const QUERY_NAMES = ['access_token', 'api_key', 'apikey', 'key', 'token', 'auth', 'authorization']
const COOKIE_NAMES = ['access_token', 'api_key', 'session', 'token', 'auth', 'authorization']
const OTHER_HEADERS: [string, string][] = [
  ['X-API-Key', '{{A}}'],
  ['Api-Key', '{{A}}'],
  ['X-Auth-Token', '{{A}}'],
  ['X-Access-Token', '{{A}}'],
  ['X-Authorization', 'Bearer {{A}}'],
  ['X-Forwarded-Authorization', 'Bearer {{A}}'],
  ['X-Original-Authorization', 'Bearer {{A}}'],
  ['Authentication', 'Bearer {{A}}'],
  ['Proxy-Authorization', 'Bearer {{A}}'],
]

const without = (request: RequestTemplate) => withAuthorization(request)
const saying = (what: string, value: string): Malformation => ({
  what,
  of: (request) => withAuthorization(request, value),
})

export const noHeader: Malformation[] = [{ what: 'no Authorization header', of: without }]

export const keyElsewhere: Malformation[] = [
  {
    what: 'the key in the query alone',
    of: (request) =>
      withQuery(
        without(request),
        QUERY_NAMES.map((name) => `${name}={{A}}`),
      ),
  },
  {
    what: 'the header line in the query alone',
    of: (request) => withQuery(without(request), ['authorization=Bearer%20{{A}}']),
  },
  {
    what: 'the key in a cookie alone',
    of: (request) => withHeader(without(request), 'Cookie', COOKIE_NAMES.map((name) => `${name}={{A}}`).join('; ')),
  },
  {
    what: 'the key in other headers alone',
    of: (request) => OTHER_HEADERS.reduce((so, [name, value]) => withHeader(so, name, value), without(request)),
  },
  { what: 'the key in the body alone', of: (request) => inBody(without(request)) },
]

export const otherScheme: Malformation[] = [
  saying('the scheme Basic with the key as the user', 'Basic {{A as the user in base64}}'),
  saying('the scheme Basic with the key as the password', 'Basic {{A as the password in base64}}'),
  ...['Basic', 'Token', 'ApiKey', 'Digest'].map((scheme) => saying(`the scheme ${scheme}`, `${scheme} {{A}}`)),
]

export const bareKey: Malformation[] = [saying('the key alone in the header', '{{A}}')]

export const brokenForm: Malformation[] = [
  saying('an empty header', ''),
  saying('Bearer with nothing behind it', 'Bearer'),
  saying('Bearer glued to the key', 'Bearer{{A}}'),
  saying('Bearer twice', 'Bearer Bearer {{A}}'),
  saying('the same key twice', 'Bearer {{A}} {{A}}'),
  saying('a good key before another token', 'Bearer {{A}} {{U}}'),
  saying('a good key behind another token', 'Bearer {{U}} {{A}}'),
]

export const unknownKey: Malformation[] = [
  saying('a key that was never issued', 'Bearer {{U}}'),
  saying('the prefix of keys alone', 'Bearer cl_'),
]

export const otherLetterCase: Malformation[] = ['in another letter case', 'in capitals', 'in small letters'].map(
  (change) => saying(`the key ${change}`, `Bearer {{A ${change}}}`),
)

export const noPrefix: Malformation[] = [saying('the key without its cl_', 'Bearer {{A without its prefix}}')]

export const revokedKey: Malformation[] = [saying('a revoked key', 'Bearer {{R}}')]

/** Near both ends, near the middle, and between: whoever compares a part of the key compares one of these. */
export function damagedKeys(length: number): Malformation[] {
  const spots = [...new Set([1, 4, Math.ceil(length / 4), Math.ceil(length / 2), Math.ceil((length * 3) / 4), length])]
  return [
    ...spots.map((at) => changedAt(at)),
    ...[4, Math.ceil(length / 2), length].map((at) =>
      saying(`the key without character ${at}`, `Bearer {{A without character ${at}}}`),
    ),
    ...['.', '-', '='].map((end) => saying(`the key with ${end} behind it`, `Bearer {{A}}${end}`)),
    ...[0, KEY_PREFIX.length, Math.ceil(length / 2), length].map((at) =>
      saying(
        `the key with a character added after character ${at}`,
        `Bearer {{A with a character added after character ${at}}}`,
      ),
    ),
  ]
}

const MOST_POSITIONS = 80

/** Every character, or as many as spread evenly over a very long key. */
export function everyCharacterChanged(length: number): Malformation[] {
  const step = Math.max(1, length / MOST_POSITIONS)
  const positions = Array.from({ length: Math.min(length, MOST_POSITIONS) }, (_, index) => 1 + Math.floor(index * step))
  return positions.map(changedAt)
}

function changedAt(at: number): Malformation {
  return saying(`the key with character ${at} changed`, `Bearer {{A with character ${at} changed}}`)
}

function withQuery(request: RequestTemplate, parameters: string[]): RequestTemplate {
  return { ...request, path: `${request.path}?${parameters.join('&')}` }
}

/** Only a submission has a body. The key never stands in a template, and bodies are sent as they are written. */
function inBody(request: RequestTemplate): RequestTemplate | undefined {
  if (!request.body?.startsWith('{')) return undefined
  return { ...request, body: request.body.replace('{', '{"api_key":"{{A}}","access_token":"{{A}}",') }
}
