/** A line, with its difference from the other text marked; `missing`: it exists only in the other text. */
export type Line = { text: string; marked?: { from: number; to: number }; missing?: true }

/** Longer texts are compared line by line, which works unless lines were inserted. */
const MOST_COMPARED = 200

type Manner = {
  /** The significant part of a line: lines with equal gist are equal. */
  gist?: (line: string) => string
  /** Lines of the first text that are shown as missing if the second text lacks them. */
  isMissed?: (line: string) => boolean
}

/** Dates, lengths and trailing commas nearly always differ, without meaning. */
export const usualAside = (line: string) =>
  /^(date|content-length|age): /i.exec(line)?.[0].toLowerCase() ?? line.replace(/,$/, '')

/**
 * Two texts side by side, with differences marked. Headers and JSON members are compared with those of the same name.
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

/** Pairs lines of the same name, then the lines between them in turn; lines of different names are no pair. */
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

/** Name of a header or JSON member, with its indentation. */
function nameOf(line: string): string | undefined {
  return /^([\w-]+): /.exec(line)?.[1]?.toLowerCase() ?? /^\s*"(?:[^"\\]|\\.)*":/.exec(line)?.[0]
}

/** Marks the part between the common beginning and the common end. */
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

/** Positions of the longest common subsequence of lines. */
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
