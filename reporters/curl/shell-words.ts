import { printable } from '../../engine/history/reading/words.ts'
import type { Piece } from './keys-in-shell.ts'

/** How text goes out: bodies and addresses in UTF-8, headers a byte a character. */
type Encoding = 'utf8' | 'latin1'

/** One word of the shell, whatever the text holds: nothing that a server sent may break out of the quotes. */
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

/** For text with NUL characters, which no argument can hold, and for bytes that make up no text: what prints it. */
export function printing(pieces: readonly Piece[], encoding: Encoding = 'utf8'): string {
  const whole = joined(pieces)
  const format = whole.map((piece) => ('text' in piece ? inPrintfFormat(piece.text, encoding) : '%s')).join('')
  const values = whole.flatMap((piece) => ('text' in piece ? [] : [` "${unbraced(piece.expansion)}"`]))
  return `printf -- ${literal(format)}${values.join('')}`
}

/** In single quotes nothing is special, but a terminal obeys what it is shown: such characters are written as escapes. */
export function literal(text: string, encoding: Encoding = 'utf8'): string {
  const isPlain = encoding === 'utf8' || /^[\0-\x7f]*$/.test(text)
  if (isPlain && printable(text) === text) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${[...text].map((character) => inAnsiQuotes(character, encoding)).join('')}'`
}

/** As people would type it: in quotes only where it needs them. A word that begins with = is a command to zsh. */
export const typed = (text: string) => (/^(?!=)[\w.,:/@%+=-]+$/.test(text) ? text : literal(text))

const NAMED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** An interactive bash loses count of the quotes behind \' and would then take ! for a request to its history. */
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

/** $NAME reads better than ${NAME}, but ends only where no letter of a name, subscript or modifier follows. */
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
