/** A line of text, and where it differs from the line beside it; or a line that is missing here, and stands beside it. */
export type Line = { text: string; marked?: { from: number; to: number }; missing?: true }

/** Longer texts are compared line by line from the top, which is as good where nothing was put in between. */
const MOST_COMPARED = 200

type Manner = {
  /** What counts of a line: lines with the same gist are taken for the same. */
  gist?: (line: string) => string
  /** Which lines of the first text are shown as missing where the second has none like them. */
  isMissed?: (line: string) => boolean
}

/** When an answer came, how long it is, and whether more follows, differs nearly always and tells nothing. */
export const usualAside = (line: string) =>
  /^(date|content-length|age): /i.exec(line)?.[0].toLowerCase() ?? line.replace(/,$/, '')

/**
 * Two texts side by side, each line of which is unmarked, or marked where it differs from the other's. Headers and members
 * of JSON are held against those of the same name.
 */
export function lineDifferences(
  one: readonly string[],
  other: readonly string[],
  { gist = (line) => line, isMissed = () => false }: Manner = {},
): [Line[], Line[]] {
  const left: Line[] = []
  const right: Line[] = []
  const there = new Set(other.map((line) => nameOf(line) ?? gist(line)))
  const beside = (a: string | undefined, b: string | undefined) => {
    if (a !== undefined) left.push(marked(a, b, gist))
    if (b !== undefined) right.push(marked(b, a, gist))
    else if (a !== undefined && isMissed(a) && !there.has(nameOf(a) ?? gist(a))) right.push({ text: a, missing: true })
  }
  let a = 0
  let b = 0
  for (const [sameA, sameB] of [...inCommon(one.map(gist), other.map(gist)), [one.length, other.length] as const]) {
    for (const [lineA, lineB] of inPairs(one.slice(a, sameA), other.slice(b, sameB))) beside(lineA, lineB)
    if (sameA < one.length || sameB < other.length) {
      left.push({ text: one[sameA]! })
      right.push({ text: other[sameB]! })
    }
    a = sameA + 1
    b = sameB + 1
  }
  return [left, right]
}

type Pair = [string | undefined, string | undefined]

/** Lines of one name, then what stands between them in turn; two names that differ are no pair. */
function inPairs(one: readonly string[], other: readonly string[]): Pair[] {
  const pairs: Pair[] = []
  let a = 0
  let b = 0
  const upTo = (endA: number, endB: number) => {
    for (; a < endA || b < endB; a++, b++) {
      const lineA = a < endA ? one[a] : undefined
      const lineB = b < endB ? other[b] : undefined
      const areTwo = lineA !== undefined && lineB !== undefined && nameOf(lineA) !== nameOf(lineB)
      if (areTwo) pairs.push([lineA, undefined], [undefined, lineB])
      else pairs.push([lineA, lineB])
    }
    a = endA
    b = endB
  }
  const named = (side: string) => (line: string, index: number) => nameOf(line) ?? `\n${side}${index}`
  for (const [sameA, sameB] of inCommon(one.map(named('a')), other.map(named('b')))) {
    upTo(sameA, sameB)
    upTo(sameA + 1, sameB + 1)
  }
  upTo(one.length, other.length)
  return pairs
}

/** Of a header, or of a member of JSON as deep as it stands. */
function nameOf(line: string): string | undefined {
  return /^([\w-]+): /.exec(line)?.[1]?.toLowerCase() ?? /^\s*"(?:[^"\\]|\\.)*":/.exec(line)?.[0]
}

/** What lies between the common beginning and the common end. */
function marked(text: string, beside: string | undefined, gist: (line: string) => string): Line {
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
