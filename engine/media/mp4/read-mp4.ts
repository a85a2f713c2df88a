import type { Reading, Told, Unread } from '../facts.ts'
import { factsFrom } from '../facts-from.ts'
import { type Shelf, streamAndDamage, streamOf } from '../look-into.ts'
import { attempt, isUnread, Unreadable } from '../reading/unreadable.ts'
import type { Window } from '../reading/window.ts'
import { readingOf } from '../reading-of.ts'
import { type Decoder, decoderFor } from '../streams/codec.ts'
import { type Box, Boxes } from './boxes.ts'
import { type Entry, entryFrom } from './entry.ts'
import { type Gathered, gather } from './gather.ts'
import type { Samples } from './samples.ts'
import { clocksOf, displayOf, secondsOfHeaders } from './shown.ts'
import { indexed, type Top, topOf } from './top.ts'
import { clockFrom, type Track } from './track.ts'
import { besides, type Movie, mainPicture, tracksOf } from './tracks.ts'

export async function readMp4(window: Window): Promise<Reading> {
  const boxes = new Boxes(window)
  const top = await topOf(boxes)
  const moov = top.moov[0]!
  const movie = await movieFrom(boxes, moov)
  const main = await mainPicture(boxes, movie)
  if (!main) return { kind: 'no video', what: withoutPicture(movie) }
  const { track, entries } = main
  const gathered = await attempt(() => gather(boxes, top, moov, track))
  const samples = isUnread(gathered) ? undefined : gathered.samples
  const box = entries[(samples?.entry ?? 1) - 1] ?? entries[0]
  const entry = await attempt(() => entryOf(boxes, box))
  const decoder = await attempt(() => decoderOf(entry))
  const { stream, damage } = await streamAndDamage(async () => {
    if (isUnread(gathered)) throw new Unreadable(gathered.unread)
    if (gathered.incomplete !== undefined && gathered.samples.sizes.length === 0)
      throw new Unreadable(gathered.incomplete)
    if (isUnread(decoder)) throw new Unreadable(decoder.unread)
    return streamOf(shelfOf(window, gathered.samples), decoder)
  })
  const index = await indexOf(boxes, top, track)
  const clocks = await attempt(() => {
    if (isUnread(gathered)) throw new Unreadable(gathered.unread)
    return clocksOf(gathered, track, movie, top.fragmented)
  })
  const known = isUnread(entry) ? undefined : entry
  const facts = factsFrom({
    container: containerOf(top),
    codec: known?.codec ?? known?.name ?? 'unknown',
    rotation: track.rotation,
    besides: besides(movie, track),
    entry: { by: 'sample entry', value: known?.size ?? { width: 0, height: 0 } },
    configured: isUnread(decoder) ? decoder : decoder.configured,
    stream,
    ...displayOf(known, track),
    depthToo: [],
    ...(isUnread(clocks) ? { pace: clocks, paceBy: '', framesToo: [] } : clocks),
    secondsToo: [
      ...(isUnread(clocks) ? [] : clocks.secondsToo),
      ...secondsOfHeaders(track, movie, await fragmentsTicks(boxes, moov)),
      ...index.seconds,
    ],
    fpsToo: [],
  })
  return readingOf(facts, missing(window, gathered, index.end) ?? damage)
}

/** Files of before there were brands have none. */
const containerOf = ({ brand, fragmented }: Top) =>
  brand.startsWith('qt') || (brand === '' && !fragmented) ? 'mov' : 'mp4'

async function movieFrom(boxes: Boxes, moov: Box): Promise<Movie> {
  const mvhd = await boxes.inside(moov, 'mvhd')
  const clock = mvhd ? clockFrom(await boxes.content(mvhd)) : { timescale: 0, mediaTicks: undefined }
  return { timescale: clock.timescale, ticks: clock.mediaTicks, tracks: await tracksOf(boxes, moov) }
}

const withoutPicture = ({ tracks }: Movie) =>
  tracks.some(({ handler }) => handler === 'soun') ? 'audio without video' : 'an MP4 file without video and audio'

async function entryOf(boxes: Boxes, box: Box | undefined): Promise<Entry> {
  if (!box) throw new Unreadable('an index without a sample entry')
  return entryFrom(boxes, box)
}

async function decoderOf(entry: Entry | { unread: string }): Promise<Decoder> {
  if (isUnread(entry)) throw new Unreadable(entry.unread)
  if (!entry.codec) throw new Unreadable(`unsupported codec ${entry.name}`)
  const decoder = await decoderFor(entry.codec, entry.record, entry.depth)
  if (!entry.encrypted) return decoder
  const look = async () => {
    throw new Unreadable('the pictures are encrypted')
  }
  return { ...decoder, look }
}

const shelfOf = (window: Window, { sizes, offsets }: Samples): Shelf => ({
  count: sizes.length,
  sample: (index) => {
    const offset = offsets[index]!
    return { size: sizes[index]!, read: (from, to) => window.exactly(offset + from, offset + to) }
  },
})

async function indexOf(
  boxes: Boxes,
  { indexes }: Top,
  track: Track,
): Promise<{ seconds: Told<number>[]; end: number }> {
  let seconds = 0
  let last = 0
  for (const box of indexes) {
    const index = await attempt(() => indexed(boxes, box))
    if (isUnread(index)) continue
    last = Math.max(last, index.end)
    if (index.track === track.id) seconds += index.seconds
  }
  return { seconds: seconds > 0 ? [{ by: 'segment index', value: seconds }] : [], end: last }
}

async function fragmentsTicks(boxes: Boxes, moov: Box): Promise<number | undefined> {
  const found = await attempt(async () => {
    const mehd = await boxes.inside(moov, 'mvex', 'mehd')
    const view = mehd && (await boxes.content(mehd))
    return view && (view.getUint8(0) === 1 ? Number(view.getBigUint64(4)) : view.getUint32(4))
  })
  return isUnread(found) ? undefined : found
}

/** What the index lists and the file does not hold. */
function missing({ size }: Window, gathered: Gathered | Unread, indexedEnd: number): string | undefined {
  if (isUnread(gathered)) return undefined
  const { samples, incomplete } = gathered
  if (samples.sizes.length === 0) return incomplete === undefined ? 'an index without pictures' : undefined
  if (size === undefined) return undefined
  let beyond = 0
  let last = indexedEnd
  samples.offsets.forEach((offset, i) => {
    const end = offset + samples.sizes[i]!
    if (end > size) beyond++
    last = Math.max(last, end)
  })
  if (beyond > 0)
    return `${beyond} of ${samples.sizes.length} pictures are beyond the end: the index lists ${last} bytes, the file has ${size}`
  return last > size ? `the index lists ${last} bytes, and the file has ${size}` : undefined
}
