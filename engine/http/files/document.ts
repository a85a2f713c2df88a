import { LIMITS } from '../../config/limits.ts'
import { isPlainHttpElsewhere, refusePlainHttp } from '../../config/target.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { FAILURE_WORDS, failureInWords } from '../../history/reading/words.ts'
import { UnpacksToMore, unpacked } from '../answers/decode.ts'
import type { WireAnswer } from '../connections/reply.ts'
import { Network } from '../network/network.ts'
import { headerIn, isSuccess, MOST_URL_CHARACTERS, redirectedTo, SHOWN_CHARACTERS } from './responses.ts'
import { Surroundings } from './surroundings.ts'
import { Wires } from './wires.ts'

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

type Options = {
  allowHttp?: boolean
  /** Only for the origin of the address. */
  headers?: readonly Header[]
  network?: Network
  most?: { bytes: number; ms: number }
}
type Got = { text: string } | { why: string }

/** Downloads a document without a key. `why`: a sentence that says why there is none. */
export async function fetchDocument(address: string, options: Options = {}): Promise<Got> {
  if (!URL.canParse(address)) return { why: `${address} is not a URL` }
  if (!options.allowHttp) refusePlainHttp(new URL(address), 'The URL')
  const { most = { bytes: LIMITS.documentBytes, ms: LIMITS.silenceMs } } = options
  const network = options.network ?? new Network({ own: new URL(address).origin })
  const surroundings = new Surroundings(address, network, { isNamedByUser: true })
  const wires = new Wires(surroundings, most.ms, network)
  const over = AbortSignal.timeout(most.ms)
  const get = (url: string) => {
    const { origin, pathname, search } = new URL(url)
    const own = origin === new URL(address).origin ? (options.headers ?? []) : []
    const request = { method: 'GET', path: pathname + search, headers: withDefaults(own), mostBytes: most.bytes }
    return wires.to(origin).send(request, over)
  }
  try {
    // Each redirect is checked like the first URL.
    let url = address
    for (let redirects = 0; redirects <= LIMITS.redirects; redirects++) {
      const { hostname } = new URL(url)
      const forbidden = surroundings.whyNot(hostname)
      if (forbidden) return { why: `${address}: ${forbidden.message}` }
      const { answer, failure } = await get(url)
      if (!answer) {
        const said = over.aborted || !failure ? FAILURE_WORDS.timeout : failureInWords(failure)
        return { why: `${address}: ${surroundings.whyNotResolved(hostname)?.message ?? said}` }
      }
      const next = redirectedTo(answer, url)
      if (next === undefined) return documentIn(answer, address, most.bytes)
      if ('nowhere' in next) return { why: `${address} redirects to ${next.nowhere.slice(0, SHOWN_CHARACTERS)}` }
      if (next.url.length > MOST_URL_CHARACTERS) return { why: `${address} redirects to a URL that is too long` }
      if (!options.allowHttp && isPlainHttpElsewhere(new URL(next.url)))
        return { why: `${address} redirects to plain http:// on a remote host: to follow it, use --allow-http` }
      url = next.url
    }
    return { why: `${address} redirects more than ${LIMITS.redirects} times` }
  } finally {
    await wires.close()
  }
}

const DEFAULTS: Header[] = [
  ['Accept', '*/*'],
  ['Accept-Encoding', 'gzip'],
]

const withDefaults = (own: readonly Header[]) => [
  ...DEFAULTS.filter(([usual]) => !own.some(([name]) => name === usual)),
  ...own,
]

function documentIn(answer: WireAnswer, address: string, most: number): Got {
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
