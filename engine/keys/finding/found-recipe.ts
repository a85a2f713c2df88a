import type { Match } from './matcher.ts'
import type { Strand } from './strand.ts'

type Found = {
  strand: Strand
  match: Match
  forms: readonly string[]
  isBare: boolean
  isInParts: boolean
  key: WholeKey
}

/** A key that is looked for; `bareAt`: where it has letters and digits. An answer may hold thousands of its pieces. */
export type WholeKey = { text: string; bareAt: readonly number[] }

export const wholeKey = (text: string): WholeKey => ({
  text,
  bareAt: [...text].flatMap((character, at) => (/[A-Za-z0-9]/.test(character) ? [at] : [])),
})

/** The recipe of what was found: which key, how much of it, and in which forms. */
export function recipeIn({ strand, match, forms, isBare, isInParts, key }: Found): { recipe: string; isFull: boolean } {
  const { pattern, exact } = match
  const isWhole = match.length === pattern.text.length
  const lacks = isBare && isWhole && exact && !hasItsSeparators(strand, match, key.text) ? ' less its separators' : ''
  const change = pattern.isCoded
    ? `${isWhole ? '' : ' in part'}${pattern.spelled}`
    : `${isWhole ? '' : partOf(match, isBare ? key : undefined)}${lacks}${exact ? '' : inCase(strand, match)}${pattern.spelled}`
  const recipe = [`{{${pattern.name}${change}`, ...forms, ...(isInParts ? ['in parts'] : [])].join(', ')
  return { recipe: `${recipe}}}`, isFull: change === '' || change.startsWith(',') }
}

/** Counted in the key itself, from its beginning. */
function partOf({ pattern, from, length }: Match, key: WholeKey | undefined): string {
  const { text, isBackwards } = pattern
  const first = isBackwards ? text.length - from - length : from
  if (key === undefined) return ` from character ${first + 1} to ${first + length}`
  return ` from character ${key.bareAt[from]! + 1} to ${key.bareAt[from + length - 1]! + 1}`
}

/** A part in capitals or small letters can be made again of its key. */
function inCase({ text }: Strand, { at, length, from, pattern }: Match): string {
  const shown = text.slice(at, at + length)
  const meant = pattern.text.slice(from, from + length)
  if (length === pattern.text.length) return ' in another letter case'
  if (shown === meant.toUpperCase()) return ' in capitals'
  return shown === meant.toLowerCase() ? ' in small letters' : ' in another letter case'
}

/** Whether what a key has besides letters and digits stands between those that were found. */
function hasItsSeparators(strand: Strand, { at, length }: Match, key: string): boolean {
  const text = strand.parent?.text ?? strand.text
  const places = Array.from({ length }, (_, index) => strand.placesAbove({ from: at + index, to: at + index + 1 })[0]!)
  const separators = key.split(/[A-Za-z0-9]/)
  return separators.every((separator, index) => {
    if (separator === '') return true
    const before = places[index - 1]
    const behind = places[index]
    const between = text.slice(
      before?.to ?? behind!.from - separator.length,
      behind?.from ?? before!.to + separator.length,
    )
    return between.includes(separator)
  })
}
