import { Unreadable } from '../reading/unreadable.ts'
import { type FramePace, type Pictures, paceOf } from '../timeline.ts'
import type { Frame } from './blocks.ts'
import type { Places } from './ends.ts'
import type { Track } from './track.ts'

/** When the pictures of all blocks are shown; pictures in one block follow each other at the usual pace. */
function picturesOf(frames: Frame[], tick: number, track: Track): Pictures {
  const each = track.perPicture === undefined ? 0 : track.perPicture / 1e9 / tick
  const starts = Float64Array.from(frames, ({ time, laced, ticks }) => time + laced * (ticks ?? each)).sort()
  const last = frames.reduce((one, other) => (other.time >= one.time ? other : one), frames[0]!)
  return { starts, last: last?.ticks ?? each, perSecond: 1 / tick }
}

export function paceOfAll(frames: Frame[], tick: number, track: Track): FramePace {
  return paceOf(picturesOf(frames, tick, track), undefined, 0)
}

/** Of a file that is too large to be counted: how long it is, and its pace where all places that were read agree. */
export function paceOfPlaces(
  { first, middle, last, why }: Places,
  tick: number,
  track: Track,
): Omit<FramePace, 'frames'> {
  if (why !== undefined) throw new Unreadable(why)
  const samples = [first, middle, last].map((frames) => localPace(frames)).filter((each) => each !== undefined)
  const said = track.perPicture === undefined ? undefined : track.perPicture / 1e9 / tick
  const interval = agreed(samples, said)
  const begins = Math.min(...first.map(({ time }) => time))
  const ends = Math.max(...last.map(({ time }) => time))
  if (first.length === 0 || last.length === 0) throw new Unreadable('no pictures at one of its ends')
  const final = last.find(({ time }) => time === ends)?.ticks ?? interval ?? said ?? 0
  return { seconds: (ends - begins + final) * tick, ...(interval !== undefined && { fps: 1 / (interval * tick) }) }
}

type Local = { mean: number; error: number }

/** The usual interval of a few pictures, and how far rounding can have moved it. */
function localPace(frames: Frame[]): Local | undefined {
  const times = frames.map(({ time }) => time).sort((one, other) => one - other)
  const gaps = times.slice(1).map((time, i) => time - times[i]!)
  const median = gaps.toSorted((one, other) => one - other)[gaps.length >> 1]
  if (median === undefined) return undefined
  // Blocks stand in the order of decoding: at the edge of what was read, pictures are missing in between.
  const edge = gaps.findIndex((gap) => gap > median + 2)
  const count = edge === -1 ? gaps.length : edge
  if (count === 0) return undefined
  return { mean: (times[count]! - times[0]!) / count, error: 1 / count }
}

/** What the track says where no place speaks against it, else what all places say; undefined where they differ. */
function agreed(places: Local[], said: number | undefined): number | undefined {
  const fits = (interval: number) => places.every(({ mean, error }) => Math.abs(mean - interval) <= 1.01 * error)
  if (places.length === 0) return undefined
  if (said !== undefined && fits(said)) return said
  const weight = places.reduce((sum, { error }) => sum + 1 / error, 0)
  const mean = places.reduce((sum, { mean, error }) => sum + mean / error, 0) / weight
  return fits(mean) && 1 / weight / mean < 0.004 ? mean : undefined
}
