import { BOUNDS } from '../../config/bounds/bounds.ts'
import { NotWhole } from '../reading/unreadable.ts'
import { type Element, type Elements, ID } from './elements.ts'

/** The parts of a segment that stand before its clusters, or are pointed at. */
export type Segment = {
  body: number
  end: number
  /** Nobody has said where it ends: it was written live. */
  open: boolean
  info?: Element
  tracks?: Element
  cues?: Element
  firstCluster?: Element
  /** Where parts stand that are no clusters. */
  others: number[]
}

export async function segmentFrom(elements: Elements, segment: Element): Promise<Segment> {
  const found: Segment = { body: segment.body, end: segment.end, open: segment.open, others: [] }
  let at = segment.body
  for (let i = 0; i < BOUNDS.partsBeforePictures.most && !found.firstCluster; i++) {
    const part = await elements.at(at, segment.end)
    if (!part) break
    await take(elements, found, part)
    at = part.end
  }
  for (const place of [...found.others]) {
    if (place <= (found.firstCluster?.at ?? 0)) continue
    if (found.cues && found.tracks && found.info) break
    const part = await elements.at(place, segment.end)
    if (part && part.id !== ID.seekHead && part.id !== ID.cluster) await take(elements, found, part)
  }
  return found
}

async function take(elements: Elements, found: Segment, part: Element): Promise<void> {
  if (part.id === ID.cluster) found.firstCluster ??= part
  if (part.id === ID.info) found.info ??= part
  if (part.id === ID.tracks) found.tracks ??= part
  if (part.id === ID.cues) found.cues ??= part
  if (part.id === ID.seekHead) found.others.push(...(await placesFrom(elements, part, found.body)))
}

async function placesFrom(elements: Elements, seekHead: Element, body: number): Promise<number[]> {
  const places: number[] = []
  for (const seek of (await elements.children(seekHead)).slice(0, BOUNDS.placesListed.most)) {
    const fields = await elements.children(seek)
    const position = fields.find(({ id }) => id === ID.seekPosition)
    const place = position && body + (await elements.number(position))
    if (place !== undefined && Number.isSafeInteger(place)) places.push(place)
  }
  return places
}

export type Clock = { /** Seconds of a tick. */ tick: number; seconds?: number }

export async function clockFrom(elements: Elements, info: Element | undefined): Promise<Clock> {
  const fields = info ? await elements.children(info) : []
  const scale = fields.find(({ id }) => id === ID.timestampScale)
  const duration = fields.find(({ id }) => id === ID.duration)
  const nanoseconds = scale ? await elements.number(scale) : 1_000_000
  if (nanoseconds === 0) throw new NotWhole('a segment without a timescale')
  const tick = nanoseconds / 1e9
  const ticks = duration && (await elements.float(duration))
  return { tick, ...(ticks && ticks > 0 && { seconds: ticks * tick }) }
}

/** The places of clusters that the cues name, with their times, in order. */
export async function cuesFrom(elements: Elements, cues: Element, body: number) {
  const found: { time: number; cluster: number }[] = []
  for (const point of await elements.children(cues)) {
    if (point.id !== 0xbb) continue
    const fields = await elements.children(point)
    const time = fields.find(({ id }) => id === 0xb3)
    const positions = fields.find(({ id }) => id === 0xb7)
    const place = positions && (await elements.children(positions)).find(({ id }) => id === 0xf1)
    if (time && place) found.push({ time: await elements.number(time), cluster: body + (await elements.number(place)) })
  }
  return found.filter(({ cluster }) => Number.isSafeInteger(cluster)).sort((one, other) => one.cluster - other.cluster)
}
