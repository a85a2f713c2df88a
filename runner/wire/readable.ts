import type { Answer, Header } from '../history/exchange.ts'
import type { Vault } from '../keys/vault.ts'
import { decodeBody } from './decode.ts'
import type { WireAnswer } from './sending.ts'

/** More than any answer of the interface needs; of what is longer, only the beginning is kept. */
export const MOST_BYTES = 2 * 1024 * 1024
const KEPT_OF_LONGER = 65_536

type Raw = Omit<WireAnswer, 'begunAt'>

/** An answer as text, with recipes where keys stood. */
export async function readable(answer: Raw, vault: Vault): Promise<Answer> {
  const header = (name: string) => answer.headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
  const bytes = answer.truncated ? answer.bytes.subarray(0, KEPT_OF_LONGER) : answer.bytes
  const decoded = await decodeBody(bytes, header('content-type'), header('content-encoding'), MOST_BYTES)
  return {
    status: answer.status,
    ...(answer.statusText !== '' && { statusText: vault.scrub(answer.statusText) }),
    headers: answer.headers.map(([name, value]): Header => [vault.scrub(name), vault.scrub(value)]),
    body: vault.scrub(decoded.text),
    bytes: answer.bytes.length,
    ...(answer.truncated && { truncated: true as const }),
    ...(decoded.garbled && { garbled: vault.scrub(decoded.garbled) }),
  }
}
