import type { Size, Told } from '../facts.ts'
import { type FileFindings, say } from '../facts-from.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { type FramePace, type Pictures, paceOf, ticksOf } from '../timeline.ts'
import { secondsOfEdits, stretchesOf } from './edits.ts'
import type { Entry } from './entry.ts'
import type { Gathered } from './gather.ts'
import { picturesOf } from './samples.ts'
import type { Track } from './track.ts'
import type { Movie } from './tracks.ts'

export type Clocks = {
  pace: FramePace
  paceBy: string
  secondsToo: Told<number>[]
  framesToo: Told<number>[]
}

/** The pace of what the edit list shows of the samples. */
export function clocksOf(
  { samples, by, incomplete }: Gathered,
  track: Track,
  movie: Movie,
  fragmented: boolean,
): Clocks {
  if (incomplete !== undefined) throw new Unreadable(incomplete)
  const pictures: Pictures = picturesOf(samples, track.timescale)
  const stretches = stretchesOf(track, movie.timescale, fragmented)
  const pace = paceOf(pictures, stretches, (1.001 * track.timescale) / (movie.timescale || 1))
  const edited = stretches !== undefined
  if (pace.frames === 0 && samples.sizes.length > 0) throw new Unreadable('an edit list that shows no picture')
  return {
    pace,
    paceBy: edited ? `${by} with edit list` : by,
    secondsToo: edited ? [{ by, value: ticksOf(pictures) / track.timescale }] : [],
    framesToo: edited ? [{ by, value: samples.sizes.length }] : [],
  }
}

/** How long headers say that it is, whatever the samples say. */
export function secondsOfHeaders(track: Track, movie: Movie, fragmentsTicks: number | undefined): Told<number>[] {
  const said = (by: string, ticks: number | undefined, timescale: number) =>
    // Zero is what a writer of fragments puts there.
    say(by, ticks && timescale ? ticks / timescale : undefined)
  return [
    ...said('media header', track.mediaTicks, track.timescale),
    ...say('edit list', secondsOfEdits(track, movie.timescale)),
    ...said('track header', track.header?.ticks, movie.timescale),
    ...said('movie header', movie.ticks, movie.timescale),
    ...said('fragments header', fragmentsTicks, movie.timescale),
  ]
}

/** What the container says of how large it is shown. */
export function displayOf(
  entry: Entry | undefined,
  track: Track,
): Pick<FileFindings, 'display' | 'displayToo' | 'aspect'> {
  const size = track.header && { width: track.header.width, height: track.header.height }
  const nonEmpty = (each: Size | undefined) => (each && each.width > 0 && each.height > 0 ? each : undefined)
  return {
    display: [],
    displayToo: [...say('clean aperture', entry?.cleanAperture), ...say('track header', nonEmpty(size))],
    ...(entry?.aspect && { aspect: { by: 'pixel aspect ratio (pasp)', value: entry.aspect } }),
  }
}
