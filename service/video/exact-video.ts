import type { Film } from './film.ts'
import { wholeRate } from './frame-rate.ts'
import { copiedPicture, FRAME_NUMBERS } from './h264/copied-picture.ts'
import { flatPicture } from './h264/flat-picture.ts'
import { mp4Of, type Sample } from './mp4.ts'
import { cellsThatFill, pictureOf, type Scene, sceneOf } from './scene.ts'

/** Limits how far back a seeking player has to start, in frames. */
const FRAMES_BETWEEN_KEYS = 240
const SECONDS_BETWEEN_KEYS = 5
/** Clients request some files part by part. */
const KEPT = 8
const kept = new Map<string, Promise<Uint8Array>>()

/**
 * The film as an MP4 file with exactly the given size, duration, frame rate and bit depth; the same bytes at each call.
 */
export function exactVideo(film: Film): Promise<Uint8Array> {
  const key = JSON.stringify(film)
  const video = kept.get(key) ?? writtenVideo(film)
  kept.delete(key)
  kept.set(key, video)
  video.catch(() => kept.delete(key))
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  return video
}

function writtenVideo(film: Film): Promise<Uint8Array> {
  const { width, height, bitDepth, name: comment, caption: title } = film
  const rate = wholeRate(film.fps)
  return mp4Of(samplesOf(film), { width, height, bitDepth, rate }, { title, comment })
}

function framesOf({ seconds, fps }: Pick<Film, 'seconds' | 'fps'>): number {
  return Math.max(1, Math.round(seconds * fps))
}

function* samplesOf(film: Film): Generator<Sample> {
  const scene = sceneOf(film)
  const frames = framesOf(film)
  const distance = Math.max(FRAMES_BETWEEN_KEYS, Math.round(SECONDS_BETWEEN_KEYS * film.fps))
  const filledAt = (nth: number) => Math.round((scene.columns * (nth + 1)) / frames)
  const unchanged = new Map<number, Uint8Array>()
  for (let nth = 0; nth < frames; nth++) {
    const filled = filledAt(nth)
    const sinceKey = nth % distance
    if (sinceKey === 0) yield { bytes: flatPicture(pictureOf(scene, filled), nth / distance), key: true }
    else yield { bytes: copy(scene, filledAt(nth - 1), filled, sinceKey, unchanged), key: false }
  }
}

/** Unchanged pictures differ only in their frame number, which soon repeats. */
function copy(scene: Scene, before: number, filled: number, sinceKey: number, unchanged: Map<number, Uint8Array>) {
  const number = sinceKey % FRAME_NUMBERS
  const known = before === filled ? unchanged.get(number) : undefined
  if (known) return known
  const bytes = copiedPicture(scene.columns * scene.rows, sinceKey, cellsThatFill(scene, before, filled))
  if (before === filled) unchanged.set(number, bytes)
  return bytes
}
