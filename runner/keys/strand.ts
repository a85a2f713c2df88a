/** Where something stands in a text: from the first character to behind the last. */
export type Place = { from: number; to: number }

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
  placesAbove({ from, to }: Place): Place[] {
    return this.#woven ? this.#woven.placesOf(from, to) : [{ from, to }]
  }

  /** Where a stretch of it stands in the text that was there first, and in which forms. */
  trace(place: Place): { places: Place[]; forms: string[] } {
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

/** The pieces of which a strand is made, and where each of them was. Long texts have many, so they are kept as numbers in rows. */
export class Weaving {
  readonly #texts: string[] = []
  #size = 0
  readonly #at: number[] = []
  readonly #from: number[] = []
  readonly #rate: number
  readonly #form: string | undefined
  /** Where a piece differs from what holds for most. */
  readonly #rates = new Map<number, number>()
  readonly #forms = new Map<number, string>()

  /** `rate`: so many characters of the text make up one of these. */
  constructor(rate = 1, form?: string) {
    this.#rate = rate
    this.#form = form
  }

  put(text: string, from: number): void {
    this.#at.push(this.#size)
    this.#from.push(from)
    this.#texts.push(text)
    this.#size += text.length
  }

  /** Each character of it stands for the whole place. */
  putAsOne(text: string, { from, to }: Place, form?: string): void {
    for (const character of text === '' ? [''] : text) {
      this.#rates.set(this.#at.length, to - from)
      if (form !== undefined) this.#forms.set(this.#at.length, form)
      this.put(character, from)
    }
  }

  /** What keeps pieces apart, and stands nowhere. */
  putGap(gap: string, from: number): void {
    this.#rates.set(this.#at.length, 0)
    this.put(gap, from)
  }

  get size(): number {
    return this.#size
  }

  strandOf(parent: Strand): Strand {
    return new Strand(this.#texts.join(''), { parent, weave: () => this })
  }

  placesOf(from: number, to: number): Place[] {
    const places: Place[] = []
    for (let piece = this.#firstAt(from); piece < this.#at.length && this.#at[piece]! < to; piece++) {
      const at = this.#at[piece]!
      const first = Math.max(0, from - at)
      const last = Math.min(this.#endOf(piece), to) - at
      if (first >= last) continue
      const [base, rate] = [this.#from[piece]!, this.#rates.get(piece) ?? this.#rate]
      const isOne = this.#rates.has(piece)
      places.push({
        from: Math.floor(base + (isOne ? 0 : first * rate) + 1e-6),
        to: Math.ceil(base + (isOne ? rate : last * rate) - 1e-6),
      })
    }
    return places.length === 1 ? places : touchingAsOne(places)
  }

  /** In which forms they were; what stands between two characters belongs to them as well. */
  addFormsIn(from: number, to: number, forms: Set<string>): void {
    if (this.#form !== undefined) forms.add(this.#form)
    if (this.#forms.size === 0) return
    for (let piece = this.#firstAt(from); piece < this.#at.length && this.#at[piece]! < to; piece++) {
      const form = this.#forms.get(piece)
      if (form !== undefined && this.#at[piece]! + this.#endOf(piece) > 2 * from) forms.add(form)
    }
  }

  #endOf(piece: number): number {
    return this.#at[piece + 1] ?? this.#size
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

function touchingAsOne(places: readonly Place[]): Place[] {
  const merged: Place[] = []
  for (const place of places) {
    const last = merged.at(-1)
    if (last && place.from <= last.to && place.from >= last.from) last.to = Math.max(last.to, place.to)
    else merged.push({ ...place })
  }
  return merged
}
