import { FIELDS } from '../../spec/words.ts'
import type { JobParameters } from '../store/job.ts'
import { exactVideo } from '../video/exact-video.ts'
import type { Film } from '../video/film.ts'
import { LONGEST_SIDE, levelFor } from '../video/h264/levels.ts'
import type { Part } from './behaviour.ts'
import { listedResolution } from './order.ts'

const LINES: Readonly<Record<string, number>> = { '480p': 480, '720p': 720, '1080p': 1080, '2k': 1440, '4k': 2160 }
const USUAL_SHAPE = 16 / 9
const LONGEST_CAPTION = 80

export const films: Part<'film' | 'videoFile'> = (_world, behaviour) => ({
  film: (job) => ({ ...filmOf(job.parameters), name: job.file }),

  videoFile: (job) => exactVideo(behaviour.film(job)),
})

/** Turns invalid parameters that a fault accepted into ones that can be rendered. */
export function filmOf({ resolution, ratio, duration, fps, bit_depth }: JobParameters): Omit<Film, 'name'> {
  const rate = within(FIELDS.fps, fps)
  return {
    ...sizeOf(LINES[listedResolution(resolution)] ?? LINES['480p']!, shapeOf(ratio), rate),
    seconds: within(FIELDS.duration, duration),
    fps: rate,
    bitDepth: bit_depth === 10 ? 10 : 8,
    caption: `${resolution} ${ratio} ${duration}s ${fps}fps ${bit_depth}bit`.slice(0, LONGEST_CAPTION),
  }
}

/** `lines` is the shorter side. Shapes that no video can have get the usual area instead. */
function sizeOf(lines: number, shape: number, fps: number): { width: number; height: number } {
  const size = shape >= 1 ? evenly(lines * shape, lines) : evenly(lines, lines / shape)
  if (levelFor(size, fps) !== undefined) return size
  const area = lines * lines * USUAL_SHAPE
  const longer = Math.min(LONGEST_SIDE, Math.sqrt(area * Math.max(shape, 1 / shape)))
  return shape >= 1 ? evenly(longer, area / longer) : evenly(area / longer, longer)
}

function evenly(width: number, height: number): { width: number; height: number } {
  return { width: Math.round(width / 2) * 2, height: Math.round(height / 2) * 2 }
}

function shapeOf(ratio: string): number {
  const [across = 0, down = 0] = ratio.split(':').map(Number)
  return across > 0 && down > 0 ? across / down || Number.MIN_VALUE : USUAL_SHAPE
}

function within({ least, most }: { least: number; most: number }, value: number): number {
  return Math.min(most, Math.max(least, value))
}
