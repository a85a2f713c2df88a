import { StringDecoder } from 'node:string_decoder'

/** The reason of a failure is in the last lines. */
export const MOST_CHARACTERS = 256 * 1024

/** The end of what a program prints, whichever of its two ways it takes, in the order in which it came. */
export class KeptOutput {
  readonly #most: number
  #text = ''
  #isCut = false

  constructor(most: number = MOST_CHARACTERS) {
    this.#most = most
  }

  /** Each stream has its own: letters of several bytes may come in parts. */
  taker(): (chunk: Buffer) => void {
    const decoder = new StringDecoder('utf8')
    return (chunk) => this.#take(decoder.write(chunk))
  }

  /** Where its beginning is not there, it begins with a whole line: half a key would not be known for one. */
  get text(): string {
    if (!this.#isCut) return this.#text
    const end = this.#text.indexOf('\n')
    return end < 0 ? '' : this.#text.slice(end + 1)
  }

  #take(text: string): void {
    const all = this.#text + text
    this.#isCut ||= all.length > this.#most
    this.#text = all.slice(-this.#most)
  }
}
