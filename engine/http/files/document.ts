import { LIMITS } from '../../config/limits.ts'
import { isPlainHttpElsewhere, refusePlainHttp } from '../../config/target.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { FAILURE_WORDS, failureInWords } from '../../history/reading/words.ts'
import { UnpacksToMore, unpacked } from '../answers/decode.ts'
import { Network } from '../network/network.ts'
import type { RawResponse } from '../transport/response-reader.ts'
import { Origins } from './origins.ts'
import { followRedirects } from './redirects.ts'
import { headerIn, isSuccess } from './responses.ts'

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

type Options = {
  allowHttp?: boolean
  /** Sent only to the origin of the address. */
  headers?: readonly Header[]
  network?: Network
  most?: { bytes: number; ms: number }
}
type Got = { text: string } | { why: string }

const DEFAULTS: Header[] = [
  ['Accept', '*/*'],
  ['Accept-Encoding', 'gzip'],
]

/** Downloads a document without a key. `why`: why there is none, as a sentence. */
export async function fetchDocument(address: string, options: Options = {}): Promise<Got> {
  if (!URL.canParse(address)) return { why: `${address} is not a URL` }
  const { allowHttp, headers = [], most = { bytes: LIMITS.documentBytes, ms: LIMITS.silenceMs } } = options
  const own = new URL(address).origin
  if (!allowHttp) refusePlainHttp(new URL(address), 'The URL')
  const network = options.network ?? new Network({ own })
  const origins = new Origins(address, network, { requestTimeoutMs: most.ms, isNamedByUser: true })
  const over = AbortSignal.timeout(most.ms)
  const defaults = DEFAULTS.filter(([name]) => !headers.some(([each]) => each === name))
  try {
    const { answer, failure, outOfReach, leadsNowhere } = await followRedirects(address, {
      whyNot: (url) =>
        !allowHttp && isPlainHttpElsewhere(new URL(url))
          ? 'a redirect to plain http:// on a remote host: to follow it, use --allow-http'
          : origins.whyNot(new URL(url).hostname)?.message,
      whyFailed: (url) => origins.whyNotResolved(new URL(url).hostname)?.message,
      get: (url) => {
        const { origin, pathname, search } = new URL(url)
        const sent = origin === own ? [...defaults, ...headers] : DEFAULTS
        const request = { method: 'GET', path: pathname + search, headers: sent, mostBytes: most.bytes }
        return origins.transportTo(origin).send(request, over)
      },
    })
    const why = outOfReach ?? leadsNowhere
    if (why !== undefined) return { why: `${address}: ${why}` }
    if (answer) return documentIn(answer, address, most.bytes)
    const said = over.aborted || !failure ? FAILURE_WORDS.timeout : failureInWords(failure)
    return { why: `${address}: ${said}` }
  } finally {
    await origins.close()
  }
}

function documentIn(answer: RawResponse, address: string, most: number): Got {
  if (!isSuccess(answer.status))
    return { why: `${address} returned ${answer.status}: download the document by other means, and name the file` }
  const tooLong = { why: `${address} returned more than ${most} bytes` }
  if (answer.truncated) return tooLong
  try {
    const plain = unpacked(answer.bytes, headerIn(answer, 'content-encoding') ?? '', most)
    if (!plain) return { why: `${address}: the response cannot be decompressed` }
    return { text: new TextDecoder().decode(plain) }
  } catch (error) {
    if (error instanceof UnpacksToMore) return tooLong
    throw error
  }
}
