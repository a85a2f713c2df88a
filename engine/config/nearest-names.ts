/** Steps from one word to the other: a character more, one less, another one, or two that changed places. */
export function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last: number[] = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let a = 1; a <= one.length; a++) {
    const row = [a]
    for (let b = 1; b <= other.length; b++) {
      const isSame = one[a - 1] === other[b - 1]
      const changedPlaces = a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1]
      row[b] = Math.min(
        last[b]! + 1,
        row[b - 1]! + 1,
        last[b - 1]! + (isSame ? 0 : 1),
        ...(changedPlaces ? [before[b - 2]! + 1] : []),
      )
    }
    before = last
    last = row
  }
  return last[other.length]!
}

const MOST = 3
/** A shorter piece stands in too many names. */
const SHORTEST_PIECE = 4
/** A name of its own that is as near is more likely meant. */
const PART_OF_A_NAME = 0.25
/** No name is so long, and whoever pastes a file for a name need not wait. */
const LONGEST = 100

/** What may have been meant by a word that is none of these names: the nearest of them, or those that hold it. */
export function nearest(word: string, names: Iterable<string>): string[] {
  const said = word.toLowerCase().slice(0, LONGEST)
  const farthest = Math.max(1 + PART_OF_A_NAME, Math.round(said.length / 3))
  const distances = [...new Set(names)].map((name) => ({ name, distance: distanceTo(said, name.toLowerCase()) }))
  const least = Math.min(...distances.map(({ distance }) => distance))
  if (least > farthest) return []
  return distances.flatMap(({ name, distance }) => (distance === least ? [name] : [])).slice(0, MOST)
}

/** A name is often said without its group, or in part. */
function distanceTo(said: string, name: string): number {
  const withoutGroup = name.slice(name.indexOf('.') + 1)
  const isPiece = said.length >= SHORTEST_PIECE && name.includes(said)
  return Math.min(
    editDistance(said, name),
    editDistance(said, withoutGroup) + PART_OF_A_NAME,
    isPiece ? 1 + PART_OF_A_NAME : Number.POSITIVE_INFINITY,
  )
}

/** A question behind a message that a name is not known; nothing where no name is near. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const meant = nearest(word, names)
  if (meant.length === 0) return ''
  return ` Did you mean ${meant.length === 1 ? meant[0] : `${meant.slice(0, -1).join(', ')} or ${meant.at(-1)}`}?`
}
