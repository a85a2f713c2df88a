import { createHash, randomUUID } from 'node:crypto'
import type { Answer, Incoming } from './world.ts'

export type StoredFile = { bytes: Uint8Array; type: string; modifiedAt: number }
type Asked = Incoming['headers']

/** How an object store responds to GET: the file, a part of it, or 304 (RFC 9110, §13 and §14). */
export function storedFile({ bytes, type, modifiedAt }: StoredFile, asked: Asked): Answer {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const known = {
    etag: `"${createHash('sha256').update(content).digest('hex').slice(0, 32)}"`,
    'last-modified': new Date(modifiedAt).toUTCString(),
    'accept-ranges': 'bytes',
  }
  const headers = { ...known, 'content-type': type }
  if (isAnother(known, asked)) return storeError(412, 'PreconditionFailed', 'The file does not match the precondition.')
  if (isUnchanged(known, asked)) return { status: 304, headers: known, text: '' }
  const part = partOf(content.length, asked.range !== undefined && rangeHolds(known, asked) ? asked.range : '')
  if (part === 'whole') return { status: 200, headers, bytes: content }
  if (part === 'none') {
    const refused = storeError(416, 'InvalidRange', 'The requested range is not satisfiable.')
    return { ...refused, headers: { ...refused.headers, 'content-range': `bytes */${content.length}` } }
  }
  const range = `bytes ${part.first}-${part.last}/${content.length}`
  return {
    status: 206,
    headers: { ...headers, 'content-range': range },
    bytes: content.subarray(part.first, part.last + 1),
  }
}

/** Object stores return errors as XML, whatever format the service uses. */
export function storeError(status: number, code: string, message: string): Answer {
  const id = randomUUID()
  const error = `<Error><Code>${code}</Code><Message>${message}</Message><RequestId>${id}</RequestId></Error>`
  const headers = { 'content-type': 'application/xml' }
  return { status, headers, text: `<?xml version="1.0" encoding="UTF-8"?>\n${error}` }
}

type Known = { etag: string; 'last-modified': string }

function isAnother(known: Known, asked: Asked): boolean {
  const match = asked['if-match']
  if (match !== undefined) return !names(match, known.etag)
  const since = Date.parse(asked['if-unmodified-since'] ?? '')
  return Date.parse(known['last-modified']) > since
}

function isUnchanged(known: Known, asked: Asked): boolean {
  const match = asked['if-none-match']
  if (match !== undefined) return names(match.replaceAll('W/', ''), known.etag)
  const since = Date.parse(asked['if-modified-since'] ?? '')
  return Date.parse(known['last-modified']) <= since
}

function names(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((each) => each.trim() === etag)
}

function rangeHolds(known: Known, asked: Asked): boolean {
  const condition = asked['if-range']
  return condition === undefined || condition === known.etag || condition === known['last-modified']
}

/** One range; an invalid range, or several, may be answered with the whole file. */
function partOf(size: number, range: string): { first: number; last: number } | 'whole' | 'none' {
  const [, from = '', to = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? []
  if (from === '' && to === '') return 'whole'
  if (from !== '' && to !== '' && Number(from) > Number(to)) return 'whole'
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  return first < size ? { first, last } : 'none'
}
