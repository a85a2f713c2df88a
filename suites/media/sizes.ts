import type { MediaFacts, Size } from '../../engine/media/facts.ts'
import type { AskedVideo } from '../../spec/asked.ts'

/** Tolerance of either side, in pixels. */
const NEAR = 16

/** `exact`: one size, in any ratio; the others are classes that come in any ratio. `wide`: named after its width. */
type Base = Size & { exact?: true; wide?: true }

const lines = (height: number, more: Pick<Base, 'wide'> = {}): Base => ({ width: (height * 16) / 9, height, ...more })
const exact = (width: number, height: number): Base => ({ width, height, exact: true })

/** Common meanings of the words, at 16:9. */
const CLASSES: Record<AskedVideo['resolution'], readonly Base[]> = {
  '480p': [lines(480)],
  '720p': [lines(720)],
  '1080p': [lines(1080)],
  '2k': [lines(1440, { wide: true }), lines(1152, { wide: true }), exact(2048, 1080)],
  '4k': [lines(2160, { wide: true }), lines(2304, { wide: true }), exact(4096, 2160)],
}

/** Whether a size is of a class, in the requested ratio or in its own: another clause judges the ratio. */
export function isOfClass(
  size: Size,
  { resolution, ratio: [across, down] }: Pick<AskedVideo, 'ratio' | 'resolution'>,
): boolean {
  const shapes = [across / down, size.width / size.height]
  const sizes = CLASSES[resolution].flatMap((base) =>
    base.exact ? [base, turned(base)] : shapes.flatMap((shape) => sizesOf(base, shape)),
  )
  return sizes.some((each) => isNear(size, each))
}

/** By height, by shorter side, by area, or fitted into the usual frame of the class, which may be upright. */
function sizesOf({ width, height, wide }: Base, shape: number): Size[] {
  const root = Math.sqrt(width * height)
  const byHeight = { width: height * shape, height }
  const byWidth = { width, height: width / shape }
  return [
    byHeight,
    { width: root * Math.sqrt(shape), height: root / Math.sqrt(shape) },
    ...(shape < 1 ? [{ width: height, height: height / shape }] : []),
    ...(wide || shape > width / height ? [byWidth] : []),
    ...(shape < height / width || (wide && shape < 1) ? [{ width: width * shape, height: width }] : []),
  ]
}

const turned = ({ width, height }: Size): Size => ({ width: height, height: width })

const isNear = (one: Size, other: Size) =>
  Math.abs(one.width - other.width) <= NEAR && Math.abs(one.height - other.height) <= NEAR

/** Whether a size has a ratio, within the same tolerance of either side. */
export function hasShape(
  size: Size,
  { ratio: [across, down], resolution }: Pick<AskedVideo, 'ratio' | 'resolution'>,
): boolean {
  const wanted = across / down
  const narrowest = Math.max(1, size.width - NEAR) / (size.height + NEAR)
  const widest = (size.width + NEAR) / Math.max(1, size.height - NEAR)
  if (wanted >= narrowest && wanted <= widest) return true
  // DCI 2k and 4k are sold as 16:9 although they differ slightly.
  const isUsual = Math.abs(wanted - 16 / 9) < 0.01 || Math.abs(wanted - 9 / 16) < 0.01
  const own = CLASSES[resolution].filter((base) => base.exact)
  return isUsual && own.some((each) => isNear(size, wanted > 1 ? each : turned(each)))
}

export const sizeInWords = ({ width, height }: Size) => `${Math.round(width)}x${Math.round(height)}`

/** The usual size of the class in the requested ratio, for messages. */
export function usualSize({ resolution, ratio: [across, down] }: Pick<AskedVideo, 'ratio' | 'resolution'>): Size {
  const { height } = CLASSES[resolution][0]!
  const shape = across / down
  const even = (length: number) => Math.round(length / 2) * 2
  return shape >= 1 ? { width: even(height * shape), height } : { width: height, height: even(height / shape) }
}

const NEAR_SECONDS = 0.15
const NEAR_FRAMES = 3
const NEAR_RATE = 0.01
/** Tolerated share of omitted pictures: encoders drop pictures that show nothing new. */
const FEW = 0.05

export function lasts(seconds: number, asked: { seconds: number; fps: number }): boolean {
  return Math.abs(seconds - asked.seconds) <= Math.max(NEAR_SECONDS, NEAR_FRAMES / asked.fps) + 1e-6
}

/** Undefined if the pictures keep the requested rate except for a few. */
export function hasRate(
  { fps, frames, seconds, variable }: { fps: number; frames?: number; seconds?: number } & Pick<MediaFacts, 'variable'>,
  asked: { fps: number },
): boolean | undefined {
  const isNear = (rate: number) => Math.abs(rate - asked.fps) <= asked.fps * NEAR_RATE + 1e-6
  if (isNear(fps)) return true
  // One picture more or less does not change the rate, however few there are.
  if (frames !== undefined && seconds !== undefined && Math.abs(frames - seconds * asked.fps) <= 1 + 1e-6) return true
  return variable && isNear(variable.commonFps) && Math.abs(fps - asked.fps) <= asked.fps * FEW ? undefined : false
}
