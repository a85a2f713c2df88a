/** The given number of elements, evenly spaced. */
export function evenly<T>(list: readonly T[], count: number): T[] {
  const wanted = Math.min(Math.max(0, count), list.length)
  return Array.from({ length: wanted }, (_, index) => list[Math.floor(((index + 0.5) * list.length) / wanted)]!)
}
