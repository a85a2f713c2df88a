const MOST_MEANT = 5

/** Suggested names, best first: close spellings, then shared words. */
export function meant(said: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, ...likeness(said.toLowerCase(), name) }))
    .filter(({ letters, words }) => letters <= bound(said) || words > 0)
    .sort((one, other) => nearness(one, said) - nearness(other, said) || other.words - one.words)
    .slice(0, MOST_MEANT)
    .map(({ name }) => name)
}

type Likeness = { letters: number; words: number }

const bound = (said: string) => Math.max(1, Math.floor(said.length / 3))

/** All names beyond the limit rank equally. */
const nearness = ({ letters }: Likeness, said: string) => Math.min(letters, bound(said) + 1)

/** Compares the name with and without its kind. */
function likeness(said: string, name: string): Likeness {
  const [bare, bareSaid] = [name, said].map((each) => each.replace(/^\w+:/, ''))
  const hasKind = said.includes(':')
  const letters = Math.min(lettersApart(said, name), lettersApart(bareSaid!, bare!) + (hasKind ? 1 : 0))
  const words = bareSaid!.split(/[^a-z0-9]+/).filter((word) => word.length > 2 && bare!.split('-').includes(word))
  return { letters, words: words.length }
}

/** Edit distance: letters added, dropped, changed, or swapped with a neighbour. */
function lettersApart(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const here = [row]
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1]
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      here[at] = Math.min(
        here[at - 1]! + 1,
        last[at]! + 1,
        last[at - 1]! + (same ? 0 : 1),
        isSwapped ? beforeLast[at - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = here
  }
  return last[other.length]!
}
