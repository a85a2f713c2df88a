import type { MediaFacts } from '../../engine/media/facts.ts'

const NEAR_SECONDS = 0.15
const NEAR_FRAMES = 3
const NEAR_RATE = 0.01
/** Of the pictures, where the others keep the pace: whoever leaves out a few that show nothing new has no other rate. */
const FEW = 0.05

export function lasts(seconds: number, asked: { seconds: number; fps: number }): boolean {
  return Math.abs(seconds - asked.seconds) <= Math.max(NEAR_SECONDS, NEAR_FRAMES / asked.fps) + 1e-6
}

/**
 * undefined: but for a few, the pictures keep the rate that was asked for.
 */
export function hasRate(
  { fps, frames, seconds, variable }: { fps: number; frames?: number; seconds?: number } & Pick<MediaFacts, 'variable'>,
  asked: { fps: number },
): boolean | undefined {
  const isNear = (rate: number) => Math.abs(rate - asked.fps) <= asked.fps * NEAR_RATE + 1e-6
  if (isNear(fps)) return true
  // One picture more or less is no other rate, however few there are.
  if (frames !== undefined && seconds !== undefined && Math.abs(frames - seconds * asked.fps) <= 1 + 1e-6) return true
  return variable && isNear(variable.commonFps) && Math.abs(fps - asked.fps) <= asked.fps * FEW ? undefined : false
}
