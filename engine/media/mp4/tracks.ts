import { BOUNDS } from '../../config/bounds/bounds.ts'
import { NotWhole, Unreadable } from '../reading/unreadable.ts'
import { type Box, type Boxes, printable } from './boxes.ts'
import { entriesOf } from './entry.ts'
import { type Track, trackFrom } from './track.ts'

export type Movie = {
  timescale: number
  ticks: number | undefined
  tracks: Track[]
}

const ELSEWHERE = new Set(['cmov', 'rmra'])
const STILL = new Set(['jpeg', 'mjpa', 'mjpb', 'png', 'gif', 'tiff'])

/** What a track that is none of ours is, in a word. */
const KINDS: Record<string, string> = {
  vide: 'a second picture',
  auxv: 'an auxiliary picture',
  pict: 'a still picture',
  soun: 'sound',
  text: 'text',
  sbtl: 'text',
  subt: 'text',
  clcp: 'text',
}

/** The track that a player shows: enabled, no cover or chapter picture, the longest. */
export async function mainPicture(boxes: Boxes, { tracks }: Movie) {
  const thumbnails = new Set(tracks.flatMap(({ chapters }) => chapters))
  const candidates: { track: Track; entries: Box[]; rank: number }[] = []
  for (const track of tracks) {
    if (track.handler !== 'vide') continue
    const stsd = track.tables.find(({ type }) => type === 'stsd')
    const entries = stsd ? await entriesOf(boxes, stsd) : []
    const still = STILL.has(entries[0]?.type ?? '') || thumbnails.has(track.id)
    candidates.push({ track, entries, rank: (still ? 0 : 2) + (track.enabled ? 1 : 0) })
  }
  const seconds = ({ track }: { track: Track }) => (track.mediaTicks ?? 0) / (track.timescale || 1)
  return candidates.sort((one, other) => other.rank - one.rank || seconds(other) - seconds(one))[0]
}

export function besides({ tracks }: Movie, main: Track | undefined): string[] {
  return tracks.filter((track) => track !== main).map(({ handler }) => KINDS[handler] ?? `data (${printable(handler)})`)
}

export async function tracksOf(boxes: Boxes, moov: Box): Promise<Track[]> {
  const inside = await boxes.children(moov)
  const elsewhere = inside.find(({ type }) => ELSEWHERE.has(type))
  if (elsewhere) throw new Unreadable(`an index that is compressed or in another file (${elsewhere.type})`)
  const traks = inside.filter(({ type }) => type === 'trak')
  if (traks.length === 0) throw new NotWhole('an index (moov) without tracks')
  const tracks: Track[] = []
  for (const trak of traks.slice(0, BOUNDS.tracks.most)) tracks.push(await trackFrom(boxes, trak))
  return tracks
}
