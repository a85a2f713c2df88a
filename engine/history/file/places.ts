/** Where in a file something stands, in bytes, and what it is known again by. */
export type PlaceInFile = { at: number; length: number; seal: number }

const PER_PAGE = 1024
/** at, length, who sent it, and its seal. */
const NUMBERS = 4

/** Where the exchanges of a run stand in its file: a few numbers each, however long the run and its bodies are. */
export class Places {
  readonly #pages = new Map<number, Float64Array>()
  readonly #names = new Map<string, number>()

  set(n: number, name: string, { at, length, seal }: PlaceInFile): void {
    if (!isNumberOfAnExchange(n)) return
    const page = this.#pageOf(n) ?? new Float64Array(PER_PAGE * NUMBERS)
    this.#pages.set(Math.floor(n / PER_PAGE), page)
    const known = this.#names.get(name) ?? this.#names.size
    this.#names.set(name, known)
    page.set([at, length, known, seal], (n % PER_PAGE) * NUMBERS)
  }

  get(n: number): PlaceInFile | undefined {
    const page = isNumberOfAnExchange(n) ? this.#pageOf(n) : undefined
    return page && placeIn(page, (n % PER_PAGE) * NUMBERS)
  }

  /** In the order of the file. */
  by(name: string): PlaceInFile[] {
    const known = this.#names.get(name)
    const own: PlaceInFile[] = []
    for (const page of this.#pages.values()) {
      for (let index = 0; index < page.length; index += NUMBERS) {
        const place = page[index + 2] === known ? placeIn(page, index) : undefined
        if (place) own.push(place)
      }
    }
    return own.sort((one, other) => one.at - other.at)
  }

  #pageOf(n: number): Float64Array | undefined {
    return this.#pages.get(Math.floor(n / PER_PAGE))
  }
}

/** A file may hold anything. */
const isNumberOfAnExchange = (n: number) => Number.isSafeInteger(n) && n >= 0

function placeIn(page: Float64Array, index: number): PlaceInFile | undefined {
  const [at = 0, length = 0, , seal = 0] = page.subarray(index, index + NUMBERS)
  return length === 0 ? undefined : { at, length, seal }
}
