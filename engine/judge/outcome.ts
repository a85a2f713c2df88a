import type { OpenPointId } from '../../spec/open-points.ts'
import type { Exchange } from '../history/entry/exchange.ts'
import { statusOf, succeeded } from '../history/reading/reading.ts'

/** Open points at which a server accepts or rejects a request. */
const POINTS_OF_REQUESTS = [
  'auth.lower-case-bearer',
  'auth.extra-spaces',
  'auth.two-headers',
  'paths.unknown-without-key',
  'paths.wrong-method',
  'paths.head',
  'paths.other-version',
  'paths.trailing-slash',
  'paths.encoded-slash',
  'body.content-type',
  'body.extra-fields',
  'body.duplicate-keys',
  'body.byte-order-mark',
  'body.null-for-optional',
  'body.numbers-beyond-double',
  'prompt.with-image',
  'prompt.blank',
  'prompt.very-long',
  'prompt.control-characters',
  'prompt.lone-surrogates',
  'words.other-letter-case',
  'ratio.lenient-spelling',
  'ratio.extreme',
  'image.unreachable',
  'image.lenient-spelling',
] as const satisfies readonly OpenPointId[]
export type PointOfRequests = (typeof POINTS_OF_REQUESTS)[number]

export type Effect = 'accepted' | 'refused' | 'other'

const ACCEPTED = 'accepted'

/** Whether a request was accepted, and with which status it was rejected. */
export function outcomeOf(exchange: Exchange, what = ''): { value: string; words: string } {
  const status = String(statusOf(exchange))
  return succeeded(exchange)
    ? { value: ACCEPTED, words: `${what}: accepted` }
    : { value: status, words: `${what}: refused with ${status}` }
}

/** The effect of a value of an open point on clients. */
export function effectOf(open: OpenPointId | undefined, value: string): Effect {
  if (!POINTS_OF_REQUESTS.some((each) => each === open)) return 'other'
  if (value === ACCEPTED) return 'accepted'
  const status = Number(value)
  if (status >= 200 && status < 300) return 'accepted'
  return status >= 300 && status < 600 ? 'refused' : 'other'
}
