import type { Exchange, RequestTemplate } from '../../runner/history/exchange.ts'
import { leftInWords, piecesOf } from './keys-in-shell.ts'
import { literal, printing, wordOf } from './shell-words.ts'

const LONGEST_BODY_SHOWN = 3000

/** What curl sends unasked, and the suite does not. */
const CURLS_OWN = ['User-Agent', 'Accept']

/** A command for bash that sends the same request again, with the keys taken from the environment. */
export function curlLine(exchange: Exchange, baseUrl: string, historyPath = '.gatecheck/history.jsonl'): string {
  const { request } = exchange
  return [
    'curl',
    method(request),
    ...urlOf(request, baseUrl),
    ...headers(request),
    ...body(exchange, historyPath),
    ...comment(request),
  ].join(' ')
}

/** Words that the shell passes over, about what it cannot put in. */
function comment({ path, headers, body = '' }: RequestTemplate): string[] {
  const words = leftInWords([path, ...headers.flat(), body].join('\n'))
  return words.length === 0 ? [] : [`# ${words.join('; ')}`]
}

function method({ method, body }: RequestTemplate): string {
  if (method === 'HEAD') return '-I'
  return method === (body === undefined ? 'GET' : 'POST') ? '-i' : `-i -X ${wordOf(piecesOf(method))}`
}

function urlOf({ path }: RequestTemplate, baseUrl: string): string[] {
  const url = new URL(baseUrl).origin + path
  return [
    ...(/\/(\.|%2e){1,2}([/?#]|$)/i.test(path) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(path.replace(/\{\{.*?\}\}/g, '')) ? ['--globoff'] : []),
    wordOf(piecesOf(url)),
  ]
}

function headers({ headers, body }: RequestTemplate): string[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const unasked = [...CURLS_OWN, ...(body === undefined ? [] : ['Content-Type'])]
  return [
    ...headers.map(([name, value]) => `-H ${wordOf(piecesOf(value.trim() === '' ? `${name};` : `${name}: ${value}`))}`),
    ...unasked.filter((name) => !given.has(name.toLowerCase())).map((name) => `-H ${name}:`),
  ]
}

function body({ n, request }: Exchange, historyPath: string): string[] {
  if (request.body === undefined) return []
  const pieces = piecesOf(request.body)
  if (request.bytes) {
    const text = `jq -j 'select(.kind=="exchange" and .n==${n}).request.body' ${literal(historyPath)}`
    return [`--data-binary @<(${text} | iconv -f UTF-8 -t LATIN1)`]
  }
  if (request.body.length > LONGEST_BODY_SHOWN && !pieces.some((piece) => 'expansion' in piece)) {
    return [`--data-binary @<(jq -j 'select(.kind=="exchange" and .n==${n}).request.body' ${literal(historyPath)})`]
  }
  if (request.body.includes('\0')) return [`--data-binary @<(${printing(pieces)})`]
  return [`--data-raw ${wordOf(pieces)}`]
}
