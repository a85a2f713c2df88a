import type { Header } from '../../../history/entry/exchange.ts'
import { type Room, recordedBytes, recordedText } from '../request-body.ts'
import type { Seen } from '../seen.ts'
import { headerIn, headersIn, number, record, text } from './values.ts'

type SeenRequest = Pick<Seen, 'method' | 'url' | 'headers' | 'body' | 'bytes' | 'unreadBody'>

/** Undefined for what is no request. */
export function requestIn(value: unknown, room: Room): SeenRequest | undefined {
  const request = record(value)
  const method = text(request.method)
  const url = text(request.url)
  if (!method || !url) return undefined
  const recorded = headersIn(request.headers)
  const type = text(record(request.postData).mimeType)
  const isTyped = type === undefined || type === '' || headerIn(recorded, 'content-type') !== undefined
  const headers = isTyped ? recorded : [...recorded, ['Content-Type', type] as const]
  return {
    method,
    url: addressOf(url, request),
    headers,
    ...bodyIn(request, headers, room),
  }
}

/** Our own reporter keeps the path as it was sent, where no URL may hold it. */
function addressOf(url: string, { _path }: Record<string, unknown>): string {
  const path = text(_path)
  return path === undefined ? url : (/^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? '') + path
}

/** A body that was cut is as good as none: nobody knows what was asked. */
function bodyIn(
  { postData, bodySize }: Record<string, unknown>,
  headers: readonly Header[],
  room: Room,
): Pick<SeenRequest, 'body' | 'bytes' | 'unreadBody'> {
  const data = record(postData)
  const body = text(data.text)
  if (body === undefined || data._truncated !== undefined) return {}
  if (body === '' && (number(bodySize) ?? 0) > 0) return {}
  const isBase64 = (data.encoding ?? data._encoding) === 'base64'
  return isBase64 ? recordedBytes(Buffer.from(body, 'base64'), headers, room) : recordedText(body, headers, room)
}
