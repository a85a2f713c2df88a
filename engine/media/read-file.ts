import { describe } from './describe.ts'
import { attempt, isUnread, NotWhole, Unreadable, whyOf } from './errors.ts'
import type { MediaSource, Reading, Unread } from './facts.ts'
import { kindOf, videoBehind } from './kind.ts'
import { endOfMatroska } from './matroska-end.ts'
import { MediabunnyFile, type Picture } from './mediabunny-file.ts'
import { type Edit, type Mp4Index, mp4Index } from './mp4-index.ts'
import { type Pictures, paceOf, paceOfEnds, type Stretch } from './timeline.ts'
import { Window } from './window.ts'

const MEBIBYTE = 1024 * 1024
const HEAD = 64 * 1024
/** Matroska has no index of its pictures: above this size, only those at both ends are read. */
const WHOLE_MATROSKA = 8 * MEBIBYTE
const LARGE_MATROSKA_BYTES = 16 * MEBIBYTE

/** Reads a video file in few, small pieces. */
export async function readFile(source: MediaSource): Promise<Reading> {
  try {
    return await read(new Window(source))
  } catch (error) {
    if (error instanceof NotWhole) return { kind: 'not whole', what: error.message }
    return { kind: 'unread', why: whyOf(error) }
  }
}

async function read(window: Window): Promise<Reading> {
  const head = await window.upTo(0, HEAD)
  const kind = kindOf(head)
  const behind = kind && 'read' in kind ? undefined : videoBehind(head)
  if (behind) throw new NotWhole(`a video (${behind.what}) that begins only after ${behind.at} other bytes`)
  if (!kind) return { kind: 'unread', why: 'an unknown file format' }
  if ('what' in kind) return { kind: 'no video', what: kind.what }
  if ('why' in kind) return { kind: 'unread', why: kind.why }
  return kind.read === 'mp4' ? readMp4(window) : readMatroska(window)
}

async function readMp4(window: Window): Promise<Reading> {
  const index = await mp4Index(window)
  const size = await window.knownSize()
  const file = new MediabunnyFile(window, size, index.container, index.editLists)
  const track = await file.mainTrack()
  if (!track) return { kind: 'no video', what: await withoutVideo(file, 'an MP4 file') }
  const pictures = await attempt(async () => {
    const listed = await file.pictures(track)
    // Mediabunny reads fragments only if the index lists no samples.
    const isMixed = index.fragmented && listed[0]?.packet.sequenceNumber === 0
    if (!isMixed) return listed
    const fragments = new MediabunnyFile(window, size, index.container, [...index.editLists, ...index.sampleTables])
    const other = await fragments.track(track.id)
    return [...listed, ...(other ? await fragments.pictures(other) : [])]
  })
  if (!isUnread(pictures) && pictures.length === 0) throw new NotWhole('an index without pictures')
  const edits = index.edits.get(track.id) ?? []
  const perSecond = await track.getTimeResolution()
  const pace = await attempt(() => {
    const stretches = stretchesOf(edits, index, perSecond)
    const found = paceOf(timesOf(pictures, perSecond), stretches, (1.001 * perSecond) / (index.timescale || 1))
    if (found.frames === 0) throw new Unreadable('an edit list that shows no picture')
    return found
  })
  const by = edits.length > 0 ? 'samples with edit list' : 'samples'
  return describe(file, track, { pictures, pace, by, header: index.seconds })
}

/** The parts of the media that the edit list shows. */
function stretchesOf(edits: readonly Edit[], { timescale, fragmented }: Mp4Index, perSecond: number) {
  const shown = edits.filter(({ mediaTime }) => mediaTime !== -1)
  if (shown.length === 0) return undefined
  return shown.map(({ ticks, mediaTime, rate }, i): Stretch => {
    const seconds = ticks / timescale
    if (rate === 0 && seconds > 0) return { heldSeconds: seconds }
    if (rate !== 1 && rate !== 0) throw new Unreadable(`an edit at ${rate} times the speed`)
    // Before its fragments are written, the duration of a file is unknown.
    const isOpen = ticks === 0 || !Number.isFinite(seconds) || (fragmented && i === shown.length - 1)
    return { from: mediaTime, to: isOpen ? Number.POSITIVE_INFINITY : mediaTime + seconds * perSecond }
  })
}

async function readMatroska(window: Window): Promise<Reading> {
  const size = await window.knownSize()
  const isLarge = size > WHOLE_MATROSKA
  if (isLarge) window.mostBytes = LARGE_MATROSKA_BYTES
  else await window.upTo(0, size)
  const { end, missing } = await endOfMatroska(window, size, !isLarge)
  const isWebm = Buffer.from(await window.upTo(0, 64)).includes('webm')
  const file = new MediabunnyFile(window, end, isWebm ? 'webm' : 'matroska')
  const track = await file.mainTrack()
  if (!track && missing !== undefined) throw new NotWhole(missing)
  if (!track) return { kind: 'no video', what: await withoutVideo(file, 'a Matroska file') }
  const perSecond = await track.getTimeResolution()
  const pictures = await attempt(() => {
    if (isLarge && missing !== undefined) throw new Unreadable(missing)
    return isLarge ? file.picturesAtEnds(track) : file.pictures(track)
  })
  const pace = await attempt(() =>
    isLarge ? paceOfEnds(timesOf(pictures, perSecond)) : paceOf(timesOf(pictures, perSecond)),
  )
  const header = (await track.getDurationFromMetadata().catch(() => null)) ?? undefined
  const by = isLarge ? 'blocks at both ends' : 'blocks'
  return describe(file, track, { pictures, pace, by, header, missing })
}

async function withoutVideo(file: MediabunnyFile, name: string): Promise<string> {
  return (await file.besides()).includes('sound') ? 'audio without video' : `${name} without video and audio`
}

function timesOf(pictures: Picture[] | Unread, perSecond: number): Pictures {
  if (isUnread(pictures)) throw new Unreadable(pictures.unread)
  if (pictures.length === 0) throw new Unreadable('no picture was found')
  if (!(perSecond > 0)) throw new Unreadable('a track without a timescale')
  const last = pictures.reduce((one, other) => (other.packet.timestamp >= one.packet.timestamp ? other : one))
  const starts = Float64Array.from(pictures, ({ packet }) => Math.round(packet.timestamp * perSecond)).sort()
  return { starts, last: last.packet.duration * perSecond, perSecond }
}
