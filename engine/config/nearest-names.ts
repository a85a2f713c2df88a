/** Edit distance: insertions, deletions, substitutions and transpositions of neighbours. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last: number[] = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let a = 1; a <= one.length; a++) {
    const row = [a]
    for (let b = 1; b <= other.length; b++) {
      const substituted = last[b - 1]! + (one[a - 1] === other[b - 1] ? 0 : 1)
      const least = Math.min(last[b]! + 1, row[b - 1]! + 1, substituted)
      const isTransposed = a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1]
      row[b] = isTransposed ? Math.min(least, before[b - 2]! + 1) : least
    }
    before = last
    last = row
  }
  return last[other.length]!
}

/** The known names nearest to an unknown one, at most three. */
export function nearest(word: string, names: Iterable<string>): string[] {
  const typed = word.toLowerCase().slice(0, 100)
  const farthest = Math.max(1.25, Math.round(typed.length / 3))
  const distances = [...new Set(names)].map((name) => ({ name, distance: distanceTo(typed, name.toLowerCase()) }))
  const least = Math.min(...distances.map(({ distance }) => distance))
  if (least > farthest) return []
  return distances.flatMap(({ name, distance }) => (distance === least ? [name] : [])).slice(0, 3)
}

/** Names are often typed without their group or in part; at equal distance, a whole name comes first. */
function distanceTo(typed: string, name: string): number {
  const withoutGroup = name.slice(name.indexOf('.') + 1)
  const isPart = typed.length >= 4 && name.includes(typed)
  return Math.min(
    editDistance(typed, name),
    editDistance(typed, withoutGroup) + 0.25,
    isPart ? 1.25 : Number.POSITIVE_INFINITY,
  )
}

/** A suggestion to append to an error; empty if no name is near. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const meant = nearest(word, names)
  if (meant.length === 0) return ''
  return ` Did you mean ${meant.length === 1 ? meant[0] : `${meant.slice(0, -1).join(', ')} or ${meant.at(-1)}`}?`
}
