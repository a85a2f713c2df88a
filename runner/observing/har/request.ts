import { isUtf8 } from 'node:buffer'
import type { Seen } from '../seen.ts'
import { headerIn, headersIn, number, record, text } from './values.ts'

type SeenRequest = Pick<Seen, 'method' | 'url' | 'headers' | 'body' | 'bytes'>

/** Undefined for what is no request. */
export function requestIn(value: unknown): SeenRequest | undefined {
  const request = record(value)
  const method = text(request.method)
  const url = text(request.url)
  if (!method || !url) return undefined
  const headers = headersIn(request.headers)
  const type = text(record(request.postData).mimeType)
  const isTyped = type === undefined || type === '' || headerIn(headers, 'content-type') !== undefined
  return {
    method,
    url: addressOf(url, request),
    headers: isTyped ? headers : [...headers, ['Content-Type', type]],
    ...bodyIn(request),
  }
}

/** Our own reporter keeps the path as it was sent, where no URL may hold it. */
function addressOf(url: string, { _path }: Record<string, unknown>): string {
  const path = text(_path)
  return path === undefined ? url : (/^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? '') + path
}

/** A body that was cut is as good as none: nobody knows what was asked. */
function bodyIn({ postData, bodySize }: Record<string, unknown>): Pick<SeenRequest, 'body' | 'bytes'> {
  const data = record(postData)
  const body = text(data.text)
  if (body === undefined || data._truncated !== undefined) return {}
  if (body === '' && (number(bodySize) ?? 0) > 0) return {}
  if ((data.encoding ?? data._encoding) !== 'base64') return { body }
  const bytes = Buffer.from(body, 'base64')
  return isUtf8(bytes) ? { body: bytes.toString() } : { body: bytes.toString('latin1'), bytes: true }
}
