import type { Header, RequestTemplate } from '../../../engine/history/entry/exchange.ts'
import { withAuthorization } from '../../../engine/http/requests.ts'
import type { KeyName } from '../../../engine/keys/recipes.ts'
import type { ClauseId } from '../../../spec/clauses.ts'
import { KEY_PREFIX } from '../../../spec/words.ts'
import { damagedKeys } from './damaged-keys.ts'
import { keyElsewhere } from './elsewhere.ts'
import { brokenForms, otherSchemes } from './header-forms.ts'
import { type Malformation, saying } from './malformation.ts'
import { drawnFrom, type Ways } from './ways.ts'

/** All ways of carrying no good key that break one clause. */
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

/** The letters behind the prefix, one by one. */
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

/** Each kind stands here once: the fixed lists and what is drawn by chance both come from it. `length`: of the key. */
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

/** What each run tries of the ways that break a clause. */
export function keyMistakesAgainst(breaks: ClauseId, length = 0): readonly Malformation[] {
  return kinds(length).find((each) => each.breaks === breaks)!.always
}

export type KeyMistakes = { breaks: ClauseId; ways: readonly Malformation[]; of?: KeyName }

/** What is drawn from by chance. */
export function keyMistakes(length: number): KeyMistakes[] {
  return kinds(length).map(({ breaks, of, ...ways }) => ({ breaks, ways: drawnFrom(ways), ...(of && { of }) }))
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
