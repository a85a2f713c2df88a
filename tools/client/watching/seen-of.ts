import { LIMITS } from '../../../engine/config/limits.ts'
import type { Answer, Header } from '../../../engine/history/entry/exchange.ts'
import { decodeBody } from '../../../engine/http/answers/decode.ts'
import { requestBodyOf } from '../../../engine/judge/observed/request-body.ts'
import type { Seen } from '../../../engine/judge/observed/seen.ts'
import type { Redactor } from '../../../engine/keys/redact.ts'
import type { Witnessed } from '../../../service/witness.ts'

type Timed = Pick<Seen, 'sent' | 'received'>

/** One request as text, with the client's key redacted. */
export async function seenOf(witnessed: Witnessed, { sent, received }: Timed, redactor: Redactor): Promise<Seen> {
  const { method, url, rawHeaders, body, connection, cameAt, endedAt, answer } = witnessed
  const headers = pairsOf(rawHeaders)
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const redacted = (text: string) => redactor.redact(text)
  const inPairs = (all: readonly Header[]) => all.map(([name, value]): Header => [redacted(name), redacted(value)])
  return {
    ...{ method: redacted(method), connection, sent, received },
    at: cameAt,
    ms: Math.max(0, endedAt - cameAt),
    url: redacted(url.startsWith('/') ? `http://${host}${url}` : url),
    headers: inPairs(headers),
    ...(await bodyOf(body, headers, redacted)),
    ...(answer
      ? { answer: { ...(await answerOf(answer, redacted)), headers: inPairs(answer.headers) } }
      : { failure: { kind: 'reset', message: 'the connection was closed before a response was sent' } }),
  }
}

function pairsOf(raw: readonly string[]): Header[] {
  return raw.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}

async function bodyOf(
  bytes: Buffer,
  headers: readonly Header[],
  redacted: (text: string) => string,
): Promise<Partial<Seen>> {
  if (bytes.length === 0) return {}
  const { body = '', unreadBody, ...told } = await requestBodyOf(bytes, headers)
  if (!unreadBody) return { ...told, body: redacted(body) }
  return { ...told, body, unreadBody: { bytes, guesses: unreadBody.guesses.map(redacted) } }
}

/** Text bodies as text; videos as length. */
async function answerOf(
  { status, headers, kept, bytes, isWhole }: NonNullable<Witnessed['answer']>,
  redacted: (text: string) => string,
): Promise<Answer> {
  const said = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
  const isHere = isWhole && kept.length === bytes
  if (!/json|text|xml/i.test(said('content-type')))
    return { status, headers, body: '', bytes, ...(bytes > 0 && { truncated: true }) }
  const decoded = await decodeBody(kept, said('content-type'), said('content-encoding'), {
    most: LIMITS.unpackedBytes,
    isCut: !isHere,
  })
  return {
    ...{ status, headers, bytes },
    body: decoded.unread ? '' : redacted(decoded.text),
    ...((!isHere || decoded.longer) && { truncated: true }),
    ...(decoded.garbled && { garbled: decoded.garbled }),
  }
}
