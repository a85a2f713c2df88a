/** What of a text goes, and the recipe that comes in its place. */
export type Mark = { from: number; to: number; recipe: string; isFull: boolean; isInParts: boolean }

const IN_A_TOKEN = /[A-Za-z0-9+/_-]/
const IN_ITS_END = /[A-Za-z0-9+/=_-]/
/** What is left of a token beside a key says nothing more than how long it was. */
const SHORT_REST = 16

/** A place, with the rest of its token where that is short: padding, a colon behind a user's name. */
export function tokenAround({ from, to }: { from: number; to: number }, text: string): { from: number; to: number } {
  let [first, last] = [from, to]
  while (first > 0 && from - first <= SHORT_REST && IN_A_TOKEN.test(text[first - 1]!)) first--
  while (last < text.length && last - to <= SHORT_REST && IN_ITS_END.test(text[last]!)) last++
  return { from: from - first > SHORT_REST ? from : first, to: last - to > SHORT_REST ? to : last }
}

/** One mark for all that overlap, with the recipe that says most; numbers in JSON become strings, so that it stays JSON. */
export function marksMerged(marks: readonly Mark[], text: string): Mark[] {
  const merged: (Mark & { size: number })[] = []
  for (const mark of [...marks].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const size = mark.to - mark.from
    const last = merged.at(-1)
    if (!last || mark.from >= last.to) {
      merged.push({ ...mark, size })
      continue
    }
    if (saysMore({ ...mark, size }, last)) Object.assign(last, { ...mark, from: last.from, to: last.to, size })
    last.to = Math.max(last.to, mark.to)
  }
  if (!/^\s*[[{]/.test(text)) return merged
  const isInAString = stringsPassed(text)
  return merged.map((mark) => quotedOutside(mark, text, isInAString))
}

function saysMore(one: Mark & { size: number }, other: Mark & { size: number }): boolean {
  if (one.isFull !== other.isFull) return one.isFull
  // What stands side by side is seen in parts as well.
  if (one.isInParts !== other.isInParts && one.isFull) return other.isInParts
  return one.size === other.size ? one.recipe.length < other.recipe.length : one.size > other.size
}

/** A list of bytes is numbers, and stands in no string. */
function quotedOutside(mark: Mark, text: string, isInAString: (at: number) => boolean): Mark {
  if (!/^[\d\s,]+$/.test(text.slice(mark.from, mark.to)) || isInAString(mark.from)) return mark
  return { ...mark, recipe: `"${mark.recipe}"` }
}

/** Asked of one place after the other: a text that is full of keys is gone through once. */
function stringsPassed(text: string): (at: number) => boolean {
  const strings = text.matchAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g)
  let { value: string } = strings.next()
  return (at) => {
    while (string && string.index + string[0].length <= at) string = strings.next().value
    return string !== undefined && string.index <= at
  }
}
