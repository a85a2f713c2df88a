import type { Answer, Failure, Header, Passing, Phases } from '../../history/entry/exchange.ts'

/** One exchange of somebody else's, as it was seen passing by. */
export type Seen = {
  method: string
  /** Whole, and as it was written: dots in it may be the point. */
  url: string
  headers: readonly Header[]
  body?: string
  /** Each character of the body is one byte, which need not make up text; or it is unread. */
  bytes?: true
  /** The body of the request, of which nobody knows what it says, and what it may say. */
  unreadBody?: { bytes: Buffer; guesses: readonly string[] }
  answer?: Answer
  /** The body of the answer, of which nobody knows what it says. */
  unread?: Buffer
  failure?: Failure
  /** When it was sent, in milliseconds since 1970. */
  at: number
  ms: number
  phases?: Phases
  /** What was surely received before another was sent has the smaller number. */
  sent: number
  received: number
  connection?: number
  passing?: Passing
}

/** Scheme, host and port as they stand there; the rest is the path, query included and fragment not. */
export function partsOf(url: string): { origin: string; path: string } | undefined {
  const [, front, rest = ''] = /^(https?:\/\/[^/?#]+)([^#]*)/i.exec(url) ?? []
  if (front === undefined || !URL.canParse(front)) return undefined
  return { origin: new URL(front).origin, path: rest.startsWith('/') ? rest : `/${rest}` }
}
