import { BOUNDS } from '../../config/bounds/bounds.ts'
import { attempt, isUnread, NotWhole, Unreadable } from '../reading/unreadable.ts'
import { type Frame, framesIn, framesInGroup, framesOf, zerosFrom } from './blocks.ts'
import { type Element, type Elements, elementIn, ID } from './elements.ts'
import { cuesFrom, type Segment } from './segment.ts'
import type { Track } from './track.ts'

/** Pictures that follow one another, from some places of a file too large to be read. */
export type Places = {
  first: Frame[]
  middle: Frame[]
  last: Frame[]
  /** Why its end is not known. */
  why?: string
}

const TAILS = [64 * 1024, 512 * 1024, 4 * 1024 * 1024]
/** What is read of a place at once; more where only the pictures tell how fast they follow each other. */
const MUCH = 128 * 1024
const MORE = 512 * 1024

export async function endsOf(elements: Elements, segment: Segment, track: Track): Promise<Places> {
  const { cues, firstCluster } = segment
  if (!firstCluster) throw new Unreadable('no cluster')
  const most = track.perPicture === undefined ? MORE : MUCH
  const first = await forward(elements, firstCluster, track.number, most)
  const rest = await attempt(async () => {
    const points = cues ? await cuesFrom(elements, cues, segment.body) : []
    const middle = points[Math.floor(points.length / 2)]?.cluster
    const point = points.at(-1)
    const last = point ? await lastCluster(elements, segment, point.cluster) : await clusterInTail(elements, segment)
    return {
      last: await backward(elements, last, track.number),
      middle: middle === undefined ? [] : await forwardFrom(elements, middle, segment.end, track.number, most),
    }
  })
  return isUnread(rest) ? { first, middle: [], last: [], why: rest.unread } : { first, ...rest }
}

async function forwardFrom(elements: Elements, at: number, limit: number, track: number, most: number) {
  await elements.window.upTo(at, Math.min(at + most, limit))
  return forward(elements, await clusterAt(elements, at, limit), track, most)
}

async function clusterAt(elements: Elements, at: number, limit: number): Promise<Element> {
  const cluster = await elements.at(at, limit)
  await notZeros(elements, at)
  if (cluster?.id !== ID.cluster) throw new Unreadable('an index (Cues) that points to no cluster')
  return cluster
}

/** Hops over the clusters behind one that is known. */
async function lastCluster(elements: Elements, { end }: Segment, from: number): Promise<Element> {
  let last = await clusterAt(elements, from, end)
  for (let hops = 0, at = last.end; ; hops++) {
    if (last.open) return last
    if (hops > BOUNDS.clustersToTheEnd.most)
      throw new Unreadable(`more than ${BOUNDS.clustersToTheEnd.most} clusters after the last one in the index`)
    const next = await elements.at(at, end)
    if (!next) await notZeros(elements, at)
    if (!next) return last
    if (next.id === ID.cluster) last = next
    at = next.end
  }
}

/** Where nothing leads to the last cluster: its beginning stands out among the last bytes. */
async function clusterInTail({ window }: Elements, { body, end }: Segment): Promise<Element> {
  for (const length of TAILS) {
    const from = Math.max(body, end - length)
    const bytes = await window.exactly(from, end)
    for (let at = bytes.length - 12; at >= 0; at--) {
      if (bytes[at] !== 0x1f || bytes[at + 1] !== 0x43) continue
      const element = elementIn(bytes.subarray(at, at + 12), from + at, end)
      const startsWithTime = element && bytes[element.body - from] === ID.timestamp
      if (element?.id !== ID.cluster || !startsWithTime) continue
      if (element.end > end)
        throw new NotWhole(`the last cluster is truncated: it ends at byte ${element.end} of ${end}`)
      if (element.end === end) return element
    }
    if (from === body) break
  }
  throw new Unreadable('the file is too large to scan, and its last cluster was not found')
}

async function notZeros({ window }: Elements, at: number): Promise<void> {
  const bytes = await window.upTo(at, at + 16)
  if (bytes.length > 0 && bytes.every((byte) => byte === 0)) throw new NotWhole(zerosFrom(at))
}

/** The first pictures of a cluster, as many as begin in so many bytes. */
async function forward(elements: Elements, cluster: Element, track: number, most: number): Promise<Frame[]> {
  const found: Frame[] = []
  let seen = 0
  await elements.window.upTo(cluster.at, Math.min(cluster.at + most, cluster.end))
  await framesOf(elements, cluster, (frame) => {
    if (frame.track === track && !frame.hidden) found.push(frame)
    const isWithin = frame.offset + frame.size < cluster.at + most
    return ++seen < BOUNDS.picturesAtAnEnd.most && (isWithin || found.length === 0)
  })
  return found
}

/** The last pictures of a cluster: blocks that end where the one behind them begins, since none says where it began. */
async function backward(elements: Elements, cluster: Element, track: number): Promise<Frame[]> {
  const time = await timeOf(elements, cluster)
  for (const length of TAILS) {
    const from = Math.max(cluster.body, cluster.end - length)
    const bytes = await elements.window.exactly(from, cluster.end)
    if (bytes.subarray(-64).every((byte) => byte === 0)) throw new NotWhole(zerosFrom(cluster.end - 64))
    const found: Frame[] = []
    let end = cluster.end
    for (let blocks = 0; blocks < BOUNDS.picturesAtAnEnd.most; blocks++) {
      const block = blockEndingAt(bytes, from, end)
      if (!block) break
      const read = block.id === ID.simpleBlock ? framesIn : framesInGroup
      for (const frame of (await read(elements, block, time)).reverse())
        if (frame.track === track && !frame.hidden) found.unshift(frame)
      end = block.at
    }
    if (found.length > 1 || from === cluster.body) return found
  }
  throw new Unreadable('the last pictures are too large to read')
}

function blockEndingAt(bytes: Uint8Array, from: number, end: number): Element | undefined {
  for (let at = end - from - 6; at >= 0; at--) {
    if (bytes[at] !== ID.simpleBlock && bytes[at] !== ID.blockGroup) continue
    const element = elementIn(bytes.subarray(at, at + 12), from + at, Number.POSITIVE_INFINITY)
    if (element?.end === end && !element.open && looksLikeBlock(bytes.subarray(element.body - from), element.id))
      return element
  }
  return undefined
}

/** A track that can be, or the block that a group begins with. */
const looksLikeBlock = (body: Uint8Array, id: number) =>
  id === ID.blockGroup ? body[0] === ID.block : (body[0] ?? 0) > 0x80 && ((body[3] ?? 0) & 0x70) === 0

async function timeOf(elements: Elements, cluster: Element): Promise<number> {
  for (let at = cluster.body, i = 0; i < 8; i++) {
    const element = await elements.at(at, cluster.end)
    if (!element) break
    if (element.id === ID.timestamp) return elements.number(element)
    at = element.end
  }
  throw new Unreadable('a cluster without a time')
}
