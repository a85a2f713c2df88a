import { BOUNDS } from '../../config/bounds/bounds.ts'
import { isPlainHttpElsewhere, refusePlainHttp } from '../../config/target.ts'
import type { Header } from '../../history/entry/exchange.ts'
import { FAILURE_WORDS, failureInWords } from '../../history/reading/words.ts'
import { UnpacksToMore, unpacked } from '../answers/decode.ts'
import type { WireAnswer } from '../connections/sending.ts'
import { Network } from '../network/network.ts'
import { Elsewhere } from './elsewhere.ts'
import { headerIn, LONGEST_PLACE, redirectedTo } from './redirects.ts'
import { Surroundings } from './surroundings.ts'

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : '')

const HEADERS: Header[] = [
  ['Accept', '*/*'],
  ['Accept-Encoding', 'gzip'],
]

type Most = { bytes: number; ms: number }
type Got = { text: string } | { why: string }

/** What a server publishes at an address, without a key; or a sentence that says why there is none. */
export async function fetchDocument(
  address: string,
  {
    allowHttp = false,
    headers = [],
    network = new Network({ own: originOf(address) }),
    most = { bytes: BOUNDS.documentBytes.most, ms: BOUNDS.silenceMs.most },
  }: { allowHttp?: boolean; headers?: readonly Header[]; network?: Network; most?: Most } = {},
): Promise<Got> {
  if (!URL.canParse(address)) return { why: `${address} is not a URL` }
  if (!allowHttp) refusePlainHttp(new URL(address), 'The URL')
  const elsewhere = new Elsewhere(new Surroundings(address, network, { isNamedByUser: true }), most.ms, network)
  try {
    return await followed(address, { elsewhere, most, allowHttp, headers, over: AbortSignal.timeout(most.ms) })
  } finally {
    await elsewhere.close()
  }
}

type Way = {
  elsewhere: Elsewhere
  most: Most
  allowHttp: boolean
  /** For the server that was named, and for no other. */
  headers: readonly Header[]
  over: AbortSignal
}

/** Each step of the way is looked at as the first was: where it leads may be chosen by somebody else. */
async function followed(address: string, { elsewhere, most, allowHttp, headers, over }: Way): Promise<Got> {
  let url = address
  for (let redirects = 0; redirects <= BOUNDS.redirects.most; redirects++) {
    const { origin, pathname, search, hostname } = new URL(url)
    const tooDeep = elsewhere.whyNot(hostname)
    if (tooDeep) return { why: `${address}: ${tooDeep.message}` }
    const own = origin === new URL(address).origin ? headers : []
    const request = { method: 'GET', path: pathname + search, headers: withUsual(own), mostBytes: most.bytes }
    const { answer, failure } = await elsewhere.wireTo(origin).send(request, over)
    if (!answer) {
      const why = elsewhere.whyNotReached(url)?.message
      return {
        why: `${address}: ${(why ?? (over.aborted || !failure)) ? FAILURE_WORDS[over.aborted ? 'timeout' : 'network'] : failureInWords(failure)}`,
      }
    }
    const next = redirectedTo(answer, url)
    if (next === undefined) return documentIn(answer, address, most.bytes)
    if ('nowhere' in next) return { why: `${address} redirects to ${next.nowhere.slice(0, LONGEST_PLACE)}` }
    if (next.url.length > BOUNDS.urlCharacters.most) return { why: `${address} redirects to a URL that is too long` }
    if (!allowHttp && isPlainHttpElsewhere(new URL(next.url)))
      return { why: `${address} redirects to plain http:// on a remote host: to follow it, use --allow-http` }
    url = next.url
  }
  return { why: `${address} redirects more than ${BOUNDS.redirects.most} times` }
}

/** None comes twice. */
const withUsual = (own: readonly Header[]) => [
  ...HEADERS.filter(([usual]) => !own.some(([name]) => name === usual)),
  ...own,
]

async function documentIn(
  { status, bytes, truncated, headers }: WireAnswer,
  address: string,
  most: number,
): Promise<Got> {
  if (status < 200 || status > 299)
    return { why: `${address} returned ${status}: download the document by other means, and name the file` }
  const tooLong = { why: `${address} returned more than ${most} bytes` }
  if (truncated) return tooLong
  try {
    const plain = await unpacked(bytes, headerIn(headers, 'content-encoding') ?? '', most)
    return plain
      ? { text: new TextDecoder().decode(plain) }
      : { why: `${address}: the response cannot be decompressed` }
  } catch (error) {
    if (error instanceof UnpacksToMore) return tooLong
    throw error
  }
}
