import type { Failure, FailureKind } from '../../history/entry/exchange.ts'
import { refusedCertificate } from '../network/bad-certificate.ts'
import { ToldFailure } from '../network/told-failure.ts'

const KIND_OF_CODE: [RegExp, FailureKind][] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED)$/, 'reset'],
  [/TIMEOUT|^ETIMEDOUT$/, 'timeout'],
  // What HTTP/2 breaks off without a word of HTTP: a stream, or the connection (RST_STREAM, GOAWAY).
  [/^(HTTP2_PROTOCOL_ERROR|ERR_HTTP2_ERROR)$/, 'malformed'],
  [/^HTTP2_ENHANCE_YOUR_CALM$/, 'excess'],
  [/^(ERR_)?HTTP2_/, 'reset'],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/, 'dns'],
  [/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/, 'tls'],
  [/^(EXCESS|UND_ERR_HEADERS_OVERFLOW|HPE_(HEADER|CHUNK_EXTENSIONS)_OVERFLOW)$/, 'excess'],
  [/^(HPE_|UND_ERR_(RES_CONTENT_LENGTH|RESPONSE|INVALID))/, 'malformed'],
]

export function classifyFailure(error: unknown): Failure {
  const chain = causes(error)
  for (const each of chain) {
    if (each instanceof ToldFailure) return { kind: each.kind, message: each.message }
    // undici gives parser errors no code of their own.
    if (each.name === 'HTTPParserError') return { kind: 'malformed', message: each.message }
    const code = (each as { code?: unknown }).code
    if (typeof code !== 'string') continue
    const told = refusedCertificate(code)
    if (told) return { kind: told.kind, message: told.message }
    const kind = KIND_OF_CODE.find(([form]) => form.test(code))?.[1]
    if (kind) return { kind, message: `${code}: ${each.message}` }
  }
  return { kind: 'network', message: chain[0]?.message ?? String(error) }
}

function causes(error: unknown): Error[] {
  const found: Error[] = []
  const look = (each: unknown, depth: number) => {
    if (!(each instanceof Error) || depth > 4) return
    found.push(each)
    if (each instanceof AggregateError) for (const inner of each.errors) look(inner, depth + 1)
    look(each.cause, depth + 1)
  }
  look(error, 0)
  return found
}
