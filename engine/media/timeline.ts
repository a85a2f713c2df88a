/** When pictures are shown, in ticks of their track, sorted. */
export type Pictures = {
  starts: Float64Array
  /** Duration of the last one; 0 if unknown. */
  last: number
  perSecond: number
}

/** A part of the media that is shown, in its ticks; or a freeze frame. */
export type Stretch = { from: number; to: number } | { heldSeconds: number }

export type FramePace = {
  frames: number
  seconds: number
  fps?: number
  variable?: { commonFps: number; share: number }
}

/** Timestamps rounded to milliseconds are common and do not make a rate variable. */
const MILLISECOND = 0.00101

function intervalsOf({ starts, last }: Pictures): Float64Array {
  const intervals = new Float64Array(starts.length)
  for (let i = 0; i + 1 < starts.length; i++) intervals[i] = starts[i + 1]! - starts[i]!
  const usual = starts.length > 1 ? usualOf(intervals.slice(0, -1)) : last
  // Some writers omit the duration of the last picture, or write one tick.
  if (starts.length > 0) intervals[starts.length - 1] = last < usual / 2 ? usual : last
  return intervals
}

/** The mean without gaps: of the intervals near the median. */
function usualOf(intervals: Float64Array): number {
  const median = intervals.toSorted()[intervals.length >> 1]!
  const alike = intervals.filter((each) => each >= median / 2 && each <= median * 1.5)
  return alike.reduce((sum, each) => sum + each, 0) / alike.length
}

/** Displayed frames, seconds and rate. Edits up to `rounding` ticks from the end of the media mean its end. */
export function paceOf(pictures: Pictures, stretches?: Stretch[], rounding = 0): FramePace {
  const intervals = intervalsOf(pictures)
  const { starts, perSecond } = pictures
  const begin = starts[0] ?? 0
  const end = (starts.at(-1) ?? 0) + (intervals.at(-1) ?? 0)
  const slack = Math.min(rounding, (end - begin) / starts.length / 2)
  let frames = 0
  let shown = 0
  /** How long the pictures would be shown if none were cut. */
  let whole = 0
  for (const stretch of stretches ?? [{ from: begin, to: Number.POSITIVE_INFINITY }]) {
    if ('heldSeconds' in stretch) {
      frames++
      shown += stretch.heldSeconds * perSecond
      whole += stretch.heldSeconds * perSecond
      continue
    }
    const to = Math.abs(stretch.to - end) <= slack ? end : stretch.to
    for (let i = 0; i < starts.length && starts[i]! < to; i++) {
      const from = Math.abs(starts[i]! - stretch.from) <= slack ? starts[i]! : Math.max(starts[i]!, stretch.from)
      // Before the first picture of a stretch nothing is shown, or the last one before it.
      const shownFor = Math.min(starts[i]! + intervals[i]!, to) - from
      if (shownFor <= Math.min(slack, intervals[i]! / 2) && stretches) continue
      frames++
      shown += shownFor
      whole += intervals[i]!
    }
  }
  return {
    frames,
    seconds: shown / perSecond,
    ...(whole > 0 && { fps: (frames * perSecond) / whole }),
    ...variableOf(intervals, perSecond),
  }
}

/** The rate of most pictures, if not all intervals are alike. The duration of the last picture does not count. */
function variableOf(intervals: Float64Array, perSecond: number): Pick<FramePace, 'variable'> {
  const sorted = intervals.slice(0, -1).sort()
  const rounding = Math.max(1.01, MILLISECOND * perSecond)
  if (sorted.length < 2 || sorted.at(-1)! - sorted[0]! <= 2 * rounding) return {}
  let best = { from: 0, count: 0 }
  for (let from = 0, to = 0; from < sorted.length; from++) {
    while (to < sorted.length && sorted[to]! - sorted[from]! <= rounding) to++
    if (to - from > best.count) best = { from, count: to - from }
  }
  const mean = sorted.slice(best.from, best.from + best.count).reduce((sum, each) => sum + each, 0) / best.count
  const alike = sorted.filter((each) => Math.abs(each - mean) <= rounding).length
  if (alike === sorted.length || mean <= 0) return {}
  return { variable: { commonFps: perSecond / mean, share: alike / sorted.length } }
}

/** Seconds and rate from pictures at both ends of a file; the rate only if it is the same at both. */
export function paceOfEnds({ starts, last, perSecond }: Pictures): Omit<FramePace, 'frames'> {
  const intervals = starts.slice(1).map((start, i) => start - starts[i]!)
  const usual = usualOf(intervals)
  const alike = intervals.filter((each) => each >= usual / 2 && each <= usual * 1.5)
  const isConstant = alike.every((each) => Math.abs(each - usual) <= Math.max(1.01, MILLISECOND * perSecond))
  const seconds = (starts.at(-1)! + (last || usual) - starts[0]!) / perSecond
  return { seconds, ...(isConstant && usual > 0 && { fps: perSecond / usual }) }
}
