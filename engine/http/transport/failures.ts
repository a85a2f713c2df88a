import type { Failure, FailureKind } from '../../history/entry/exchange.ts'
import { refusedCertificate } from '../network/certificates.ts'
import { ExplainedFailure } from '../network/explained-failure.ts'

/** By code and message of an error: the first match counts. */
const KINDS: [RegExp, FailureKind][] = [
  [/^ECONNREFUSED/, 'refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_(SOCKET|CLOSED|DESTROYED))/, 'reset'],
  [/^\w*TIMEOUT|^ETIMEDOUT/, 'timeout'],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_FAIL)/, 'dns'],
  // -904 and -905: limits of nghttp2 against floods.
  [/^ERR_HTTP2_TOO_MANY_INVALID_FRAMES|^ERR_HTTP2_\w+: .*NGHTTP2_ENHANCE_YOUR_CALM|^ERR_HTTP2_ERROR -90[45]/, 'excess'],
  [/^ERR_HTTP2_\w+: .*NGHTTP2_PROTOCOL_ERROR|^ERR_HTTP2_ERROR/, 'malformed'],
  // GOAWAY or a closed stream.
  [/^ERR_HTTP2_|^UND_ERR_INFO: HTTP\/2/, 'reset'],
  [/^\w*(CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_)/, 'tls'],
  [/^(EXCESS|UND_ERR_HEADERS_OVERFLOW|HPE_(HEADER|CHUNK_EXTENSIONS)_OVERFLOW)/, 'excess'],
  [/^(HPE_|UND_ERR_(RES_CONTENT_LENGTH|RESPONSE|INVALID))/, 'malformed'],
]

export function classifyFailure(error: unknown): Failure {
  const chain = causes(error)
  for (const each of chain) {
    if (each instanceof ExplainedFailure) return { kind: each.kind, message: each.message }
    // Parser errors of undici have no code.
    if (each.name === 'HTTPParserError') return { kind: 'malformed', message: each.message }
    const { code, errno } = each as { code?: unknown; errno?: number }
    if (typeof code !== 'string') continue
    const refused = refusedCertificate(code)
    if (refused) return { kind: refused.kind, message: refused.message }
    const text = code === 'ERR_HTTP2_ERROR' ? `${code} ${errno}` : `${code}: ${each.message}`
    const kind = KINDS.find(([form]) => form.test(text))?.[1]
    if (kind) return { kind, message: `${code}: ${each.message}` }
  }
  return { kind: 'network', message: chain[0]?.message ?? String(error) }
}

/** An error, its aggregated errors, and their causes. */
function causes(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 4) return []
  const inner = error instanceof AggregateError ? error.errors : []
  return [error, ...[...inner, error.cause].flatMap((each) => causes(each, depth + 1))]
}
