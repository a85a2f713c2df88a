import { Pieces } from './pieces.ts'
import { RowOfNumbers } from './row.ts'

/** Where something stands in a text: from the first character to behind the last. */
export type PlaceInText = { from: number; to: number }

/** One more way of reading a text: each of its characters knows which ones of the text it was made of. */
export class Strand {
  readonly text: string
  readonly parent: Strand | undefined
  readonly #weave: (() => Weaving) | undefined
  #weaving: Weaving | undefined

  /** `weave`: hardly any text holds a key, so where each character stood is asked for when one is found. */
  constructor(text: string, woven?: { parent: Strand; weave: () => Weaving }) {
    this.text = text
    this.parent = woven?.parent
    this.#weave = woven?.weave
  }

  get #woven(): Weaving | undefined {
    this.#weaving ??= this.#weave?.()
    return this.#weaving
  }

  /** Where a stretch of it stands in what it was made of, touching places as one. */
  placesAbove({ from, to }: PlaceInText): PlaceInText[] {
    return this.#woven ? this.#woven.placesOf(from, to) : [{ from, to }]
  }

  /** Where a stretch of it stands in the text that was there first, and in which forms. */
  trace(place: PlaceInText): { places: PlaceInText[]; forms: string[] } {
    // An answer may hold thousands of pieces of a key, most of them as they are.
    if (!this.parent) return { places: [place], forms: [] }
    const forms = new Set<string>()
    let places = [place]
    for (let strand: Strand = this; strand.parent; strand = strand.parent) {
      const woven = strand.#woven!
      for (const { from, to } of places) woven.addFormsIn(from, to, forms)
      const [only] = places
      places =
        places.length === 1
          ? woven.placesOf(only!.from, only!.to)
          : touchingAsOne(places.flatMap(({ from, to }) => woven.placesOf(from, to)))
    }
    return { places, forms: [...forms] }
  }
}

/** Where a piece is as most are. */
const AS_MOST = -1

/** The pieces of which a strand is made, and where each of them was. Long texts have many, so they are kept as numbers in rows. */
export class Weaving {
  readonly #pieces = new Pieces()
  #size = 0
  readonly #at = new RowOfNumbers()
  /** Of six bits each, one may begin within a character. */
  readonly #from = new RowOfNumbers({ fractions: true })
  readonly #rate: number
  readonly #form: string | undefined
  /** How much of the text above a piece stands for as a whole. */
  readonly #spans = new RowOfNumbers()
  readonly #forms = new RowOfNumbers()
  /** The forms of single pieces. */
  readonly #named: string[] = []

  /** `rate`: so many characters of the text make up one of these. */
  constructor(rate = 1, form?: string) {
    this.#rate = rate
    this.#form = form
  }

  put(text: string, from: number): void {
    this.#put(text, { from, span: AS_MOST, form: AS_MOST })
  }

  #put(text: string, { from, span, form }: { from: number; span: number; form: number }): void {
    this.#at.put(this.#size)
    this.#from.put(from)
    this.#spans.put(span)
    this.#forms.put(form)
    this.#pieces.put(text)
    this.#size += text.length
  }

  /** Each character of it stands for the whole place. */
  putAsOne(text: string, { from, to }: PlaceInText, form?: string): void {
    const named = form === undefined ? AS_MOST : this.#nthOf(form)
    for (const character of text === '' ? [''] : text) this.#put(character, { from, span: to - from, form: named })
  }

  #nthOf(form: string): number {
    const known = this.#named.indexOf(form)
    return known >= 0 ? known : this.#named.push(form) - 1
  }

  /** What keeps pieces apart, and stands nowhere. */
  putGap(gap: string, from: number): void {
    this.#put(gap, { from, span: 0, form: AS_MOST })
  }

  get size(): number {
    return this.#size
  }

  strandOf(parent: Strand): Strand {
    return new Strand(this.#pieces.whole(), { parent, weave: () => this })
  }

  placesOf(from: number, to: number): PlaceInText[] {
    const places: PlaceInText[] = []
    for (let piece = this.#firstAt(from); piece < this.#at.length && this.#at.at(piece) < to; piece++) {
      const at = this.#at.at(piece)
      const first = Math.max(0, from - at)
      const last = Math.min(this.#endOf(piece), to) - at
      if (first >= last) continue
      const base = this.#from.at(piece)
      const span = this.#spans.at(piece)
      places.push(
        span === AS_MOST
          ? { from: Math.floor(base + first * this.#rate + 1e-6), to: Math.ceil(base + last * this.#rate - 1e-6) }
          : { from: base, to: base + span },
      )
    }
    return places.length === 1 ? places : touchingAsOne(places)
  }

  /** In which forms they were; what stands between two characters belongs to them as well. */
  addFormsIn(from: number, to: number, forms: Set<string>): void {
    if (this.#form !== undefined) forms.add(this.#form)
    if (this.#named.length === 0) return
    for (let piece = this.#firstAt(from); piece < this.#at.length && this.#at.at(piece) < to; piece++) {
      const form = this.#named[this.#forms.at(piece)]
      if (form !== undefined && this.#at.at(piece) + this.#endOf(piece) > 2 * from) forms.add(form)
    }
  }

  #endOf(piece: number): number {
    return piece + 1 < this.#at.length ? this.#at.at(piece + 1) : this.#size
  }

  /** The first piece that does not end before. */
  #firstAt(from: number): number {
    let [low, high] = [0, this.#at.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#endOf(middle) <= from) low = middle + 1
      else high = middle
    }
    return low
  }
}

function touchingAsOne(places: readonly PlaceInText[]): PlaceInText[] {
  const merged: PlaceInText[] = []
  for (const place of places) {
    const last = merged.at(-1)
    if (last && place.from <= last.to && place.from >= last.from) last.to = Math.max(last.to, place.to)
    else merged.push({ ...place })
  }
  return merged
}
