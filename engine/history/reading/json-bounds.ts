import { BOUNDS } from '../../config/bounds/bounds.ts'

/** What there is more of in a JSON text than is looked at. */
export type Beyond = 'levels' | 'values'

type Most = { levels: number; values: number }

const OF_AN_ANSWER: Most = { levels: BOUNDS.jsonLevels.most, values: BOUNDS.jsonValues.most }
/** Whoever hands a file over may well have a long one. */
export const OF_A_FILE: Most = { ...OF_AN_ANSWER, values: Number.POSITIVE_INFINITY }

const BACKSLASH = 92

/** Looks at brackets, commas and quotes alone, before anything is made of the text: whether it is JSON, others tell. */
export function beyondBounds(text: string, most: Most = OF_AN_ANSWER): Beyond | undefined {
  // A level takes two characters at least.
  if (text.length <= most.levels * 2) return undefined
  let levels = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at)
        break
      case ',':
        values++
        break
      case '{':
      case '[':
        values++
        levels++
        break
      case '}':
      case ']':
        levels--
    }
    if (levels > most.levels) return 'levels'
    if (values > most.values) return 'values'
  }
  return undefined
}

/** Where the quote stands that ends it; behind the text where none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}
