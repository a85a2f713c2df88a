import type { Exchange, Failure, FailureKind } from '../entry/exchange.ts'

/** Characters of one value, reason or choice in a report. */
const LONGEST = 2000

export const FAILURE_WORDS: Record<FailureKind, string> = {
  refused: 'the connection was refused',
  reset: 'the connection was closed before a response',
  timeout: 'no response in time',
  dns: 'the host name was not found',
  tls: 'the TLS connection failed',
  certificate: 'a certificate was rejected',
  proxy: 'the proxy did not connect to the server',
  'http2 alone': 'this request requires HTTP/1.1, which the server does not offer',
  malformed: 'the response is not valid HTTP',
  excess: 'the response is too large',
  interrupted: 'the run ended while waiting',
  network: 'the network failed',
}

/** Failures whose messages say what is wrong and what to do. */
const WITH_MESSAGE: readonly FailureKind[] = ['certificate', 'proxy']

export function failureInWords({ kind, message }: Failure): string {
  return WITH_MESSAGE.includes(kind) ? excerpt(message, 500) : FAILURE_WORDS[kind]
}

/** One line about the response or the failure. */
export function receivedInWords(exchange: Exchange): string {
  if (!exchange.answer) {
    const failure = exchange.failure
    const tries = (exchange.again?.attempts.length ?? 0) + 1
    const times = tries > 1 ? ` (${tries} times, while a control request in between succeeded)` : ''
    return `${failure ? failureInWords(failure) : 'nothing'}${times}`
  }
  const shown = excerpt(exchange.answer.body)
  return `${exchange.answer.status}${shown ? ` ${shown}` : ' with an empty body'}`
}

/** Factor of the wanted length: the text may contain much white space. */
const READ = 20

export function excerpt(text: string, most = 160): string {
  const head = text.slice(0, most * READ)
  const line = printable(head).replace(/\s+/g, ' ').trim()
  if (line.length <= most) return head.length < text.length ? `${line}…` : line
  return shortened(line, most)
}

/** The beginning of a long text; never half a character. */
export function shortened(text: string, most = LONGEST): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text
}

/** Escapes control characters. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, (character) =>
    character === '\n' || character === '\t' ? ' ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A time as options take it: 100ms, 90s, 10m. */
export function timeAsTyped(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}m`
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`
}

export function list(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** The first few and the number of the others, except that a single other is named. */
export function firstFew(words: readonly string[], most: number): string {
  if (words.length <= most + 1) return words.join(', ')
  return `${words.slice(0, most).join(', ')} and ${words.length - most} more`
}
