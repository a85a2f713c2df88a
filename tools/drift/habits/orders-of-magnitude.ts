/** 1, 3, 10, 30, 100 …: so coarse that it is stable from day to day. */
export function roughly(value: number): number {
  if (!(value > 0)) return 0
  const step = Math.round(Math.log10(value) * 2)
  const power = 10 ** Math.floor(step / 2)
  return Number((step % 2 === 0 ? power : power * 3).toPrecision(1))
}

export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}
