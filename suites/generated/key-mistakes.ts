import type { Header, RequestTemplate } from '../../runner/history/exchange.ts'
import type { KeyName } from '../../runner/keys/recipes.ts'
import { withAuthorization } from '../../runner/wire/requests.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { KEY_PREFIX } from '../../spec/words.ts'
import * as known from '../auth/malformations.ts'
import type { Malformation } from '../every-endpoint.ts'

/** All ways of carrying no good key that break one clause, made from a key of that length. */
export type KeyMistakes = { breaks: ClauseId; ways: readonly Malformation[]; of?: KeyName }

const saying = (what: string, value: string): Malformation => ({
  what,
  of: (request) => withAuthorization(request, value),
})

const positions = (length: number) => Array.from({ length }, (_, index) => index + 1)

const formsOfTheHeader: Malformation[] = [
  saying('Bearer with a colon', 'Bearer: {{A}}'),
  saying('Bearer with an equals sign', 'Bearer={{A}}'),
  saying('the key in quotes', 'Bearer "{{A}}"'),
  saying('the key in angle brackets', 'Bearer <{{A}}>'),
  saying('the whole header in quotes', '"Bearer {{A}}"'),
  saying('the key and a comma', 'Bearer {{A}},'),
  saying('the key behind a name', 'Bearer token={{A}}'),
  saying('a word before Bearer', 'X Bearer {{A}}'),
  saying('a list, an unknown key before the good one', 'Bearer {{U}}, Bearer {{A}}'),
  saying('a list, another scheme before the good one', 'Basic eA==, Bearer {{A}}'),
]

const otherSchemes = [
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
].map((scheme) => saying(`the scheme ${scheme}`, `${scheme} {{A}}`))

const unknownKeys: Malformation[] = [
  saying('an unknown key with a longer end', 'Bearer {{U}}{{U}}'),
  saying('a key of nothing but zeros', `Bearer ${KEY_PREFIX}${'0'.repeat(32)}`),
  ...['test', 'admin', 'null', 'undefined', '*', '%'].map((word) =>
    saying(`the key ${KEY_PREFIX}${word}`, `Bearer ${KEY_PREFIX}${word}`),
  ),
]

/** Whoever keeps a short prefix and the last four characters may compare no more than these. */
function shortened(length: number): Malformation[] {
  const part = (from: number, to: number) => `{{A from character ${from} to ${to}}}`
  const half = Math.ceil(length / 2)
  return [
    saying('the first half of the key', `Bearer ${part(1, half)}`),
    saying('the first eight characters of the key', `Bearer ${part(1, 8)}`),
    saying('the key without its last four characters', `Bearer ${part(1, length - 4)}`),
    saying('the ends of the key with nothing between', `Bearer ${part(1, 7)}${part(length - 3, length)}`),
    saying('the key twice in one', 'Bearer {{A}}{{A}}'),
    saying('the ends of the key around an unknown one', `Bearer ${part(1, 7)}{{U}}${part(length - 3, length)}`),
  ]
}

function damaged(length: number): Malformation[] {
  return positions(length).flatMap((at) => [
    saying(`the key with character ${at} changed`, `Bearer {{A with character ${at} changed}}`),
    saying(`the key without character ${at}`, `Bearer {{A without character ${at}}}`),
    saying(
      `the key with a character added after character ${at}`,
      `Bearer {{A with a character added after character ${at}}}`,
    ),
  ])
}

/** The letters behind the prefix, one by one. */
function inOtherCase(length: number): Malformation[] {
  const behind = positions(length).filter((at) => at > KEY_PREFIX.length)
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
          `the key with character ${index + 1} in capitals`,
          `Bearer {{A with character ${index + 1} in the other letter case}}`,
        ),
      ],
)

const inCapitals = saying(
  'the key with its prefix in capitals',
  `Bearer ${KEY_PREFIX.toUpperCase()}{{A without its prefix}}`,
)

export function keyMistakes(length: number): KeyMistakes[] {
  return [
    { breaks: 'auth.header-required', ways: known.noHeader },
    { breaks: 'auth.only-the-header-counts', ways: known.keyElsewhere },
    { breaks: 'auth.scheme-is-bearer', ways: [...known.otherScheme, ...otherSchemes] },
    { breaks: 'auth.bare-key-refused', ways: known.bareKey },
    { breaks: 'auth.header-form', ways: [...known.brokenForm, ...formsOfTheHeader] },
    { breaks: 'auth.unknown-key', ways: [...known.unknownKey, ...unknownKeys] },
    { breaks: 'auth.whole-key-compared', ways: [...damaged(length), ...shortened(length)] },
    { breaks: 'auth.letter-case-counts', ways: [...known.otherLetterCase, ...inOtherCase(length)] },
    { breaks: 'auth.prefix-belongs-to-the-key', ways: [...known.noPrefix, inCapitals, ...withAnotherPrefix] },
    { breaks: 'auth.revoked-key', ways: known.revokedKey, of: 'R' },
  ]
}

/** The same mistake made with another key. */
export function madeFrom(key: KeyName, request: RequestTemplate): RequestTemplate {
  const instead = (text: string) => text.replace(/\{\{A(?=[ }])/g, `{{${key}`)
  return {
    ...request,
    path: instead(request.path),
    headers: request.headers.map(([name, value]): Header => [name, instead(value)]),
    ...(request.body !== undefined && { body: instead(request.body) }),
  }
}
