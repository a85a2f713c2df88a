import type { Answer, Exchange } from '../../engine/history/entry/exchange.ts'
import { FAILURE_WORDS } from '../../engine/history/reading/words.ts'
import { type Bounds, keep } from './bounds.ts'
import { cookiesSet, headerNamed, headersOf } from './headers.ts'

export function responseOf({ answer, failure, http2 }: Exchange, bounds: Bounds) {
  if (answer) return { ...answered(answer, bounds), ...(http2 && { httpVersion: 'HTTP/2' }) }
  const why = failure ? `${FAILURE_WORDS[failure.kind]}: ${keep(failure.message, bounds.value).text}` : 'no response'
  return { ...NOTHING, _error: why }
}

/** As browsers export failed requests. */
const NOTHING = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
}

function answered(answer: Answer, bounds: Bounds) {
  const { status, statusText = '', headers, bytes, truncated } = answer
  return {
    status,
    statusText: keep(statusText, bounds.value).text,
    // The history has no HTTP version.
    httpVersion: 'unknown',
    cookies: cookiesSet(headers, bounds),
    ...headersOf(headers, bounds),
    content: contentOf(answer, bounds),
    redirectURL: keep(headerNamed(headers, 'location') ?? '', bounds.value).text,
    headersSize: -1,
    bodySize: truncated ? -1 : bytes,
  }
}

function contentOf({ headers, body, bytes, truncated, shortened, garbled }: Answer, bounds: Bounds) {
  const mimeType = keep(headerNamed(headers, 'content-type') ?? 'x-unknown', bounds.value).text
  const isPacked = headerNamed(headers, 'content-encoding') !== undefined
  const kept = keep(body, bounds.body)
  const ours = truncated ? "response truncated at the client's limit" : undefined
  const _truncated = [ours, kept._truncated].filter((each) => each !== undefined).join('; ')
  return {
    size: truncated ? -1 : isPacked ? Buffer.byteLength(body) : bytes,
    mimeType,
    text: kept.text,
    ...(shortened && { _shortened: true, comment: 'long strings and arrays are shortened' }),
    ...(_truncated !== '' && { _truncated }),
    ...(garbled !== undefined && { _garbled: keep(garbled, bounds.value).text }),
  }
}
