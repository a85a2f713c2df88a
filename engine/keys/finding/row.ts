const FIRST_ROOM = 64

/** Numbers, one behind the other, as many as come. Of a long text there are hundreds of thousands, at a few bytes each. */
export class RowOfNumbers {
  #numbers: Int32Array | Float64Array
  #length = 0

  /** `fractions`: they need not be whole. */
  constructor({ fractions = false } = {}) {
    this.#numbers = new (fractions ? Float64Array : Int32Array)(FIRST_ROOM)
  }

  get length(): number {
    return this.#length
  }

  put(number: number): void {
    if (this.#length === this.#numbers.length) {
      const Kind = this.#numbers instanceof Int32Array ? Int32Array : Float64Array
      const larger = new Kind(2 * this.#length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#length++] = number
  }

  at(index: number): number {
    return this.#numbers[index]!
  }
}
