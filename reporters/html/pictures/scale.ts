export type Scale = (value: number) => number

export function linear([least, most]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  const span = most - least || 1
  return (value) => from + ((value - least) / span) * (to - from)
}

export function logarithmic([least, most]: readonly [number, number], range: readonly [number, number]): Scale {
  const scale = linear([Math.log10(least), Math.log10(Math.max(most, least * 10))], range)
  return (value) => scale(Math.log10(Math.max(value, least)))
}

/** About the given number of round values from 0 to the maximum. */
export function ticks(most: number, about: number): number[] {
  const rough = most / about || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => Number((index * step).toPrecision(6)))
}

export function inTime(ms: number): string {
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`
  return ms < 120_000 ? `${Number((ms / 1000).toPrecision(3))} s` : `${Number((ms / 60_000).toPrecision(3))} min`
}

/** Pixels need no more digits. */
export const px = (value: number) => Number(value.toFixed(1))
