/** Frames per seconds as a fraction of integers, as files store it. */
export type FrameRate = { frames: number; seconds: number }

const FINEST_TICK = 1_000_000

/** The simplest fraction for a rate like 24, 29.97 or 59.999, by continued fractions. */
export function wholeRate(fps: number): FrameRate {
  let before = { frames: 1, seconds: 0 }
  let rate = { frames: 0, seconds: 1 }
  for (let rest = 1 / fps; Number.isFinite(rest); ) {
    const whole = Math.floor(rest)
    const next = { frames: whole * rate.frames + before.frames, seconds: whole * rate.seconds + before.seconds }
    if (next.frames > FINEST_TICK) break
    ;[before, rate] = [rate, next]
    rest = 1 / (rest - whole)
  }
  return rate
}
