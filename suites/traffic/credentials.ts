import type { Exchange } from '../../runner/history/exchange.ts'
import { authorizationsIn, isAskedByNobody } from '../../runner/history/who-asks.ts'
import type { Facts } from '../../runner/judging/check.ts'
import { isUnauthorized } from '../../runner/judging/expectations.ts'
import {
  isAPart,
  isInOtherLetters,
  isOfWholeKey,
  type Recipe,
  recipesIn,
  wholeKeyOf,
} from '../../runner/keys/recipes.ts'
import { isBlackedOut } from '../../runner/observing/keys-seen.ts'
import { endpointOf } from '../../runner/wire/requests.ts'
import type { ClauseId } from '../../spec/clauses.ts'
import { besideGood, type Wrong } from './beside-good.ts'

/** A signature that a gateway asks for, and takes off before the server sees it. */
const OF_A_GATEWAY = /^aws4-/i

/** Which clause says that nobody is to be let in by this, and what it is; nothing where it is fine, or left open. */
function mistakeIn({ request, purpose }: Exchange, { isGood }: Facts): { clause: ClauseId; what: string } | undefined {
  const [value, ...others] = authorizationsIn(request)
  if (value === undefined) {
    if (purpose.keyLeftOut) return undefined
    return isAskedByNobody(request)
      ? { clause: 'auth.header-required', what: 'no Authorization header' }
      : { clause: 'auth.only-the-header-counts', what: 'the key elsewhere than in the header' }
  }
  if (others.length > 0 || isBlackedOut(value)) return undefined
  if (wholeKeyOf(value.trim()) !== undefined)
    return { clause: 'auth.bare-key-refused', what: 'the key without a scheme' }
  const [, scheme = '', between = '', rest = ''] = /^([A-Za-z][\w-]*)(\s*)([\s\S]*)$/.exec(value) ?? []
  if (scheme.toLowerCase() === 'bearer') {
    const recipes = recipesIn(rest)
    const [only] = recipes
    if (only?.text === rest && only.change !== '') return damaged(only, isGood)
    if (rest === '') return { clause: 'auth.header-form', what: 'Bearer without a key' }
    if (between === '') return { clause: 'auth.header-form', what: 'Bearer without a space behind it' }
    const besides = recipes.reduce((left, { text }) => left.replace(text, ''), rest)
    const areTwo = recipes.length > 1 && recipes.every(isOfWholeKey) && /^[\s,]*$/.test(besides)
    return areTwo ? { clause: 'auth.header-form', what: 'Bearer with two keys' } : undefined
  }
  const isOfAKey = scheme !== '' && between !== '' && recipesIn(rest).length > 0 && !OF_A_GATEWAY.test(scheme)
  return isOfAKey ? { clause: 'auth.scheme-is-bearer', what: `the scheme ${scheme}` } : undefined
}

/** What is written as a part of a good key, or as one in other letters, is another key. */
function damaged(recipe: Recipe, isGood: Facts['isGood']): { clause: ClauseId; what: string } | undefined {
  const what = `key ${recipe.name}${recipe.change}`
  if (!isGood(recipe.name)) return undefined
  if (isInOtherLetters(recipe)) return { clause: 'auth.letter-case-counts', what }
  return isAPart(recipe) ? { clause: 'auth.whole-key-compared', what } : undefined
}

function wrongBy(clause: ClauseId) {
  return (exchange: Exchange, facts: Facts): Wrong | undefined => {
    const name = endpointOf(exchange.request, facts.target)
    const mistake = name && mistakeIn(exchange, facts)
    return mistake?.clause === clause ? { case: `${name}, ${mistake.what}`, name: name! } : undefined
  }
}

const refused = (id: string, clause: ClauseId, title: string) =>
  besideGood({ id, clause, title }, isUnauthorized, wrongBy(clause))

export const credentials = [
  refused('traffic.no-header', 'auth.header-required', 'answers 401 to whoever sends no Authorization header'),
  refused('traffic.key-elsewhere', 'auth.only-the-header-counts', 'answers 401 to whoever sends the key elsewhere'),
  refused('traffic.bare-key', 'auth.bare-key-refused', 'answers 401 to whoever sends the key without a scheme'),
  refused('traffic.other-scheme', 'auth.scheme-is-bearer', 'answers 401 to whoever sends the key under another scheme'),
  refused('traffic.part-of-a-key', 'auth.whole-key-compared', 'answers 401 to whoever sends a part of a good key'),
  refused(
    'traffic.other-letters',
    'auth.letter-case-counts',
    'answers 401 to whoever sends a good key in other letters',
  ),
  refused(
    'traffic.broken-form',
    'auth.header-form',
    'answers 401 to whoever sends something else than Bearer and one key',
  ),
]
