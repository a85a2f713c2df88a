import { RowOfNumbers } from './row.ts'
import type { PlaceInText } from './strand.ts'

/** What comes in the place of what goes. */
export type Replacement = { recipe: string; isFull: boolean; isInParts: boolean }

/** What of a text goes, and the recipe that comes in its place. */
export type Mark = PlaceInText & { recipe: string }

const IN_A_TOKEN = /[A-Za-z0-9+/_-]/
const IN_ITS_END = /[A-Za-z0-9+/=_-]/
/** What is left of a token beside a key says nothing more than how long it was. */
const SHORT_REST = 16

/** A place, with the rest of its token where that is short: padding, a colon behind a user's name. */
export function tokenAround({ from, to }: PlaceInText, text: string): PlaceInText {
  let [first, last] = [from, to]
  while (first > 0 && from - first <= SHORT_REST && IN_A_TOKEN.test(text[first - 1]!)) first--
  while (last < text.length && last - to <= SHORT_REST && IN_ITS_END.test(text[last]!)) last++
  return { from: from - first > SHORT_REST ? from : first, to: last - to > SHORT_REST ? to : last }
}

/** A key in single characters makes one of each, and an answer may be full of them: they are kept as numbers in rows. */
export class Marks {
  readonly #from = new RowOfNumbers()
  readonly #to = new RowOfNumbers()
  readonly #told = new RowOfNumbers()
  /** The same few are told over and over. */
  readonly #ofAll: Replacement[] = []
  readonly #nthOf = new Map<string, number>()

  get size(): number {
    return this.#from.length
  }

  put({ from, to }: PlaceInText, told: Replacement): void {
    this.#from.put(from)
    this.#to.put(to)
    this.#told.put(this.#nth(told))
  }

  #nth(told: Replacement): number {
    const name = `${told.isFull} ${told.isInParts} ${told.recipe}`
    const known = this.#nthOf.get(name)
    if (known !== undefined) return known
    this.#nthOf.set(name, this.#ofAll.length)
    return this.#ofAll.push(told) - 1
  }

  /** One mark for all that overlap, with the recipe that says most; numbers in JSON become strings, so that it stays JSON. */
  *merged(text: string): Generator<Mark> {
    const isInAString = /^\s*[[{]/.test(text) ? stringsPassed(text) : undefined
    const finished = ({ from, to, told: { recipe } }: Merged): Mark =>
      isInAString && isOfNumbers({ from, to }, text) && !isInAString(from)
        ? { from, to, recipe: `"${recipe}"` }
        : { from, to, recipe }
    let last: Merged | undefined
    for (const nth of this.#inOrder()) {
      const [from, to, told] = [this.#from.at(nth), this.#to.at(nth), this.#ofAll[this.#told.at(nth)]!]
      const size = to - from
      if (!last || from >= last.to) {
        if (last) yield finished(last)
        last = { from, to, told, size }
        continue
      }
      if (saysMore({ told, size }, last)) Object.assign(last, { told, size })
      last.to = Math.max(last.to, to)
    }
    if (last) yield finished(last)
  }

  /** From left to right, and of those that begin together the longest first. */
  #inOrder(): Int32Array {
    const order = Int32Array.from({ length: this.size }, (_, nth) => nth)
    return order.sort((a, b) => this.#from.at(a) - this.#from.at(b) || this.#to.at(b) - this.#to.at(a))
  }
}

type Sized = { told: Replacement; size: number }
type Merged = PlaceInText & Sized

function saysMore(one: Sized, other: Sized): boolean {
  if (one.told.isFull !== other.told.isFull) return one.told.isFull
  // What stands side by side is seen in parts as well.
  if (one.told.isInParts !== other.told.isInParts && one.told.isFull) return other.told.isInParts
  return one.size === other.size ? one.told.recipe.length < other.told.recipe.length : one.size > other.size
}

/** A list of bytes is numbers, and stands in no string. */
const isOfNumbers = ({ from, to }: PlaceInText, text: string): boolean => /^[\d\s,]+$/.test(text.slice(from, to))

/** Asked of one place after the other: a text that is full of keys is gone through once. */
function stringsPassed(text: string): (at: number) => boolean {
  const strings = text.matchAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g)
  let { value: string } = strings.next()
  return (at) => {
    while (string && string.index + string[0].length <= at) string = strings.next().value
    return string !== undefined && string.index <= at
  }
}
