/** Of a text that is put together, so many at once: each piece that is held apart takes ten times its letters. */
const MOST_APART = 10_000

/** A text that is put together of many pieces. */
export class Pieces {
  #text = ''
  #apart: string[] = []

  put(piece: string): void {
    this.#apart.push(piece)
    if (this.#apart.length < MOST_APART) return
    this.#text += this.#apart.join('')
    this.#apart = []
  }

  whole(): string {
    return this.#text + this.#apart.join('')
  }
}
