import {
  asItWas,
  changeIn,
  isSecret,
  isWord,
  type KeyName,
  type KindOfChange,
  recipesIn,
} from '../../engine/keys/placeholders.ts'
import { KEY_VARIABLES } from '../../engine/run/provision.ts'
import { KEY_PREFIX } from '../../spec/words.ts'

/** Part of a shell word: literal text, or an expansion as written between double quotes. */
export type Piece = { text: string } | { expansion: string }

/** An unknown key. */
const NEVER_ISSUED = `${KEY_PREFIX}${'0'.repeat(22)}`

/** Replaces each character by the next one of its kind, like the probe. */
const NEXT_OF_ITS_KIND = 'tr -c a-zA-Z0-9- _ | tr -- _0-9a-zA-Z- -1-90b-zaB-ZA_'

/** Changes of a key as shell expansions. */
const IN_SHELL: Partial<Record<KindOfChange, (variable: string, at: number, to: number) => string>> = {
  nothing: (key) => `\${${key}}`,
  'one less': (key, at) => before(key, at) + behind(key, at),
  'one changed': (key, at) =>
    `${before(key, at)}$(printf %s "\${${key}:${at - 1}:1}" | ${NEXT_OF_ITS_KIND})${behind(key, at)}`,
  'one more': (key, at) => `${before(key, at + 1)}x${behind(key, at)}`,
  'one in the other letter case': (key, at) =>
    `${before(key, at)}$(printf %s "\${${key}:${at - 1}:1}" | tr a-zA-Z A-Za-z)${behind(key, at)}`,
  'one percent-encoded': (key, at) => `${before(key, at)}$(printf %%%02x "'\${${key}:${at - 1}:1}")${behind(key, at)}`,
  part: (key, from, to) => `\${${key}:${from - 1}:${to - from + 1}}`,
  'other letter case': (key) => `${KEY_PREFIX}$(printf %s "\${${key}#${KEY_PREFIX}}" | tr a-zA-Z A-Za-z)`,
  'no prefix': (key) => `\${${key}#${KEY_PREFIX}}`,
  'user in base64': (key) => `$(printf %s "\${${key}}:" | base64 | tr -d '\\n')`,
  'password in base64': (key) => `$(printf %s "user:\${${key}}" | base64 | tr -d '\\n')`,
  capitals: (key) => `${KEY_PREFIX}$(printf %s "\${${key}#${KEY_PREFIX}}" | tr a-z A-Z)`,
  'small letters': (key) => `$(printf %s "\${${key}}" | tr A-Z a-z)`,
}

/** Keys as the user's variables, so that the command shows no key. */
export function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { text, at, name, change } of recipesIn(template)) {
    const expansion = inShell(name, change)
    if (expansion === undefined) continue
    if (at > done) pieces.push(textAsSent(template.slice(done, at)))
    pieces.push(expansion)
    done = at + text.length
  }
  if (done < template.length) pieces.push(textAsSent(template.slice(done)))
  return pieces
}

/** Braces in recorded text were sent unchanged. */
const textAsSent = (text: string): Piece => ({ text: asItWas(text) })

function inShell(name: KeyName, said: string): Piece | undefined {
  const change = changeIn(said)
  const make = change && IN_SHELL[change.kind]
  if (!make) return undefined
  if (name === 'U') return { text: change.make(NEVER_ISSUED) }
  const variable = variableOf(name)
  return variable === undefined ? undefined : { expansion: make(variable, change.first, change.last) }
}

/** Placeholders of a recording that a shell cannot express briefly. */
const TOLD = /^(| from character \d+ to \d+)( in another letter case)?(, [a-zA-Z0-9 -]+)*$/

/** Explains placeholders that have no shell form. */
export function leftInWords(template: string): string[] {
  const explanations = recipesIn(template).flatMap(({ text, name, change }) => {
    if (inShell(name, change) !== undefined) return []
    const isKnown = TOLD.test(change) || changeIn(change) !== undefined
    return isKnown ? [`${text} stands for ${keyInWords(name)}${change}`] : []
  })
  return [...new Set(explanations)]
}

function keyInWords(name: KeyName): string {
  if (name === 'U') return 'a key that was never issued'
  if (isSecret(name)) return 'another secret in the traffic'
  if (isWord(name)) return 'a value redacted by --redact'
  const variable = variableOf(name)
  return variable === undefined ? 'another key in the traffic' : `$${variable}`
}

/** The first observed key stands for the user's own; other observed keys are unknown. */
function variableOf(name: KeyName): string | undefined {
  return { ...KEY_VARIABLES, K1: KEY_VARIABLES.A }[name]
}

const before = (key: string, at: number) => (at > 1 ? `\${${key}:0:${at - 1}}` : '')
const behind = (key: string, at: number) => (at > 0 ? `\${${key}:${at}}` : `\${${key}}`)
