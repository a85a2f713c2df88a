import type { Header, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { withAuthorization, withHeader } from '../../engine/http/requests.ts'
import type { KeyName } from '../../engine/keys/placeholders.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { KEY_PREFIX } from '../../spec/words.ts'

/** One way to make a good request unauthorized. Undefined if the request has no such place. */
export type Malformation = {
  what: string
  of(request: RequestTemplate): RequestTemplate | undefined
}

/** Replaces the value of the Authorization header. */
const saying = (what: string, value: string): Malformation => ({
  what,
  of: (request) => withAuthorization(request, value),
})

/** Mistakes of one kind: those that each run sends, and those that are sampled at random besides or instead. */
type Ways = {
  always: readonly Malformation[]
  byChance?: readonly Malformation[]
  instead?: readonly Malformation[]
}

const drawnFrom = ({ always, byChance = [], instead }: Ways) => instead ?? [...always, ...byChance]

const otherSchemes: Ways = {
  always: [
    saying('the scheme Basic with the key as the user', 'Basic {{A as the user in base64}}'),
    saying('the scheme Basic with the key as the password', 'Basic {{A as the password in base64}}'),
    ...['Basic', 'Token', 'ApiKey', 'Digest'].map((scheme) => saying(`the scheme ${scheme}`, `${scheme} {{A}}`)),
  ],
  byChance: [
    'bearertoken',
    'BearerToken',
    'Bearer-Key',
    'Bearers',
    'XBearer',
    'Bear',
    'JWT',
    'OAuth',
    'Key',
    'Negotiate',
  ].map((scheme) => saying(`the scheme ${scheme}`, `${scheme} {{A}}`)),
}

const brokenForms: Ways = {
  always: [
    saying('an empty header', ''),
    saying('Bearer without a key', 'Bearer'),
    saying('Bearer without a space before the key', 'Bearer{{A}}'),
    saying('Bearer twice', 'Bearer Bearer {{A}}'),
    saying('the same key twice', 'Bearer {{A}} {{A}}'),
    saying('a valid key before another token', 'Bearer {{A}} {{U}}'),
    saying('a valid key after another token', 'Bearer {{U}} {{A}}'),
  ],
  byChance: [
    saying('Bearer with a colon', 'Bearer: {{A}}'),
    saying('Bearer with an equals sign', 'Bearer={{A}}'),
    saying('the key in quotes', 'Bearer "{{A}}"'),
    saying('the key in angle brackets', 'Bearer <{{A}}>'),
    saying('the whole header in quotes', '"Bearer {{A}}"'),
    saying('the key and a comma', 'Bearer {{A}},'),
    saying('the key and a semicolon', 'Bearer {{A}};'),
    saying('the key with a parameter', 'Bearer {{A}};v=1'),
    saying('the key with a realm', 'Bearer {{A}}, realm="api"'),
    saying('the key with a path', 'Bearer {{A}}/v1'),
    saying('the key with a query', 'Bearer {{A}}?v=1'),
    saying('the key with a fragment', 'Bearer {{A}}#1'),
    saying('the key with a password', 'Bearer {{A}}:x'),
    saying('the key with a percent-encoded space', 'Bearer {{A}}%20'),
    // Firewalls look for a NUL there and respond in their own way.
    saying('the key with a percent-encoded equals sign', 'Bearer {{A}}%3D'),
    saying('the key after a name', 'Bearer token={{A}}'),
    saying('a word before Bearer', 'X Bearer {{A}}'),
    saying('a list with an unknown key before the valid one', 'Bearer {{U}}, Bearer {{A}}'),
    saying('a list with another scheme before the valid one', 'Basic eA==, Bearer {{A}}'),
  ],
}

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

/** A valid key in the wrong place. */
const keyElsewhere: Malformation[] = [
  {
    what: 'the key only in the query',
    of: (request) =>
      withQuery(
        withAuthorization(request),
        QUERY_NAMES.map((name) => `${name}={{A}}`),
      ),
  },
  {
    what: 'the header line only in the query',
    of: (request) => withQuery(withAuthorization(request), ['authorization=Bearer%20{{A}}']),
  },
  {
    what: 'the key only in a cookie',
    of: (request) =>
      withHeader(withAuthorization(request), 'Cookie', COOKIE_NAMES.map((name) => `${name}={{A}}`).join('; ')),
  },
  {
    what: 'the key only in other headers',
    of: (request) =>
      OTHER_HEADERS.reduce((so, [name, value]) => withHeader(so, name, value), withAuthorization(request)),
  },
  { what: 'the key only in the body', of: (request) => inBody(withAuthorization(request)) },
]

function withQuery(request: RequestTemplate, parameters: string[]): RequestTemplate {
  return { ...request, path: `${request.path}?${parameters.join('&')}` }
}

/** Only a submission has a body. Bodies are sent literally, so a template holds no key. */
function inBody(request: RequestTemplate): RequestTemplate | undefined {
  if (!request.body?.startsWith('{')) return undefined
  return { ...request, body: request.body.replace('{', '{"api_key":"{{A}}","access_token":"{{A}}",') }
}

const positions = (length: number) => Array.from({ length }, (_, index) => index + 1)

/** Near both ends, near the middle and between, for servers that compare only a part of the key. */
function someDamaged(length: number): Malformation[] {
  const spots = [...new Set([1, 4, Math.ceil(length / 4), Math.ceil(length / 2), Math.ceil((length * 3) / 4), length])]
  return [
    ...spots.map((at) => changedAt(at)),
    ...[4, Math.ceil(length / 2), length].map((at) =>
      saying(`the key without character ${at}`, `Bearer {{A without character ${at}}}`),
    ),
    ...['.', '-', '='].map((end) => saying(`the key with ${end} appended`, `Bearer {{A}}${end}`)),
    ...[0, KEY_PREFIX.length, Math.ceil(length / 2), length].map((at) =>
      saying(
        `the key with a character added after character ${at}`,
        `Bearer {{A with a character added after character ${at}}}`,
      ),
    ),
  ]
}

/** For servers that strip white space anywhere in the header before they look up the key. */
function withSomethingInside(length: number): Malformation[] {
  const half = Math.ceil(length / 2)
  const parted = (between: string, ...ends: number[]) =>
    [0, ...ends].map((end, index) => `{{A from character ${end + 1} to ${ends[index] ?? length}}}`).join(between)
  const inside = (what: string, between: string, at: number) =>
    saying(`the key with ${what} after character ${at}`, `Bearer ${parted(between, at)}`)
  const groups = Array.from(
    { length: Math.ceil((length - KEY_PREFIX.length) / 8) },
    (_, turn) => KEY_PREFIX.length + turn * 8,
  )
  return [
    ...[KEY_PREFIX.length, half, length - 4].map((at) => inside('a space', ' ', at)),
    ...[KEY_PREFIX.length, half].map((at) => inside('a tab', '\t', at)),
    inside('two spaces', '  ', half),
    inside('a folded line', ' \t ', half),
    inside('a comma', ',', half),
    inside('an encoded space', '%20', half),
    inside('an encoded line', '%0A', half),
    saying('the key in groups of eight', `Bearer ${parted(' ', ...groups.slice(1))}`),
    saying('the key with a character percent-encoded', `Bearer {{A with character ${half} percent-encoded}}`),
  ]
}

/** The UTF-8 bytes of a text, one header character per byte. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1')

/** Invisible characters as UTF-8, and one byte that is a space in other charsets. */
export function withInvisibleInside(length: number): Malformation[] {
  const half = Math.ceil(length / 2)
  return [
    ['a zero-width space', asBytes('\u200b')],
    ['a zero-width joiner', asBytes('\u200d')],
    ['a byte order mark', asBytes('\ufeff')],
    ['a soft hyphen', asBytes('\u00ad')],
    ['a no-break space', asBytes('\u00a0')],
    ['a no-break space of Latin-1', '\u00a0'],
  ].map(([what, bytes]) =>
    saying(
      `the key with ${what} in the middle`,
      `Bearer {{A from character 1 to ${half}}}${bytes}{{A from character ${half + 1} to ${length}}}`,
    ),
  )
}

const MOST_POSITIONS = 80

/** Each character changed, or an even sample of a very long key. */
export function everyCharacterChanged(length: number): Malformation[] {
  const step = Math.max(1, length / MOST_POSITIONS)
  const positions = Array.from({ length: Math.min(length, MOST_POSITIONS) }, (_, index) => 1 + Math.floor(index * step))
  return positions.map(changedAt)
}

function changedAt(at: number): Malformation {
  return saying(`the key with character ${at} changed`, `Bearer {{A with character ${at} changed}}`)
}

/** For servers that compare only a short prefix and the last four characters. */
function shortened(length: number): Malformation[] {
  const part = (from: number, to: number) => `{{A from character ${from} to ${to}}}`
  const half = Math.ceil(length / 2)
  return [
    saying('the first half of the key', `Bearer ${part(1, half)}`),
    saying('the first eight characters of the key', `Bearer ${part(1, 8)}`),
    saying('the key without its last four characters', `Bearer ${part(1, length - 4)}`),
    saying('the start and the end of the key without the middle', `Bearer ${part(1, 7)}${part(length - 3, length)}`),
    saying('the key repeated twice', 'Bearer {{A}}{{A}}'),
    saying(
      'the start and the end of the key around an unknown middle',
      `Bearer ${part(1, 7)}{{U}}${part(length - 3, length)}`,
    ),
  ]
}

function allDamaged(length: number): Malformation[] {
  return positions(length).flatMap((at) => [
    saying(`the key with character ${at} changed`, `Bearer {{A with character ${at} changed}}`),
    saying(`the key without character ${at}`, `Bearer {{A without character ${at}}}`),
    saying(
      `the key with a character added after character ${at}`,
      `Bearer {{A with a character added after character ${at}}}`,
    ),
  ])
}

/** Random positions: any part of the key may be the one that is not compared. */
const damagedKeys = (length: number): Ways => ({
  always: [...someDamaged(length), ...withSomethingInside(length)],
  instead: [...allDamaged(length), ...shortened(length), ...withSomethingInside(length)],
})

/** All mistakes that violate one clause. */
type Kind = Ways & { breaks: ClauseId; of?: KeyName }

const unknownKeys: Ways = {
  always: [saying('a key that was never issued', 'Bearer {{U}}'), saying('only the prefix of keys', 'Bearer cl_')],
  byChance: [
    saying('an unknown key with a longer end', 'Bearer {{U}}{{U}}'),
    saying('a key of zeros only', `Bearer ${KEY_PREFIX}${'0'.repeat(32)}`),
    ...['test', 'admin', 'null', 'undefined', '*', '%'].map((word) =>
      saying(`the key ${KEY_PREFIX}${word}`, `Bearer ${KEY_PREFIX}${word}`),
    ),
  ],
}

const letterCases = (length: number): Ways => ({
  always: ['in another letter case', 'in capitals', 'in small letters'].map((change) =>
    saying(`the key ${change}`, `Bearer {{A ${change}}}`),
  ),
  byChance: inOtherCase(length),
})

/** Each letter after the prefix in the other case. */
function inOtherCase(length: number): Malformation[] {
  const behind = Array.from(
    { length: Math.max(0, length - KEY_PREFIX.length) },
    (_, index) => KEY_PREFIX.length + index + 1,
  )
  return behind.map((at) =>
    saying(
      `the key with character ${at} in the other letter case`,
      `Bearer {{A with character ${at} in the other letter case}}`,
    ),
  )
}

const withAnotherPrefix = KEY_PREFIX.split('').flatMap((letter, index) =>
  letter === letter.toUpperCase()
    ? []
    : [
        saying(
          `the key with character ${index + 1} in upper case`,
          `Bearer {{A with character ${index + 1} in the other letter case}}`,
        ),
      ],
)

const inCapitals = saying(
  'the key with its prefix in upper case',
  `Bearer ${KEY_PREFIX.toUpperCase()}{{A without its prefix}}`,
)

/** The source of both the fixed lists and the random mistakes. `length`: of the key. */
function kinds(length: number): Kind[] {
  return [
    {
      breaks: 'auth.header-required',
      always: [{ what: 'no Authorization header', of: (request) => withAuthorization(request) }],
    },
    { breaks: 'auth.only-the-header-counts', always: keyElsewhere },
    { breaks: 'auth.scheme-is-bearer', ...otherSchemes },
    { breaks: 'auth.bare-key-refused', always: [saying('only the key in the header', '{{A}}')] },
    { breaks: 'auth.header-form', ...brokenForms },
    { breaks: 'auth.unknown-key', ...unknownKeys },
    { breaks: 'auth.whole-key-compared', ...damagedKeys(length) },
    { breaks: 'auth.letter-case-counts', ...letterCases(length) },
    {
      breaks: 'auth.prefix-belongs-to-the-key',
      always: [saying('the key without its prefix cl_', 'Bearer {{A without its prefix}}')],
      byChance: [inCapitals, ...withAnotherPrefix],
    },
    { breaks: 'auth.revoked-key', always: [saying('a revoked key', 'Bearer {{R}}')], of: 'R' },
  ]
}

/** The mistakes against a clause that each run sends. */
export function keyMistakesAgainst(breaks: ClauseId, length = 0): readonly Malformation[] {
  return kinds(length).find((each) => each.breaks === breaks)!.always
}

type KeyMistakes = { breaks: ClauseId; ways: readonly Malformation[]; of?: KeyName }

/** The mistakes to sample at random. */
export function keyMistakes(length: number): KeyMistakes[] {
  return kinds(length).map(({ breaks, of, ...ways }) => ({ breaks, ways: drawnFrom(ways), ...(of && { of }) }))
}

export function madeFrom(key: KeyName, request: RequestTemplate): RequestTemplate {
  const instead = (text: string) => text.replace(/\{\{A(?=[ }])/g, `{{${key}`)
  return {
    ...request,
    path: instead(request.path),
    headers: request.headers.map(([name, value]): Header => [name, instead(value)]),
    ...(request.body !== undefined && { body: instead(request.body) }),
  }
}
