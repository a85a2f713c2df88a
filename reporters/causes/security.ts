import type { Exchange } from '../../engine/history/entry/exchange.ts'
import { succeeded } from '../../engine/history/reading/reading.ts'
import { authorizationsIn, keyOf } from '../../engine/history/reading/request-key.ts'
import { changeIn, isOfWholeKey, type Recipe, recipesIn } from '../../engine/keys/placeholders.ts'
import type { ClauseId } from '../../spec/clauses.ts'

/** Title of a hole, followed by the endpoints that have it. The first failed clause provides the fix. */
type HoleInWords = { title: string; clauses: readonly ClauseId[] }

const HOLES = {
  'no key': { title: 'Open to everyone, without a key:', clauses: ['auth.header-required'] },
  'unknown key': { title: 'A key that was never issued is accepted by', clauses: ['auth.unknown-key'] },
  'revoked key': { title: 'A revoked key is accepted by', clauses: ['auth.revoked-key'] },
  'changed key': {
    title: 'A key with changed characters is accepted by',
    clauses: ['auth.whole-key-compared', 'auth.letter-case-counts', 'auth.prefix-belongs-to-the-key'],
  },
  'other account': { title: "Another account's job is shown by", clauses: ['accounts.other-account-sees-404'] },
  'key shown': { title: 'The API key is shown in responses of', clauses: ['auth.key-never-shown'] },
} as const satisfies Record<string, HoleInWords>

export type Hole = keyof typeof HOLES

export const holeInWords = (hole: Hole): HoleInWords => HOLES[hole]

/** An endpoint that needs no key, or accepts any, need not be listed under the narrower holes. */
export const WIDEST_FIRST: readonly Hole[] = ['no key', 'unknown key', 'changed key']

/** The security hole that a failed exchange shows. */
export function holeOf(clause: ClauseId, exchange: Exchange): Hole | undefined {
  if (clause === 'auth.key-never-shown') return 'key shown'
  if (!succeeded(exchange) || isErrorPage(exchange)) return undefined
  const isOfAnother = exchange.purpose.foreign !== undefined && keyOf(exchange.request) === 'B'
  if (clause === 'accounts.other-account-sees-404' || isOfAnother) return 'other account'
  return clause.startsWith('auth.') && exchange.purpose.part === 'probe' ? openTo(exchange) : undefined
}

const ERROR = /\b(fatal error|uncaught|traceback|exception|stack trace|internal server error)\b/i
const LONGEST_READ = 2000

/** An error page despite a success status: the client gets no data. */
export function isErrorPage({ answer }: Exchange): boolean {
  const body = answer?.body.slice(0, LONGEST_READ) ?? ''
  return /^\s*</.test(body) && ERROR.test(body)
}

/** Undefined for a valid key in the wrong place, which only owners of a key can send. */
function openTo({ request }: Exchange): Hole | undefined {
  const { path, headers, body = '' } = request
  const keys = recipesIn([path, ...headers.flat(), body].join('\n'))
  if (keys.some(isValid)) return undefined
  if (keys.some(({ name }) => name === 'R')) return 'revoked key'
  if (keys.some(({ name }) => name === 'U')) return 'unknown key'
  const authorizations = authorizationsIn(request)
  if (keys.length > 0 && authorizations.length > 0) return 'changed key'
  // For example, only the prefix of a key.
  return authorizations.some((each) => /\S\s+\S/.test(each)) ? 'unknown key' : 'no key'
}

const ENCODED: readonly (string | undefined)[] = ['user in base64', 'password in base64', 'one percent-encoded']

function isValid(recipe: Recipe): boolean {
  const isWhole = isOfWholeKey(recipe) || ENCODED.includes(changeIn(recipe.change)?.kind)
  return isWhole && recipe.name !== 'U' && recipe.name !== 'R'
}
