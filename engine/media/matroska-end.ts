import type { Window } from './window.ts'

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
/** EBML header, Segment, SeekHead, Info, Tracks, Cues, Cluster, Tags, Chapters, Attachments. */
const KNOWN = new Set([
  ...[0x1a45dfa3, SEGMENT, 0x114d9b74, 0x1549a966, 0x1654ae6b],
  ...[0x1c53bb6b, CLUSTER, 0x1254c367, 0x1043a770, 0x1941a469],
])
/** One or two per picture. */
const MOST_ELEMENTS = 400_000
/** An id takes up to four bytes, a size up to eight. */
const LONGEST_HEADER = 12

type End = { end: number; missing?: string | undefined }

/**
 * Where the known elements of a Matroska file end, and what is missing there. Mediabunny ignores missing blocks, and loops
 * forever at unknown bytes after the last element. Without `blocks`, only the size of the segment is read.
 */
export async function endOfMatroska(window: Window, size: number, blocks: boolean): Promise<End> {
  let limit = size
  let clusterEnd = 0
  let known = 0
  let missing: string | undefined
  for (let at = 0, left = MOST_ELEMENTS; at < limit && left > 0; left--) {
    const head = await window.upTo(at, Math.min(at + LONGEST_HEADER, limit))
    const element = elementIn(head)
    if (!element) {
      if (at < clusterEnd) missing ??= missingFrom(await window.upTo(at, Math.min(at + 1024, limit)), at, size)
      return { end: known, missing }
    }
    const body = at + element.headerSize
    const end = element.isOpen ? limit : body + element.size
    if (element.id === SEGMENT) {
      if (end > size) missing = `the segment ends at byte ${end}, and the file has ${size}`
      if (!blocks) break
      limit = Math.min(end, size)
    } else if (end > limit) {
      const isJunk = at >= clusterEnd && !KNOWN.has(element.id)
      return { end: known, missing: missing ?? (isJunk ? undefined : `the last block ends at byte ${end} of ${size}`) }
    }
    if (KNOWN.has(element.id)) clusterEnd = element.id === CLUSTER ? end : 0
    at = element.id === SEGMENT || element.id === CLUSTER ? body : end
    if (at <= clusterEnd || KNOWN.has(element.id)) known = at
  }
  return { end: blocks ? known : size, missing }
}

function missingFrom(bytes: Uint8Array, at: number, size: number): string | undefined {
  if (bytes.every((byte) => byte === 0)) return `only zeros from byte ${at} on`
  return bytes.length < LONGEST_HEADER ? `the last block is truncated at byte ${size}` : undefined
}

type Element = { id: number; headerSize: number; size: number; isOpen: boolean }

function elementIn(head: Uint8Array): Element | undefined {
  const id = vint(head, 0)
  const size = id && id.length <= 4 ? vint(head, id.length) : undefined
  if (!id || !size) return undefined
  const headerSize = id.length + size.length
  return { id: id.marked, headerSize, size: size.value, isOpen: size.isOpen }
}

/** A number whose first byte tells its length. All ones stand for an unknown size. */
function vint(bytes: Uint8Array, at: number) {
  const first = bytes[at]
  const length = first ? Math.clz32(first) - 23 : 0
  if (!first || at + length > bytes.length) return undefined
  const mask = 2 ** (8 - length) - 1
  const rest = bytes.subarray(at + 1, at + length)
  const value = rest.reduce((sum, byte) => sum * 256 + byte, first & mask)
  const isOpen = (first & mask) === mask && rest.every((byte) => byte === 255)
  return { marked: value + (mask + 1) * 256 ** (length - 1), value, length, isOpen }
}
