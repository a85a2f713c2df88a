import { NotWhole, Unreadable } from '../reading/unreadable.ts'
import { type Element, type Elements, ID, standsInSegment, vint } from './elements.ts'

/** One frame of a block. */
export type Frame = {
  track: number
  /** In ticks of the segment. */
  time: number
  ticks?: number
  offset: number
  size: number
  /** Of a laced block, how many of its frames stand before this one. */
  laced: number
  hidden: boolean
}

const HIDDEN = 0x08

/** The frames of a cluster, as many as somebody wants, and where it ends. */
export async function framesOf(
  elements: Elements,
  cluster: Element,
  wants: (frame: Frame) => boolean,
): Promise<number> {
  const { window } = elements
  let time = 0
  let at = cluster.body
  while (at < cluster.end) {
    const element = await elements.at(at, cluster.end)
    if (!element) return endOfBlocks(elements, at, cluster)
    if (cluster.open && standsInSegment(element.id)) return at
    if (element.end > (window.size ?? Number.POSITIVE_INFINITY))
      throw new NotWhole(`the last block is truncated: it ends at byte ${element.end}, and the file has ${window.size}`)
    if (element.id === ID.timestamp) time = await elements.number(element)
    const frames =
      element.id === ID.simpleBlock
        ? await framesIn(elements, element, time)
        : element.id === ID.blockGroup
          ? await framesInGroup(elements, element, time)
          : []
    for (const frame of frames) if (!wants(frame)) return Number.NaN
    at = element.end
  }
  return at
}

export const zerosFrom = (at: number): string => `only zeros from byte ${at} on`

/** What is no element: the file's end, or zeros in place of blocks. */
async function endOfBlocks(elements: Elements, at: number, cluster: Element): Promise<number> {
  const bytes = await elements.window.upTo(at, Math.min(at + 16, cluster.end))
  if (bytes.length === 0 && !cluster.open) throw new NotWhole(`a cluster is truncated at byte ${at}`)
  if (bytes.length === 0) return at
  if (bytes.every((byte) => byte === 0)) throw new NotWhole(zerosFrom(at))
  if (bytes.length < 12) throw new NotWhole(`the last block is truncated at byte ${at + bytes.length}`)
  throw new Unreadable(`no Matroska element at byte ${at}`)
}

export async function framesInGroup(elements: Elements, group: Element, time: number): Promise<Frame[]> {
  const fields = await elements.children(group)
  const block = fields.find(({ id }) => id === ID.block)
  const duration = fields.find(({ id }) => id === ID.blockDuration)
  if (!block) return []
  const frames = await framesIn(elements, block, time)
  const ticks = duration && (await elements.number(duration)) / frames.length
  return ticks === undefined ? frames : frames.map((frame) => ({ ...frame, ticks }))
}

export async function framesIn({ window }: Elements, block: Element, time: number): Promise<Frame[]> {
  const head = await window.upTo(block.body, Math.min(block.end, block.body + 16))
  const track = vint(head, 0, false)
  if (!track || head.length < track.length + 3) throw new Unreadable('a block without a header')
  const relative = ((head[track.length]! << 8) | head[track.length + 1]!) << 16
  const flags = head[track.length + 2]!
  const offset = block.body + track.length + 3
  const plain = { track: track.value, time: time + (relative >> 16), hidden: (flags & HIDDEN) !== 0 }
  const lacing = (flags >> 1) & 3
  if (lacing === 0) return [{ ...plain, offset, size: block.end - offset, laced: 0 }]
  return (await laced(window, lacing, offset, block.end)).map((part, laced) => ({ ...plain, ...part, laced }))
}

const XIPH = 1
const FIXED = 2

/** Several frames in one block: their lengths stand before them, that of the last one being the rest. */
async function laced(window: Elements['window'], lacing: number, from: number, end: number) {
  const head = await window.upTo(from, Math.min(end, from + 4096))
  const count = (head[0] ?? 0) + 1
  const sizes: number[] = []
  let at = 1
  while (lacing !== FIXED && sizes.length < count - 1) {
    if (lacing === XIPH) {
      let size = 0
      for (;;) {
        const byte = head[at++]
        if (byte === undefined) throw new Unreadable('a laced block without lengths')
        size += byte
        if (byte < 255) break
      }
      sizes.push(size)
      continue
    }
    const next = vint(head, at, false)
    if (!next) throw new Unreadable('a laced block without lengths')
    at += next.length
    const difference = next.value - (2 ** (7 * next.length - 1) - 1)
    sizes.push(sizes.length === 0 ? next.value : sizes.at(-1)! + difference)
  }
  const data = end - from - at
  if (lacing === FIXED) sizes.push(...new Array<number>(count).fill(Math.floor(data / count)))
  else sizes.push(data - sizes.reduce((sum, size) => sum + size, 0))
  if (sizes.some((size) => size < 0)) throw new NotWhole('a laced block whose lengths do not match')
  let offset = from + at
  return sizes.map((size) => {
    offset += size
    return { offset: offset - size, size }
  })
}
