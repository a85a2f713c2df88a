import { BOUNDS } from '../../config/bounds/bounds.ts'
import { Unreadable } from '../reading/unreadable.ts'
import type { Window } from '../reading/window.ts'

export type Element = {
  id: number
  at: number
  body: number
  /** As far as its size reaches; where nobody has said a size, as far as its parent. */
  end: number
  open: boolean
}

export const ID = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  tags: 0x1254c367,
  chapters: 0x1043a770,
  attachments: 0x1941a469,
  void: 0xec,
} as const

/** What can stand in a segment itself, and ends a cluster that does not say where it ends. */
const OF_SEGMENT = new Set<number>([
  ID.seekHead,
  ID.info,
  ID.tracks,
  ID.cues,
  ID.cluster,
  ID.tags,
  ID.chapters,
  ID.attachments,
  ID.segment,
  ID.header,
])

export const standsInSegment = (id: number): boolean => OF_SEGMENT.has(id)

/** An id takes four bytes at most, and a size eight. */
const MOST_HEADER = 12

/** A number that says in its first byte how long it is. All ones stand for an unknown one. */
export function vint(bytes: Uint8Array, at: number, keepMarker: boolean) {
  const first = bytes[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return undefined
  const marked = 1 << (8 - length)
  let value = keepMarker ? first : first & (marked - 1)
  let ones = (first & (marked - 1)) === marked - 1
  for (let i = 1; i < length; i++) {
    value = value * 256 + bytes[at + i]!
    ones &&= bytes[at + i] === 255
  }
  return { value, length, ones }
}

/** Walks elements, so many in a file and no more. */
export class Elements {
  readonly window: Window
  /** How far blocks may lie apart for all between them to be read. */
  smallStep = 4096
  #left = BOUNDS.elements.most

  constructor(window: Window) {
    this.window = window
  }

  /** The element at a place, or undefined where nothing that is one begins there. */
  async at(at: number, limit: number): Promise<Element | undefined> {
    if (at >= limit) return undefined
    if (this.#left-- <= 0) throw new Unreadable(`more than ${BOUNDS.elements.most} elements`)
    const head = await this.window.upTo(at, Math.min(at + MOST_HEADER, limit), this.smallStep)
    return elementIn(head, at, limit)
  }

  async children(parent: Element): Promise<Element[]> {
    const found: Element[] = []
    for (let at = parent.body; ; ) {
      const element = await this.at(at, parent.end)
      if (!element) return found
      found.push({ ...element, end: Math.min(element.end, parent.end) })
      at = element.end
    }
  }

  bytes(element: Element): Promise<Uint8Array> {
    return this.window.exactly(element.body, element.end)
  }

  async number(element: Element): Promise<number> {
    if (element.end - element.body > 8) throw new Unreadable('a number of more than 8 bytes')
    return (await this.bytes(element)).reduce((sum, byte) => sum * 256 + byte, 0)
  }

  async float(element: Element): Promise<number> {
    const view = await this.window.view(element.body, Math.min(element.end, element.body + 8))
    if (view.byteLength === 4) return view.getFloat32(0)
    return view.byteLength === 8 ? view.getFloat64(0) : 0
  }

  async text(element: Element): Promise<string> {
    const bytes = await this.window.exactly(element.body, Math.min(element.end, element.body + 256))
    return new TextDecoder('latin1')
      .decode(bytes)
      .replace(/\0.*$/s, '')
      .replace(/[^ -~]/g, '?')
  }
}

export function elementIn(head: Uint8Array, at: number, limit: number): Element | undefined {
  const id = vint(head, 0, true)
  if (!id || id.length > 4) return undefined
  const size = vint(head, id.length, false)
  if (!size) return undefined
  const body = at + id.length + size.length
  return { id: id.value, at, body, end: size.ones ? limit : body + size.value, open: size.ones }
}
