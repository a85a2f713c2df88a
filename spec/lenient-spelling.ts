/**
 * Spellings that differ from the specified ones but that a lenient server may accept: pattern sources
 * (flag u), shared by the oracle and the JSON Schemas so that both leave the same things open.
 */

/** White space that common languages trim: Python also trims U+001C to U+001F and U+0085. Valid in any regex dialect. */
const WHITE = '[\\s\\u0085\\u001C-\\u001F]*'

/** One part of a ratio: signs, leading zeros, decimals and exponents are at the server's discretion. */
const UNSIGNED = '(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+\\-]?\\d+)?'
const SIGNED_PART = `${WHITE}[+\\-]?${UNSIGNED}${WHITE}`
const POSITIVE_PART = `${WHITE}\\+?(?=[\\d.]*[1-9])${UNSIGNED}${WHITE}`

export const ANY_NUMBERS_AS_RATIO = `^${SIGNED_PART}:${SIGNED_PART}$`
export const POSITIVE_NUMBERS_AS_RATIO = `^${POSITIVE_PART}:${POSITIVE_PART}$`

/** The listed words in any letter case, with white space around them. */
export function wordsInAnyLetterCase(words: readonly string[]): string {
  return `^${WHITE}(?:${words.map((word) => inAnyLetterCase([...word])).join('|')})${WHITE}$`
}

/** A WHATWG reader skips controls and spaces before the scheme, and tabs and line breaks anywhere. */
export const BEGINS_LIKE_HTTPS = `^[\\u0000-\\u0020]*${inAnyLetterCase([...'https:'], '[\\t\\n\\r]*')}`

function inAnyLetterCase(characters: readonly string[], between = ''): string {
  return characters
    .map((each) => (each.toLowerCase() === each.toUpperCase() ? each : `[${each.toLowerCase()}${each.toUpperCase()}]`))
    .join(between)
}
