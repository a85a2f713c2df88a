import { ERROR_CODES, type ErrorCode } from '../../../spec/words.ts'
import type { Exchange } from '../entry/exchange.ts'
import { jsonOf, walk } from './reading.ts'

export const CODE_WORDS = Object.keys(ERROR_CODES) as ErrorCode[]

type Shown = { code: ErrorCode; way: string[] }

const shownIn = new WeakMap<object, Shown[]>()

/** A code is shown by a value or a name that is the word itself, or an address that ends in it, as problem types do. */
export function shownCodes(exchange: Exchange): Shown[] {
  const body = jsonOf(exchange)
  if (!body) return []
  // Several rules ask this of every answer.
  const shown = shownIn.get(body) ?? codesIn(body.value)
  shownIn.set(body, shown)
  return shown
}

function codesIn(body: unknown): Shown[] {
  const all = [...walk(body)]
  const shown = all.flatMap(({ way, value }): Shown[] => {
    const named = CODE_WORDS.find((word) => word === way.at(-1))
    if (named && value && value !== true) return [{ code: named, way }]
    if (typeof value !== 'string') return []
    const code = CODE_WORDS.find((word) => value === word || isAddressEndingIn(word, value))
    return code ? [{ code, way }] : []
  })
  // A field that is called code holds the code; what stands beside it are texts about it.
  const inCode = shown.filter(({ way }) => isCalledCode(way))
  const ownWords = all.some(({ way, value }) => isCalledCode(way) && typeof value === 'string')
  return ownWords ? inCode : shown
}

function isAddressEndingIn(word: ErrorCode, text: string): boolean {
  return text.endsWith(word) && '/#:'.includes(text.at(-word.length - 1) ?? ' ') && /^[a-z][a-z0-9+.-]*:/i.test(text)
}

export const isCalledCode = (way: readonly string[]) => way.at(-1)?.toLowerCase() === 'code'
