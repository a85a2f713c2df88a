/** A line of text, and where it differs from the line beside it. */
export type Line = { text: string; marked?: { from: number; to: number } }

/** Longer texts are compared line by line from the top, which is as good where nothing was put in between. */
const MOST_COMPARED = 200

/** What counts of a line: lines with the same gist are taken for the same. */
type Gist = (line: string) => string
const WHOLE: Gist = (line) => line

/** When an answer came, and how long it is, differs nearly always and tells nothing. */
export const usualAside: Gist = (line) => /^(date|content-length|age): /i.exec(line)?.[0].toLowerCase() ?? line

/** Two texts side by side, each line of which is unmarked, or marked where it differs from the other's. */
export function lineDifferences(one: readonly string[], other: readonly string[], gist = WHOLE): [Line[], Line[]] {
  const left: Line[] = []
  const right: Line[] = []
  let a = 0
  let b = 0
  const upTo = (endA: number, endB: number) => {
    for (let k = 0; a + k < endA || b + k < endB; k++) {
      const text = a + k < endA ? one[a + k] : undefined
      const beside = b + k < endB ? other[b + k] : undefined
      if (text !== undefined) left.push(marked(text, beside, gist))
      if (beside !== undefined) right.push(marked(beside, text, gist))
    }
    a = endA
    b = endB
  }
  for (const [sameA, sameB] of inCommon(one.map(gist), other.map(gist))) {
    upTo(sameA, sameB)
    left.push({ text: one[a++]! })
    right.push({ text: other[b++]! })
  }
  upTo(one.length, other.length)
  return [left, right]
}

/** What lies between the common beginning and the common end. */
function marked(text: string, beside: string | undefined, gist: Gist): Line {
  if (beside === undefined) return { text, marked: { from: 0, to: text.length } }
  if (gist(text) === gist(beside)) return { text }
  let from = 0
  while (from < text.length && from < beside.length && text[from] === beside[from]) from++
  let behind = 0
  while (
    behind < text.length - from &&
    behind < beside.length - from &&
    text.at(-1 - behind) === beside.at(-1 - behind)
  )
    behind++
  return { text, marked: { from, to: text.length - behind } }
}

/** The places of the longest sequence of lines that both texts have. */
function inCommon(one: readonly string[], other: readonly string[]): [number, number][] {
  if (one.length > MOST_COMPARED || other.length > MOST_COMPARED) return []
  const longest = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1))
  for (let a = one.length - 1; a >= 0; a--) {
    for (let b = other.length - 1; b >= 0; b--) {
      longest[a]![b] =
        one[a] === other[b] ? longest[a + 1]![b + 1]! + 1 : Math.max(longest[a + 1]![b]!, longest[a]![b + 1]!)
    }
  }
  const pairs: [number, number][] = []
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    if (one[a] === other[b]) pairs.push([a++, b++])
    else if (longest[a + 1]![b]! >= longest[a]![b + 1]!) a++
    else b++
  }
  return pairs
}
