import type { Answer, Failure, Header, Passing, Phases } from '../../history/entry/exchange.ts'

/** An observed exchange, before keys are redacted. */
export type Seen = {
  method: string
  /** As written, not normalized. */
  url: string
  headers: readonly Header[]
  body?: string
  /** Each character of the body is one byte, or the body could not be decoded. */
  bytes?: true
  /** A request body that could not be decoded, and possible texts. */
  unreadBody?: { bytes: Buffer; guesses: readonly string[] }
  answer?: Answer
  /** A response body that could not be decoded. */
  unread?: Buffer
  failure?: Failure
  /** Milliseconds since 1970. */
  at: number
  ms: number
  phases?: Phases
  /** Order of events: smaller if certainly received before another was sent. */
  sent: number
  received: number
  connection?: number
  passing?: Passing
}

/** The origin, and the path as written, with query and without fragment. */
export function partsOf(url: string): { origin: string; path: string } | undefined {
  const [, front, rest = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? []
  if (front === undefined || !URL.canParse(front)) return undefined
  return { origin: new URL(front).origin, path: rest.startsWith('/') ? rest : `/${rest}` }
}

/** Resolution of recorded times. */
const RESOLUTION_MS = 1

type Timed = Pick<Seen, 'at' | 'ms'>

/** Orders events by recorded times. If two may have overlapped, the request comes first, so that nothing is concluded. */
export function inOrder<T extends Timed>(exchanges: readonly T[]): (T & Pick<Seen, 'sent' | 'received'>)[] {
  const events = exchanges.flatMap(({ at, ms }, index) => [
    { at, isAnswer: false, index },
    { at: at + Math.max(0, ms) + RESOLUTION_MS, isAnswer: true, index },
  ])
  events.sort((one, other) => one.at - other.at || Number(one.isAnswer) - Number(other.isAnswer))
  const sent: number[] = []
  const received: number[] = []
  for (const [tick, { isAnswer, index }] of events.entries()) (isAnswer ? received : sent)[index] = tick + 1
  return exchanges
    .map((each, index) => ({ ...each, sent: sent[index]!, received: received[index]! }))
    .sort((one, other) => one.received - other.received)
}
