import type { MediaFacts, Reading } from '../facts.ts'
import { factsFrom, say } from '../facts-from.ts'
import { type Shelf, streamAndDamage, streamOf } from '../look-into.ts'
import { attempt, isUnread, NotWhole, Unreadable } from '../reading/unreadable.ts'
import type { Window } from '../reading/window.ts'
import { readingOf } from '../reading-of.ts'
import { decoderFor } from '../streams/codec.ts'
import type { Sample } from '../streams/header.ts'
import type { Frame } from './blocks.ts'
import { type Element, Elements, ID } from './elements.ts'
import { type LookedThrough, lookThrough } from './look-through.ts'
import { type Clock, clockFrom, segmentFrom } from './segment.ts'
import { PICTURE, type Track, tracksFrom, wordFor } from './track.ts'

export async function readMatroska(window: Window): Promise<Reading> {
  const elements = new Elements(window)
  const header = await elements.at(0, window.size ?? Number.MAX_SAFE_INTEGER)
  if (header?.id !== ID.header) throw new Unreadable('an EBML header without an end')
  const container = await containerOf(elements, header)
  const segment = await segmentFrom(elements, await segmentOf(elements, header.end))
  const tracks = segment.tracks ? await tracksFrom(elements, segment.tracks) : []
  if (tracks.length === 0) throw new NotWhole('a segment without tracks')
  const pictured = tracks.filter(({ kind }) => kind === PICTURE)
  if (pictured.length === 0) return { kind: 'no video', what: withoutPicture(tracks) }
  if (!segment.firstCluster) throw new NotWhole('a segment without clusters, so without pictures')
  const clock = await clockFrom(elements, segment.info)
  const found = await lookThrough(elements, segment, pictured, clock.tick)
  return described(window, container, tracks, clock, found)
}

async function described(
  window: Window,
  container: MediaFacts['container'],
  tracks: Track[],
  clock: Clock,
  { track, frames, pace, by, missing }: LookedThrough,
): Promise<Reading> {
  const decoder = await attempt(() => {
    if (!track.codec) throw new Unreadable(`unsupported codec ${track.name}`)
    return decoderFor(track.codec, track.codec === 'vp9' ? undefined : track.record, track.recordDepth)
  })
  const { stream, damage } = await streamAndDamage(async () => {
    if (isUnread(decoder)) throw new Unreadable(decoder.unread)
    if (track.opaque !== undefined) throw new Unreadable(track.opaque)
    if (frames.length === 0) throw new Unreadable(isUnread(pace) ? pace.unread : 'no picture was found')
    return streamOf(shelfOf(window, frames, track.prefix), decoder)
  })
  const facts = factsFrom({
    container,
    codec: track.codec ?? track.name,
    rotation: track.rotation,
    besides: tracks.filter((each) => each !== track).map(wordFor),
    entry: { by: 'track entry', value: track.pixels },
    configured: isUnread(decoder) ? decoder : decoder.configured,
    stream,
    display: say('display size', track.display),
    displayToo: [],
    depthToo: say('bits per channel', track.depth),
    pace,
    paceBy: by,
    secondsToo: say('Segment Duration', clock.seconds),
    framesToo: [],
    fpsToo: say('DefaultDuration', track.perPicture && 1e9 / track.perPicture),
  })
  return readingOf(facts, missing ?? damage)
}

async function containerOf(elements: Elements, header: Element): Promise<MediaFacts['container']> {
  const docType = (await elements.children(header)).find(({ id }) => id === ID.docType)
  const name = docType ? await elements.text(docType) : ''
  if (name === 'webm' || name === 'matroska') return name
  throw new Unreadable(`unsupported EBML document type ${JSON.stringify(name)}`)
}

/** The segment, which may reach beyond the end of the file; then a part of it is missing. */
async function segmentOf(elements: Elements, from: number): Promise<Element> {
  for (let at = from, i = 0; i < 8; i++) {
    const element = await elements.at(at, elements.window.size ?? Number.MAX_SAFE_INTEGER)
    if (!element) break
    if (element.id === ID.segment) return element
    at = element.end
  }
  throw new NotWhole('a Matroska header without a segment')
}

const withoutPicture = (tracks: Track[]) =>
  tracks.some((track) => wordFor(track) === 'sound') ? 'audio without video' : 'a Matroska file without video and audio'

const shelfOf = (window: Window, frames: Frame[], prefix: Uint8Array = new Uint8Array(0)): Shelf => ({
  count: frames.length,
  sample: (index) => sampleOf(window, frames[index]!, prefix),
})

/** A frame with the bytes in front that were left out of each block. */
const sampleOf = (window: Window, { offset, size }: Frame, prefix: Uint8Array): Sample => ({
  size: prefix.length + size,
  read: async (from, to) => {
    const inFile = (at: number) => offset + Math.max(0, at - prefix.length)
    const bytes = await window.exactly(inFile(from), inFile(to))
    const before = prefix.subarray(from, to)
    if (before.length === 0) return bytes
    const all = new Uint8Array(before.length + bytes.length)
    all.set(before)
    all.set(bytes, before.length)
    return all
  },
})
