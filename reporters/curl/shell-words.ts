import { printable } from '../../engine/history/reading/words.ts'
import type { Piece } from './keys-in-shell.ts'

/** How text is encoded: bodies and URLs in UTF-8, headers one byte per character. */
type Encoding = 'utf8' | 'latin1'

/** One shell word; text of a server cannot break out of the quotes. */
export function wordOf(pieces: readonly Piece[], encoding: Encoding = 'utf8'): string {
  const whole = joined(pieces)
  if (!whole.some((piece) => 'expansion' in piece))
    return literal(whole.map((piece) => textOf(piece)).join(''), encoding)
  if (whole.every((piece) => 'expansion' in piece || isPlainInDoubleQuotes(piece.text))) {
    return `"${whole.map((piece, index) => ('text' in piece ? piece.text : unbraced(piece.expansion, whole[index + 1]))).join('')}"`
  }
  return whole
    .map((piece) => ('text' in piece ? literal(piece.text, encoding) : `"${unbraced(piece.expansion)}"`))
    .join('')
}

/** A command that prints the text, for NUL characters, which arguments cannot contain, and bytes that are not text. */
export function printing(pieces: readonly Piece[], encoding: Encoding = 'utf8'): string {
  const whole = joined(pieces)
  const format = whole.map((piece) => ('text' in piece ? inPrintfFormat(piece.text, encoding) : '%s')).join('')
  const values = whole.flatMap((piece) => ('text' in piece ? [] : [` "${unbraced(piece.expansion)}"`]))
  return `printf -- ${literal(format)}${values.join('')}`
}

/** Single quotes disable expansion; control characters are escaped, because a terminal would interpret them. */
export function literal(text: string, encoding: Encoding = 'utf8'): string {
  const isPlain = encoding === 'utf8' || /^[\0-\x7f]*$/.test(text)
  if (isPlain && printable(text) === text) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${[...text].map((character) => inAnsiQuotes(character, encoding)).join('')}'`
}

/** Quotes only if needed. A word that begins with = is a command to zsh. */
export const typed = (text: string) => (/^(?!=)[\w.,:/@%+=-]+$/.test(text) ? text : literal(text))

const NAMED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** After \' an interactive bash miscounts quotes and would expand ! from its history. */
function inAnsiQuotes(character: string, encoding: Encoding): string {
  const named = NAMED[character]
  if (named !== undefined) return named
  const isPlain = encoding === 'utf8' || character <= '\x7f'
  if (isPlain && character !== "'" && character !== '!' && printable(character) === character) return character
  return [...Buffer.from(character, encoding)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}

function inPrintfFormat(text: string, encoding: Encoding): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll('\0', '\\000')
  if (encoding === 'utf8') return escaped
  return escaped.replace(/[\x80-\xff]/g, (byte) => `\\${byte.charCodeAt(0).toString(8)}`)
}

function isPlainInDoubleQuotes(text: string): boolean {
  return /^[\w .,:;/@%+=?&~-]*$/.test(text)
}

/** $NAME reads better than ${NAME}, but needs a following character that cannot continue the expansion. */
function unbraced(expansion: string, next?: Piece): string {
  const name = /^\$\{(\w+)\}$/.exec(expansion)?.[1]
  const following = next && ('text' in next ? next.text : next.expansion)
  return name === undefined || /^[\w[(:]/.test(following ?? '') ? expansion : `$${name}`
}

function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (last && 'text' in last && 'text' in piece) whole[whole.length - 1] = { text: last.text + piece.text }
    else whole.push(piece)
  }
  return whole
}

const textOf = (piece: Piece) => ('text' in piece ? piece.text : '')
