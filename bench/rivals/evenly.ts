/** So many of a list, as far from each other as the list allows; nothing but the places decides. */
export function evenly<T>(list: readonly T[], count: number): T[] {
  const wanted = Math.min(Math.max(0, count), list.length)
  return Array.from({ length: wanted }, (_, index) => list[Math.floor(((index + 0.5) * list.length) / wanted)]!)
}
