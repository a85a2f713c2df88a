/** When pictures are shown, in the ticks of their track, in the order in which they are shown. */
export type Pictures = {
  starts: Float64Array
  /** How long the last one says that it is shown; 0 where nothing says it. */
  last: number
  perSecond: number
}

/** A stretch of the media that is shown, in its ticks; or one picture of it that is held. */
export type Stretch = { from: number; to: number } | { heldSeconds: number }

export type FramePace = {
  frames: number
  seconds: number
  fps?: number
  variable?: { commonFps: number; share: number }
}

/** Timestamps in thousandths are common, and no sign of another pace. */
const THOUSANDTH = 0.00101

/** How long each picture stands: until the next one comes, the last one as long as it says. */
function intervalsOf({ starts, last }: Pictures): Float64Array {
  const intervals = new Float64Array(starts.length)
  for (let i = 0; i + 1 < starts.length; i++) intervals[i] = starts[i + 1]! - starts[i]!
  const usual = starts.length > 1 ? usualOf(intervals.slice(0, -1)) : last
  // Some writers leave out how long the last picture stands, or write a tick.
  if (starts.length > 0) intervals[starts.length - 1] = last < usual / 2 ? usual : last
  return intervals
}

/** The mean of those about as long as the one in the middle: neither gaps nor rounding move it much. */
function usualOf(intervals: Float64Array): number {
  const middle = intervals.toSorted()[intervals.length >> 1]!
  const alike = intervals.filter((each) => each >= middle / 2 && each <= middle * 1.5)
  return alike.reduce((sum, each) => sum + each, 0) / alike.length
}

export const ticksOf = (pictures: Pictures): number => intervalsOf(pictures).reduce((sum, each) => sum + each, 0)

/** The pace of what is shown. Edits that miss the end of the media by up to `rounding` ticks mean its end. */
export function paceOf(pictures: Pictures, stretches: Stretch[] | undefined, rounding: number): FramePace {
  const intervals = intervalsOf(pictures)
  const { perSecond } = pictures
  const { frames, shown, whole } = stretches
    ? shownBy(pictures.starts, intervals, stretches, { rounding, perSecond })
    : all(intervals)
  return {
    frames,
    seconds: shown / perSecond,
    ...(whole > 0 && { fps: (frames * perSecond) / whole }),
    ...variableOf(intervals, perSecond),
  }
}

/** Pictures, how long they are shown, and how long they would be, were none of them cut short. */
type Sum = { frames: number; shown: number; whole: number }

function all(intervals: Float64Array): Sum {
  const whole = intervals.reduce((sum, each) => sum + each, 0)
  return { frames: intervals.length, shown: whole, whole }
}

function shownBy(
  starts: Float64Array,
  intervals: Float64Array,
  stretches: Stretch[],
  { rounding, perSecond }: { rounding: number; perSecond: number },
): Sum {
  const begin = starts[0] ?? 0
  const end = (starts.at(-1) ?? 0) + (intervals.at(-1) ?? 0)
  const slack = Math.min(rounding, (end - begin) / starts.length / 2)
  const sum = { frames: 0, shown: 0, whole: 0 }
  const add = (shown: number, whole: number) => {
    sum.frames++
    sum.shown += shown
    sum.whole += whole
  }
  for (const stretch of stretches) {
    if ('heldSeconds' in stretch) {
      add(stretch.heldSeconds * perSecond, stretch.heldSeconds * perSecond)
      continue
    }
    const to = Math.abs(stretch.to - end) <= slack ? end : stretch.to
    for (let i = firstShown(starts, stretch.from); i < starts.length && starts[i]! < to; i++) {
      const from = Math.abs(starts[i]! - stretch.from) <= slack ? starts[i]! : Math.max(starts[i]!, stretch.from)
      const stands = Math.min(starts[i]! + intervals[i]!, to) - from
      if (stands > Math.min(slack, intervals[i]! / 2)) add(stands, intervals[i]!)
    }
  }
  return sum
}

/** The last picture that begins before the stretch, or the first of all. */
function firstShown(starts: Float64Array, from: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! < from) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/** Where not all intervals are alike: what most of them are. How long the last picture stands says nothing of the pace. */
function variableOf(intervals: Float64Array, perSecond: number): Pick<FramePace, 'variable'> {
  const sorted = intervals.slice(0, -1).sort()
  const rounding = Math.max(1.01, THOUSANDTH * perSecond)
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
