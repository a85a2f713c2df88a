import { createHash } from 'node:crypto'
import { LIMITS } from '../../config/limits.ts'
import type { Answer, Header } from '../../history/entry/exchange.ts'
import { recipesIn } from '../../keys/placeholders.ts'
import type { Vault } from '../../keys/vault.ts'
import type { RawResponse } from '../transport/response-reader.ts'
import { decodeBody } from './decode.ts'

type Raw = Omit<RawResponse, 'begunAt'>

/** Bytes and characters kept of a body that is longer than the limit. */
export const KEPT_OF_LONGER = 64 * 1024
const STATUS_TEXT_CHARACTERS = 256

/** A response as text, keys redacted. */
export function readable(answer: Raw, vault: Pick<Vault, 'scrub'>): Answer {
  const header = (name: string) => answer.headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
  const isCut = answer.truncated
  const bytes = isCut ? answer.bytes.subarray(0, KEPT_OF_LONGER) : answer.bytes
  const decoded = decodeBody(bytes, header('content-type'), header('content-encoding'), {
    most: LIMITS.unpackedBytes,
    isCut,
  })
  const text = isCut ? decoded.text.slice(0, KEPT_OF_LONGER) : decoded.text
  const statusText = vault.scrub(answer.statusText.slice(0, STATUS_TEXT_CHARACTERS))
  return {
    status: answer.status,
    ...(statusText !== '' && { statusText }),
    headers: answer.headers.map(([name, value]): Header => [vault.scrub(name), vault.scrub(value)]),
    body: decoded.unread ? inPlaceOf(bytes, keysIn([text, bytes.toString('latin1')], vault)) : vault.scrub(text),
    bytes: answer.bytes.length,
    ...((isCut || decoded.longer) && { truncated: true as const }),
    ...(decoded.garbled && { garbled: vault.scrub(decoded.garbled) }),
  }
}

/** The keys in a body that cannot be decoded. */
const keysIn = (guesses: readonly string[], vault: Pick<Vault, 'scrub'>): string[] =>
  guesses.flatMap((guess) => recipesIn(vault.scrub(guess)).map(({ text }) => text))

const MOST_RECIPES = 20

/** Replaces a body that cannot be decoded and may contain a key. `recipes`: placeholders of the keys in it. */
export function inPlaceOf(bytes: Buffer, recipes: readonly string[] = []): string {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const shown = [...new Set(recipes)].slice(0, MOST_RECIPES)
  const seen = shown.length === 0 ? '' : `; contains ${shown.join(', ')}`
  return `(unreadable, not kept: ${bytes.length} bytes, SHA-256 ${digest}${seen})`
}
