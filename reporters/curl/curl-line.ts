import type { Exchange, Header, RequestTemplate } from '../../engine/history/entry/exchange.ts'
import { fitsHttp2 } from '../../engine/http/transport/fits-http2.ts'
import { bracesIn } from '../../engine/keys/placeholders.ts'
import type { ReachedTarget } from '../outcome/report.ts'
import { leftInWords, piecesOf } from './keys-in-shell.ts'
import { literal, printing, wordOf } from './shell-words.ts'

const LONGEST_BODY_SHOWN = 3000
const SHORTEST_ASKED_ABOUT = 1000

/** Headers that only curl adds. */
const CURLS_OWN = ['User-Agent', 'Accept']

/** A bash command that repeats the request, with keys from the environment. */
export function curlLine(exchange: Exchange, target: ReachedTarget, historyPath?: string): string {
  return curlSequence([exchange], target, historyPath)
}

/** The same for several requests, on one connection if the server keeps it open. */
export function curlSequence(
  exchanges: readonly Exchange[],
  target: ReachedTarget,
  historyPath = '.gatecheck/history.jsonl',
): string {
  const words = exchanges.map((exchange) => {
    const { request } = exchange
    const url = urlOf(request, target.baseUrl)
    return [method(request), ...wayTo(target, request), ...url, ...headers(request), ...body(exchange, historyPath)]
  })
  const comments = [...new Set(exchanges.flatMap(({ request }) => comment(request)))]
  return ['curl', words.map((each) => each.join(' ')).join(' --next '), ...comments].join(' ')
}

/** A command for bash that polls a succeeded job again and saves its file: the url of an earlier poll may have expired. */
export function fileLine({ request }: Exchange, target: ReachedTarget): string {
  const { baseUrl, ca, insecure } = target
  const poll = ['curl', '-sS', ...wayTo(target, request), ...urlOf(request, baseUrl), ...headers(request)].join(' ')
  const way = wayTo({ baseUrl: '', ...(ca && { ca }), ...(insecure && { insecure }) }, request)
  return ['curl', '-sSL', '-D -', '-o video', ...way, `"$(${poll} | jq -r .url)"`].join(' ')
}

/** Connection options of the run; curl reads proxies from the environment, too. */
function wayTo(target: ReachedTarget, request: RequestTemplate): string[] {
  const { baseUrl, ca, clientCert, clientKey, http1, insecure } = target
  // With HTTP/2, curl would change this request.
  const isForHttp1 = http1 || (baseUrl.startsWith('https:') && !fitsHttp2(request))
  return [
    ...(ca === undefined ? [] : [`--cacert ${literal(ca)}`]),
    // curl takes text after a colon for a passphrase.
    ...(clientCert === undefined ? [] : [`--cert ${literal(clientCert.replace(/[\\:]/g, '\\$&'))}`]),
    ...(clientKey === undefined ? [] : [`--key ${literal(clientKey)}`]),
    ...(isForHttp1 ? ['--http1.1'] : []),
    ...(insecure ? ['--insecure'] : []),
  ]
}

/** Shell comments about parts that the command cannot contain. */
function comment({ path, headers, body = '' }: RequestTemplate): string[] {
  const words = leftInWords([path, ...headers.flat(), body].join('\n'))
  if (!headers.every(isHeader)) words.push('invalid headers are omitted')
  return words.length === 0 ? [] : [`# ${words.join('; ')}`]
}

function method({ method, body }: RequestTemplate): string {
  if (method === 'HEAD') return '-I'
  return method === (body === undefined ? 'GET' : 'POST') ? '-i' : `-i -X ${wordOf(piecesOf(method))}`
}

/** A recorded header may be invalid: curl would read a file after "@", or send two headers. */
const isHeader = ([name, value]: Header) =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

function urlOf({ path }: RequestTemplate, baseUrl: string): string[] {
  const url = new URL(baseUrl).origin + path
  const isGlobbed = piecesOf(path).some((piece) => 'expansion' in piece || /[[\]{}]/.test(piece.text))
  return [
    ...(/\/(\.|%2e){1,2}([/?#]|$)/i.test(path) ? ['--path-as-is'] : []),
    ...(isGlobbed ? ['--globoff'] : []),
    wordOf(piecesOf(url)),
  ]
}

function headers({ headers, body }: RequestTemplate): string[] {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const unasked = [
    ...CURLS_OWN,
    ...(body === undefined ? [] : ['Content-Type']),
    // Some versions send "Expect: 100-continue" before a long body.
    ...((body ?? '').length > SHORTEST_ASKED_ABOUT ? ['Expect'] : []),
  ]
  return [
    ...headers
      .filter(isHeader)
      .map(([name, value]) => piecesOf(value.trim() === '' ? `${name};` : `${name}: ${value}`))
      .map((pieces) => `-H ${wordOf(pieces, 'latin1')}`),
    ...unasked.filter((name) => !given.has(name.toLowerCase())).map((name) => `-H ${name}:`),
  ]
}

function body({ n, request }: Exchange, historyPath: string): string[] {
  if (request.body === undefined) return []
  const pieces = piecesOf(request.body)
  const isPlain = request.body.isWellFormed() && !pieces.some((piece) => 'expansion' in piece)
  if (request.body.length > LONGEST_BODY_SHOWN && isPlain) {
    // Line by line: some versions of jq stop at a lone surrogate.
    const written = bracesIn(request.body)
    const braces = written ? ` | split("${written}") | join("{{")` : ''
    const text = `jq -Rj 'fromjson? | select(.kind=="exchange" and .n==${n}).request.body${braces}' ${literal(historyPath)}`
    return [`--data-binary @<(${text}${request.bytes ? ' | iconv -f UTF-8 -t LATIN1' : ''})`]
  }
  if (request.bytes) return [`--data-binary @<(${printing(pieces, 'latin1')})`]
  if (request.body.includes('\0')) return [`--data-binary @<(${printing(pieces)})`]
  return [`--data-raw ${wordOf(pieces)}`]
}
