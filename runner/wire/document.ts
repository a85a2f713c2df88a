import { FAILURE_WORDS } from '../history/words.ts'
import { classifyFailure } from './failures.ts'

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** Larger is no document that people write. */
const MOST_BYTES = 20 * 1024 * 1024
const MOST_MS = 20_000

/** What a server publishes at an address, without a key; or a sentence that says why there is none. */
export async function fetchDocument(
  address: string,
  most = { bytes: MOST_BYTES, ms: MOST_MS },
): Promise<{ text: string } | { why: string }> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(most.ms), headers: { accept: '*/*' } })
    if (!answer.ok)
      return { why: `${address} answers ${answer.status}: download the document otherwise, and name the file` }
    const text = await textWithin(answer, most.bytes)
    return text === undefined ? { why: `${address} answers with more than ${most.bytes} bytes` } : { text }
  } catch (error) {
    const { kind } = classifyFailure(error)
    return { why: `${address}: ${FAILURE_WORDS[isTimeout(error) ? 'timeout' : kind]}` }
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'

async function textWithin({ body }: Response, most: number): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > most) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
