import { BOUNDS } from '../../config/bounds/bounds.ts'
import { isWord, type KeyName, withoutRecipes } from '../recipes.ts'
import { decoded } from './encodings.ts'
import { withoutEscapes, withoutQuoting } from './escapes.ts'
import { recipeIn, type WholeKey, wholeKey } from './found-recipe.ts'
import { bareOf, patternsOf, patternsOfWord } from './key-patterns.ts'
import { Marks, tokenAround } from './marks.ts'
import { type Match, Matcher } from './matcher.ts'
import { Pieces } from './pieces.ts'
import { bare, isAList, restsOf, stringsOf } from './scattered.ts'
import { type PlaceInText, Strand } from './strand.ts'

/** Short texts are read to their end, whatever a server has wrapped in what. */
const LEAST_READ = 200_000
/** Stands between texts that belong to one answer: no text has it, for it is no character. */
const JOINT = '\ufdd0'

/**
 * Puts recipes in the place of keys, and of what is nearly a key, in plain text, in the encodings in which text travels
 * and where its parts are scattered. Shorter pieces stay: an id or a word may share a few characters with a key by chance.
 */
export class Scrubber {
  readonly #keys = new Map<KeyName, WholeKey>()
  readonly #plain = new Matcher([])
  readonly #bare = new Matcher([])

  constructor(keys: ReadonlyMap<KeyName, string>) {
    for (const [name, key] of keys) this.#keys.set(name, wholeKey(key))
    this.#plain.add([...keys].flatMap(([name, key]) => patternsFor(name, key)))
    this.#bare.add([...keys].flatMap(([name, key]) => bareOf(name, key)))
  }

  /** One more. */
  add(name: KeyName, key: string): void {
    this.#keys.set(name, wholeKey(key))
    this.#plain.add(patternsFor(name, key))
    this.#bare.add(bareOf(name, key))
  }

  scrub(text: string): string {
    return this.#scrubbed(text, true)
  }

  /** Of a text that comes from a history: the braces in it are those of recipes. */
  scrubBesideRecipes(text: string): string {
    return this.#scrubbed(text, false)
  }

  /** Whether a key stands in several of these texts, one behind the other. */
  isScattered(texts: readonly string[]): boolean {
    return this.#bare.matchesIn(bare(new Strand(texts.join(JOINT))).text).length > 0
  }

  /** Texts that came together: what is in parts may have its parts in several of them. */
  scrubTogether(texts: readonly string[]): string[] {
    return this.scrub(texts.map((text) => text.replaceAll(JOINT, '\ufffd')).join(JOINT)).split(JOINT)
  }

  #scrubbed(text: string, isOthers: boolean): string {
    const told = (piece: string) => (isOthers ? withoutRecipes(piece) : piece)
    if (this.#keys.size === 0 || text === '') return told(text)
    const marks = this.#marksIn(text)
    if (marks.size === 0) return told(text)
    const pieces = new Pieces()
    let done = 0
    for (const { from, to, recipe } of marks.merged(text)) {
      pieces.put(told(text.slice(done, from)))
      pieces.put(recipe)
      done = to
    }
    return pieces.whole() + told(text.slice(done))
  }

  #marksIn(text: string): Marks {
    const marks = new Marks()
    explore(text, {
      see: (strand) => {
        for (const match of this.#plain.matchesIn(strand.text)) this.#mark({ strand, match }, text, marks)
      },
      seeBare: (strand) => {
        for (const match of this.#bare.matchesIn(strand.text)) this.#mark({ strand, match, isBare: true }, text, marks)
      },
    })
    return marks
  }

  #mark({ strand, match, isBare = false }: Found, text: string, marks: Marks): void {
    const { places, forms } = strand.trace({ from: match.at, to: match.at + match.length })
    const isInParts = isBare && places.length > 1
    const found = recipeIn({ strand, match, forms, isBare, isInParts, key: this.#keys.get(match.pattern.name)! })
    const isCoded = match.pattern.isCoded || forms.some((form) => CODED.test(form))
    for (const [nth, place] of joined(places, text, forms.length > 0).entries()) {
      // Of a key in single characters, the first says it for all: what is kept must not grow by what was put in.
      const recipe = nth >= BOUNDS.recipesOfOneKey.most ? '' : found.recipe
      marks.put(isCoded && !isInParts ? tokenAround(place, text) : place, { ...found, recipe, isInParts })
    }
  }
}

const patternsFor = (name: KeyName, key: string) => (isWord(name) ? patternsOfWord : patternsOf)(name, key)

const CODED = /base64|hex/

type Found = { strand: Strand; match: Match; isBare?: boolean }

/** Every way of reading a text, and what is read so in the same ways again: what is wrapped once before what is wrapped twice. */
function explore(text: string, { see, seeBare }: Record<'see' | 'seeBare', (strand: Strand) => void>): void {
  const waiting: Reading[] = [{ strand: new Strand(text), depth: BOUNDS.wrappings.most, isRewritten: false }]
  let left = LEAST_READ + text.length * BOUNDS.readingsOfAText.most
  for (let reading = waiting.shift(); reading && left > 0; reading = waiting.shift()) {
    const { strand, depth, isRewritten } = reading
    left -= strand.text.length
    const letters = bare(strand)
    const strings = stringsOf(strand)
    see(strand)
    seeBare(letters)
    for (const scattered of [...(strings ? [strings] : []), ...restsOf(strand)]) seeBare(bare(scattered))
    if (depth === 0) continue
    const inner = decoded(strand, letters)
    if (strings && isAList(strand)) inner.push(...decoded(strings, bare(strings)))
    for (const each of inner) waiting.push({ strand: each, depth: depth - 1, isRewritten: false })
    const plain = withoutEscapes(strand)
    if (plain) waiting.push({ strand: plain, depth: depth - 1, isRewritten: true })
    const unquoted = isRewritten ? undefined : withoutQuoting(strand)
    if (unquoted) waiting.push({ strand: unquoted, depth: 0, isRewritten: true })
  }
}

type Reading = { strand: Strand; depth: number; isRewritten: boolean }

/** Nothing that anybody would miss. */
const SEPARATOR = /^(?:\\u[0-9a-f]{4}|\\[a-z]|0x|%[0-9a-f]{2}|&#?\w{1,8};|[^A-Za-z0-9"\ufdd0]){0,20}$/i
/** Of what is encoded twice, a few characters stand for what lies between two. */
const BETWEEN_CODES = /^[^"\ufdd0]{0,8}$/

/** What stands side by side but for what separates it is one place; what stands in different strings of JSON is not. */
function joined(places: readonly PlaceInText[], text: string, areCodes: boolean): PlaceInText[] {
  if (places.length === 1) return [...places]
  const result: PlaceInText[] = []
  for (const place of [...places].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    const between = last === undefined ? undefined : text.slice(last.to, place.from)
    const isOne = between !== undefined && (SEPARATOR.test(between) || (areCodes && BETWEEN_CODES.test(between)))
    if (isOne) last!.to = Math.max(last!.to, place.to)
    else result.push({ ...place })
  }
  return result
}
