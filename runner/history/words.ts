import type { Exchange, FailureKind } from './exchange.ts'

/** What kept an answer from coming, for people. */
export const FAILURE_WORDS: Record<FailureKind, string> = {
  refused: 'the connection was refused',
  reset: 'the connection was closed before an answer came',
  timeout: 'no answer came in time',
  dns: 'the host name was not found',
  tls: 'no secure connection could be made',
  malformed: 'what came is not HTTP',
  interrupted: 'the run ended while waiting',
  network: 'the network failed',
}

/** One line that says what came, for people. */
export function receivedInWords(exchange: Exchange): string {
  if (!exchange.answer) {
    const failure = exchange.failure
    const tries = (exchange.again?.attempts.length ?? 0) + 1
    const times = tries > 1 ? ` (${tries} times, while a good request in between was answered)` : ''
    return `${failure ? FAILURE_WORDS[failure.kind] : 'nothing'}${times}`
  }
  const shown = excerpt(exchange.answer.body)
  return `${exchange.answer.status}${shown ? ` ${shown}` : ' with an empty body'}`
}

export function excerpt(text: string, most = 160): string {
  const line = printable(text).replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : line
}

/** What a server sent may hold anything; a terminal or a report must never obey it. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, (character) =>
    character === '\n' || character === '\t' ? ' ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function list(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** The first few, and how many more; one more is named as well. */
export function firstFew(words: readonly string[], most: number): string {
  if (words.length <= most + 1) return words.join(', ')
  return `${words.slice(0, most).join(', ')} and ${words.length - most} more`
}
