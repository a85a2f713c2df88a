import { LIMITS } from '../../../engine/config/limits.ts'
import type { Answer, Header } from '../../../engine/history/entry/exchange.ts'
import { decodeBody } from '../../../engine/http/answers/decode.ts'
import { requestBodyOf } from '../../../engine/judge/observed/request-body.ts'
import type { Seen } from '../../../engine/judge/observed/seen.ts'
import type { Scrubber } from '../../../engine/keys/finding/scrubber.ts'
import type { Witnessed } from '../../../service/witness.ts'

type Timed = Pick<Seen, 'sent' | 'received'>

/** What the service was told of one request, as text, with recipes in the place of the key that the client was given. */
export async function seenOf(witnessed: Witnessed, { sent, received }: Timed, scrubber: Scrubber): Promise<Seen> {
  const { method, url, rawHeaders, body, connection, cameAt, endedAt, answer } = witnessed
  const headers = pairsOf(rawHeaders)
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const scrubbed = (text: string) => scrubber.scrub(text)
  const inPairs = (all: readonly Header[]) => all.map(([name, value]): Header => [scrubbed(name), scrubbed(value)])
  return {
    ...{ method: scrubbed(method), connection, sent, received },
    at: cameAt,
    ms: Math.max(0, endedAt - cameAt),
    url: scrubbed(url.startsWith('/') ? `http://${host}${url}` : url),
    headers: inPairs(headers),
    ...(await bodyOf(body, headers, scrubbed)),
    ...(answer
      ? { answer: { ...(await answerOf(answer, scrubbed)), headers: inPairs(answer.headers) } }
      : { failure: { kind: 'reset', message: 'the connection was closed before a response was sent' } }),
  }
}

function pairsOf(raw: readonly string[]): Header[] {
  return raw.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))
}

async function bodyOf(
  bytes: Buffer,
  headers: readonly Header[],
  scrubbed: (text: string) => string,
): Promise<Partial<Seen>> {
  if (bytes.length === 0) return {}
  const { body = '', unreadBody, ...told } = await requestBodyOf(bytes, headers)
  if (!unreadBody) return { ...told, body: scrubbed(body) }
  return { ...told, body, unreadBody: { bytes, guesses: unreadBody.guesses.map(scrubbed) } }
}

/** The text of what is text; of a video, how long it was. */
async function answerOf(
  { status, headers, kept, bytes, isWhole }: NonNullable<Witnessed['answer']>,
  scrubbed: (text: string) => string,
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
    body: decoded.unread ? '' : scrubbed(decoded.text),
    ...((!isHere || decoded.longer) && { truncated: true }),
    ...(decoded.garbled && { garbled: decoded.garbled }),
  }
}
