import type { Failure, FailureKind } from '../history/exchange.ts'

const KIND_OF_CODE: [RegExp, FailureKind][] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED)$/, 'reset'],
  [/TIMEOUT|^ETIMEDOUT$/, 'timeout'],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/, 'dns'],
  [/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/, 'tls'],
  [/^(HPE_|UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH|RESPONSE|INVALID))/, 'malformed'],
]

export function classifyFailure(error: unknown): Failure {
  const chain = causes(error)
  for (const each of chain) {
    // undici gives parser errors no code of their own.
    if (each.name === 'HTTPParserError') return { kind: 'malformed', message: each.message }
    const code = (each as { code?: unknown }).code
    if (typeof code !== 'string') continue
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
