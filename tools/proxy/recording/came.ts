import { LIMITS } from '../../../engine/config/limits.ts'
import type { Answer } from '../../../engine/history/entry/exchange.ts'
import { decodeBody } from '../../../engine/http/answers/decode.ts'
import { inPlaceOf, KEPT_OF_LONGER } from '../../../engine/http/answers/readable.ts'
import { requestBodyOf } from '../../../engine/judge/observed/request-body.ts'
import type { Seen } from '../../../engine/judge/observed/seen.ts'
import type { Passed } from '../relay/told.ts'

const MOST_STATUS_TEXT = 256

type Raw = NonNullable<Passed['answer']>

/** A forwarded exchange as text, with its keys. */
export async function seenOf(passed: Passed, origin: string): Promise<Seen> {
  const { connection, sent, received, at, endedAt, http, method, path, headers, answer, failure } = passed
  return {
    ...{ connection, sent, received, at, method, headers, passing: { http } },
    ms: inTenths(endedAt - at),
    ...(answer && { phases: { blocked: 0, wait: inTenths(answer.begunAt - at) } }),
    url: path.startsWith('/') ? origin + path : path,
    ...(await requestBody(passed)),
    ...(answer && !failure && { answer: await answerOf(answer) }),
    ...(failure && { failure }),
  }
}

const MAY_HAVE_NO_BODY = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'TRACE']

/** A truncated body is useless for judging, so it is left out. */
async function requestBody({ method, headers, body: { kept, isWhole } }: Passed): Promise<Partial<Seen>> {
  if (!kept || !isWhole) return {}
  const bytes = Buffer.from(kept.buffer, kept.byteOffset, kept.length)
  if (bytes.length === 0) return MAY_HAVE_NO_BODY.includes(method) ? {} : { body: '' }
  return requestBodyOf(bytes, headers)
}

async function answerOf({ status, statusText, headers, body }: Raw): Promise<Answer> {
  const words = statusText.slice(0, MOST_STATUS_TEXT)
  const told = { status, ...(words !== '' && { statusText: words }), headers }
  const { bytes, kept, isWhole } = body
  if (!kept) return { ...told, body: '', bytes, ...(bytes > 0 && { truncated: true }) }
  const header = (name: string) => headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? ''
  const some = Buffer.from(kept.buffer, kept.byteOffset, isWhole ? kept.length : Math.min(kept.length, KEPT_OF_LONGER))
  const decoded = await decodeBody(some, header('content-type'), header('content-encoding'), {
    most: LIMITS.unpackedBytes,
    isCut: !isWhole,
  })
  const isCut = !isWhole || decoded.longer
  return {
    ...told,
    body: decoded.unread ? inPlaceOf(some) : isCut ? decoded.text.slice(0, KEPT_OF_LONGER) : decoded.text,
    bytes,
    ...(isCut && { truncated: true }),
    ...(decoded.garbled && { garbled: decoded.garbled }),
  }
}

const inTenths = (ms: number) => Math.round(Math.max(0, ms) * 10) / 10
