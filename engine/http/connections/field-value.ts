const isBlank = (character: string | undefined) => character === ' ' || character === '\t'

/** Blanks around a value are no part of it (RFC 9110 §5.5), and not every parser takes them all off. */
export function withoutBlanks(value: string): string {
  let from = 0
  let to = value.length
  while (from < to && isBlank(value[from])) from++
  while (to > from && isBlank(value[to - 1])) to--
  return value.slice(from, to)
}
