import type { Header, RequestTemplate } from '../history/entry/exchange.ts'
import type { Vault } from '../keys/vault.ts'
import { saysWhoAsks } from './user-agent.ts'

/** A request as it goes over the wire: with the keys in their places, and with who asks. */
export function filledBy(vault: Vault, request: RequestTemplate, userAgent: Header) {
  const { method, path, headers, body, bytes, inPieces } = request
  const text = body === undefined ? undefined : vault.fill(body)
  return {
    method,
    path: vault.fill(path),
    headers: [
      ...(saysWhoAsks(request) ? [userAgent] : []),
      ...headers.map(([name, value]): Header => [name, vault.fill(value)]),
    ],
    ...(text !== undefined && { body: bytes ? Buffer.from(text, 'latin1') : text }),
    ...(inPieces && { inPieces }),
  }
}
