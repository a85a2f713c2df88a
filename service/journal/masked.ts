import { KEY_PREFIX } from '../../spec/words.ts'
import { MOST_SHOWN } from '../store/keys.ts'

/** Plain, percent-encoded or JSON-escaped: decoding must not reveal a key. */
const PREFIX = [...KEY_PREFIX].map(inAnySpelling).join('')
/** One character of the secret; the next key ends this one. */
const ONE = `(?!${PREFIX})(?:[A-Za-z0-9]|%(?:3[0-9]|[46][1-9A-F]|[57][0-9A])|\\\\u00(?:3[0-9]|[46][1-9A-F]|[57][0-9A]))`
/** Masked keys stay as they are. */
const KEY = new RegExp(`(${PREFIX})((?:${ONE})+)(?!${ONE}|…)`, 'gi')
const CHARACTERS = /%..|\\u....|./g

/** Shortens keys to what the service itself stores: a short prefix and the last characters. */
export function masked(text: string): string {
  return text.replace(KEY, (_, prefix: string, secret: string) => {
    const characters = secret.match(CHARACTERS) ?? []
    const shown = Math.min(MOST_SHOWN, Math.floor(characters.length / 4))
    const end = characters.slice(characters.length - shown)
    return [prefix, ...characters.slice(0, shown), '…', ...end].join('')
  })
}

export function maskedHeaders(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]]
    pairs.push([masked(name), maskedValue(name.toLowerCase(), value)])
  }
  return pairs
}

/** Also masks other credentials. */
function maskedValue(name: string, value: string): string {
  return /^(proxy-)?authorization$|^cookie$/.test(name) ? credentialsMasked(value) : masked(value)
}

/** Keeps the scheme, shortens keys and drops everything else. */
function credentialsMasked(value: string): string {
  const words = value.split(' ')
  const [scheme = '', ...rest] = words
  if (rest.length > 0 && /^[A-Za-z]{0,16}$/.test(scheme)) return [scheme, ...rest.map(wordMasked)].join(' ')
  return words.map(wordMasked).join(' ')
}

const WHOLE = new RegExp(`^[A-Za-z]{0,16}${PREFIX}[A-Za-z0-9]+$`, 'i')

function wordMasked(word: string): string {
  if (word === '') return ''
  return WHOLE.test(word) ? masked(word) : '…'
}

function inAnySpelling(character: string): string {
  const hex = character.charCodeAt(0).toString(16)
  const upper = character.toUpperCase().charCodeAt(0).toString(16)
  return `(?:${character}|(?:%|\\\\u00)(?:${hex}|${upper}))`
}
